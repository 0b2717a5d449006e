/** What the server says about the person's interactions, kept up to date over one socket for the whole page. */
import type {ReactiveController, ReactiveControllerHost} from "lit";
import type {Interaction} from "../wire/interaction.ts";
import type {ServerMessage} from "../wire/live.ts";
import {learnPreferences} from "./appearance.ts";
import {type Connection, LiveSocket} from "./live-socket.ts";

/** An interaction, and when the server said so. */
export interface Known {
  readonly interaction: Interaction;
  /** By the server's clock, milliseconds. */
  readonly saidAt: number;
  /** By this page's own steady clock, milliseconds. */
  readonly heardAt: number;
}

export class LiveDesk {
  readonly known = new Map<string, Known>();
  private readonly socket: LiveSocket;
  private readonly listeners = new Set<(changed: Interaction | null) => void>();
  private readonly shown = new Set<string>();
  private snapshotAt = 0;
  private typed = "";
  /** How far the server's clock is ahead of this page's steady one. */
  private ahead: number | null = null;

  constructor(url: string) {
    this.socket = new LiveSocket(
      url,
      (message) => this.take(message),
      () => this.tell(null),
    );
    this.socket.open();
  }

  get connection(): Connection {
    return this.socket.connection;
  }

  /** Whether the server has said what there is. */
  get ready(): boolean {
    return this.snapshotAt > 0;
  }

  /** What the server's clock says now, in milliseconds. */
  get now(): number {
    return this.ahead === null ? Date.now() : performance.now() + this.ahead;
  }

  /** Seconds left for an interaction, counted from what the server said. */
  remaining(id: string): number {
    const known = this.known.get(id);
    if (!known) return 0;
    return Math.max(0, known.interaction.remaining_seconds - (performance.now() - known.heardAt) / 1000);
  }

  /** Take what an HTTP reply said, which may be newer than what the socket said. */
  learn(interaction: Interaction): void {
    const before = this.known.get(interaction.id);
    // What has ended stays ended; and a reply may be overtaken by the news of what was filled in after it.
    if (before && interaction.state === "open" && isOlder(interaction, before.interaction)) return;
    this.known.set(interaction.id, {interaction, saidAt: before?.saidAt ?? 0, heardAt: performance.now()});
    this.tell(interaction);
  }

  /** Tell the server that somebody types; where it cannot hear yet, as soon as it does. */
  typing(id: string): void {
    if (this.connection === "open") this.socket.send({type: "typing", id});
    else this.typed = id;
  }

  /** Tell the server that somebody can see the question; once for each. */
  seen(id: string): void {
    if (this.shown.has(id) || document.visibilityState !== "visible" || this.connection !== "open") return;
    this.shown.add(id);
    this.socket.send({type: "seen", id});
  }

  subscribe(listener: (changed: Interaction | null) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  close(): void {
    this.socket.close();
  }

  private take(message: ServerMessage): void {
    if ("now" in message) this.ahead = Date.parse(message.now) - performance.now();
    if (message.type === "interaction") this.one(message.interaction, Date.parse(message.now));
    else if (message.type === "snapshot") {
      this.snapshotAt = Date.parse(message.now);
      const there = new Set(message.interactions.map((one) => one.id));
      for (const [id, {interaction}] of this.known) {
        if (!there.has(id) && interaction.state === "open") this.known.delete(id);
      }
      for (const interaction of message.interactions) this.keep(interaction, this.snapshotAt);
      if (this.typed) this.socket.send({type: "typing", id: this.typed});
      this.typed = "";
      this.tell(null);
    } else if (message.type === "preferences") {
      learnPreferences(message.preferences);
      this.tell(null);
    }
  }

  private one(interaction: Interaction, saidAt: number): void {
    if (this.keep(interaction, saidAt)) this.tell(interaction);
  }

  /** Keep what is newer than what we know; messages of two sockets may cross. */
  private keep(interaction: Interaction, saidAt: number): boolean {
    const before = this.known.get(interaction.id);
    if (
      before &&
      (saidAt < before.saidAt || (before.interaction.state !== "open" && interaction.state === "open"))
    )
      return false;
    this.known.set(interaction.id, {interaction, saidAt, heardAt: performance.now()});
    return true;
  }

  private tell(changed: Interaction | null): void {
    for (const listener of this.listeners) listener(changed);
  }
}

let shared: LiveDesk | null = null;

/** Returns the desk of this page; all elements share it. */
export function liveDesk(): LiveDesk {
  shared ??= new LiveDesk(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`);
  return shared;
}

/** Draws an element again whenever the desk changes. */
export class FollowDesk implements ReactiveController {
  private stop: (() => void) | undefined;

  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly desk: () => LiveDesk,
    private readonly changed: (interaction: Interaction | null) => void = () => undefined,
  ) {
    host.addController(this);
  }

  hostConnected(): void {
    this.stop = this.desk().subscribe((interaction) => {
      this.changed(interaction);
      this.host.requestUpdate();
    });
  }

  hostDisconnected(): void {
    this.stop?.();
  }
}

/** Whether an open interaction is from before what is known of it. */
function isOlder(open: Interaction, known: Interaction): boolean {
  return known.state !== "open" || open.draft.step < known.draft.step;
}
