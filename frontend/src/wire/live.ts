/** Messages on the WebSocket `/ws`. One JSON object per message, at most 64 KB from the client. */
import type {LiveMessages, PageMessagesInput} from "./generated.ts";

export type ServerMessage = LiveMessages[keyof LiveMessages];
export type ClientMessage = PageMessagesInput[keyof PageMessagesInput];

const KINDS = new Set(["snapshot", "interaction", "tick", "bye", "preferences"]);

/** Parses a message of the server, or returns null if its type is unknown: a newer server may send more types. */
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
