/** What travels over the one WebSocket, `/ws`. One JSON object a message, at most 64 KB from the client. */
import type {Interaction} from "./interaction.ts";
import type {Preferences} from "./preferences.ts";

/** The client's first message; the cookie of the page says who it is. The server replies with a snapshot. */
export interface Hello {
  type: "hello";
}

/** Somebody types an answer: the countdown stands still. Sent at most every four seconds. */
export interface Typing {
  type: "typing";
  id: string;
}

/** The question is on a screen that somebody can see. Sent once for each question and page. */
export interface Seen {
  type: "seen";
  id: string;
}

export type ClientMessage = Hello | Typing | Seen;

/** Every open interaction of the person and the latest that ended; what is not in it is not open. */
export interface Snapshot {
  type: "snapshot";
  interactions: readonly Interaction[];
  /** The server's clock, ISO 8601. */
  now: string;
}

/** One interaction as it is now: new, changed or ended. */
export interface Changed {
  type: "interaction";
  interaction: Interaction;
  now: string;
}

/** The server is there; sent when nothing else was for fifteen seconds. */
export interface Tick {
  type: "tick";
  now: string;
}

/** The server stops; the client comes back by itself. */
export interface Bye {
  type: "bye";
}

/** What the person prefers from now on; somebody changed it in another browser. */
export interface Preferred {
  type: "preferences";
  preferences: Partial<Preferences>;
}

export type ServerMessage = Snapshot | Changed | Tick | Bye | Preferred;

const KINDS = new Set(["snapshot", "interaction", "tick", "bye", "preferences"]);

/** Returns the message in a text, or null where it is none that we know: newer servers may say more. */
export function readServerMessage(text: unknown): ServerMessage | null {
  if (typeof text !== "string") return null;
  try {
    const read: unknown = JSON.parse(text);
    if (typeof read !== "object" || read === null || !("type" in read)) return null;
    return KINDS.has(String(read.type)) ? (read as ServerMessage) : null;
  } catch {
    return null;
  }
}
