/** Holds answers for a few seconds before they are sent, so that they can be taken back. */
import type {SubmissionInput} from "../wire/generated.ts";
import type {Interaction} from "../wire/interaction.ts";
import {answer} from "./answering.ts";
import {savedPreferences} from "./appearance.ts";
import type {LiveDesk} from "./live-desk.ts";

/** An answer is sent at least this long before its deadline. */
const SPARE_SECONDS = 2;

export type Sent = "taken" | "too late";

/** What the promise of an answer that was taken back is rejected with; the card stays as it was. */
export class Undone extends Error {
  readonly undone = true;
}

export interface Held {
  readonly interaction: Interaction;
  /** The answer as a person reads it. */
  readonly label: string;
  /** By the page's clock, milliseconds. */
  readonly since: number;
  readonly until: number;
}

/** What became of the answer that was sent last. */
export interface Delivered {
  readonly interaction: Interaction;
  readonly label: string;
  readonly how: Sent | "failed";
}

interface Waiting extends Held {
  readonly submission: SubmissionInput;
  readonly timer: ReturnType<typeof setTimeout>;
  readonly resolve: (how: Sent) => void;
  readonly reject: (failure: unknown) => void;
}

export class Outbox {
  last: Delivered | null = null;
  private readonly waiting = new Map<string, Waiting>();
  private readonly listeners = new Set<() => void>();

  constructor(private readonly desk: LiveDesk) {
    // A page that is hidden may never be seen again.
    document.addEventListener("visibilitychange", () => document.hidden && this.flush());
    addEventListener("pagehide", () => this.flush());
    desk.subscribe((changed) => changed && this.follow(changed));
  }

  /** The answers that are held, the newest last. */
  get held(): readonly Held[] {
    return [...this.waiting.values()];
  }

  isHeld(id: string): boolean {
    return this.waiting.has(id);
  }

  /** Send an answer after the time to undo. Rejects with `Undone` where it is taken back. */
  hold(interaction: Interaction, submission: SubmissionInput, label: string): Promise<Sent> {
    const {id} = interaction;
    const wanted = savedPreferences().undo_seconds;
    const seconds = Math.min(wanted, this.desk.remaining(id) - SPARE_SECONDS);
    if (seconds <= 0 || document.hidden) return this.deliver(interaction, submission, label, document.hidden);
    return new Promise((resolve, reject) => {
      const since = performance.now();
      const timer = setTimeout(() => this.release(id), seconds * 1000);
      this.waiting.set(id, {
        interaction,
        submission,
        label,
        since,
        until: since + seconds * 1000,
        timer,
        resolve,
        reject,
      });
      this.last = null;
      this.tell();
    });
  }

  /** Take back an answer, the newest if none is named. Returns whose it was. */
  undo(id = [...this.waiting.keys()].at(-1) ?? ""): Interaction | null {
    const held = this.take(id);
    if (!held) return null;
    held.reject(new Undone("The answer was taken back."));
    this.tell();
    return held.interaction;
  }

  /** Send at once all that is held. */
  flush(): void {
    for (const id of [...this.waiting.keys()]) this.release(id, true);
  }

  /** Forget what became of the last answer. */
  dismiss(): void {
    this.last = null;
    this.tell();
  }

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private release(id: string, leaving = false): void {
    const held = this.take(id);
    if (held)
      this.deliver(held.interaction, held.submission, held.label, leaving).then(held.resolve, held.reject);
  }

  private take(id: string): Waiting | undefined {
    const held = this.waiting.get(id);
    clearTimeout(held?.timer);
    this.waiting.delete(id);
    return held;
  }

  private async deliver(
    interaction: Interaction,
    submission: SubmissionInput,
    label: string,
    leaving: boolean,
  ): Promise<Sent> {
    try {
      const how = await answer(this.desk, interaction.id, submission, leaving);
      this.last = {interaction, label, how};
      return how;
    } catch (failure) {
      this.last = {interaction, label, how: "failed"};
      throw failure;
    } finally {
      this.tell();
    }
  }

  /** Another surface was first, or the deadline came nearer. */
  private follow(changed: Interaction): void {
    const held = this.waiting.get(changed.id);
    if (!held) return;
    if (changed.state !== "open") {
      this.take(changed.id);
      this.last = {interaction: changed, label: held.label, how: "too late"};
      held.resolve("too late");
      this.tell();
    } else if (this.desk.remaining(changed.id) - SPARE_SECONDS < (held.until - performance.now()) / 1000)
      this.release(changed.id);
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}

const boxes = new WeakMap<LiveDesk, Outbox>();

/** Returns the outbox of a desk; all elements of the page share it. */
export function outboxOf(desk: LiveDesk): Outbox {
  const box = boxes.get(desk) ?? new Outbox(desk);
  boxes.set(desk, box);
  return box;
}
