/** Puts what a person has begun to answer on the desk, so that every surface and every browser shows it. */
import {ApiError, callJson} from "../wire/api.ts";
import type {AnswerInput} from "../wire/generated.ts";
import type {Interaction} from "../wire/interaction.ts";
import {keepDraft} from "./drafts.ts";
import type {LiveDesk} from "./live-desk.ts";

/** A pause in the work of this length is the time to keep it. */
export const PAUSE_MS = 800;

interface Step {
  readonly interaction: string;
  readonly question: string;
  readonly answer: AnswerInput | null;
  readonly timer: ReturnType<typeof setTimeout>;
}

/** Steps wait for a pause, each question's latest one. What cannot be sent stays in this browser until it can. */
export class DeskDrafts {
  /** By the key under which the browser keeps them. */
  private readonly waiting = new Map<string, Step>();

  constructor(private readonly desk: () => LiveDesk) {
    // Whoever leaves the page does not wait for the pause.
    addEventListener("pagehide", () => this.flush());
  }

  /** Keep the answer to a question so far; null where what there is is no answer. */
  keep(interaction: string, question: string, answer: AnswerInput | null, key: string): void {
    const known = this.desk().known.get(interaction)?.interaction;
    // There the answer to the last question sends all of them: half a sentence must not go along.
    const several = known?.asked_by.conversation && known.form.questions.length > 1;
    if (several && answer?.custom_text) return;
    clearTimeout(this.waiting.get(key)?.timer);
    const timer = setTimeout(() => void this.send(key), PAUSE_MS);
    this.waiting.set(key, {interaction, question, answer, timer});
  }

  /** Send at once what waits. */
  flush(): void {
    for (const key of this.waiting.keys()) void this.send(key);
  }

  /** Keep an answer without waiting for a pause. */
  async keepNow(interaction: string, question: string, answer: AnswerInput): Promise<void> {
    const key = `${interaction}/${question}`;
    this.keep(interaction, question, answer, key);
    await this.send(key);
  }

  private async send(key: string): Promise<void> {
    const step = this.waiting.get(key);
    if (!step) return;
    clearTimeout(step.timer);
    this.waiting.delete(key);
    const known = this.desk().known.get(step.interaction)?.interaction;
    // Nothing to take back, or nobody to keep it for.
    if (known && (known.state !== "open" || (!step.answer && known.draft.answers.length === 0))) return;
    try {
      const path = `/api/interactions/${encodeURIComponent(step.interaction)}/draft`;
      const body = step.answer ? {answer: step.answer} : {clear: step.question};
      this.desk().learn(await callJson<Interaction>(path, {method: "POST", body, keepalive: true}));
      if (step.answer && !this.waiting.has(key)) keepDraft(key, null);
    } catch (failure) {
      // The browser keeps it; the next change, or the next visit, sends it.
      if (!(failure instanceof ApiError)) throw failure;
    }
  }
}
