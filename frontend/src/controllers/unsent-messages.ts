/** Keeps what was typed for a thread and is not sent yet: across reloads, other threads, and a server that is away. */
import {keepWords, keptWords} from "./drafts.ts";

const key = (thread: string): string => `message ${thread}`;

export class UnsentMessages {
  /** For browsers that keep nothing. */
  private readonly typed = new Map<string, string>();

  /** Returns what was typed for a thread, or for a new one, which has no id. */
  of(thread: string): string {
    return this.typed.get(thread) ?? keptWords(key(thread));
  }

  keep(thread: string, text: string): void {
    this.typed.set(thread, text);
    keepWords(key(thread), text);
  }

  /** The server has a message of a thread. If that has just begun, the message was typed for a new one. */
  heard(thread: string, content: string): void {
    for (const one of [thread, ""]) if (this.of(one).trim() === content.trim()) this.keep(one, "");
  }

  /** What was typed for one thread is for another. */
  move(from: string, to: string): void {
    const text = this.of(from);
    if (!text) return;
    this.keep(to, text);
    this.keep(from, "");
  }
}
