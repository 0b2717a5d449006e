/** The question card. */
import {LitElement, type PropertyValues} from "lit";
import {announce} from "../../controllers/announcer.ts";
import {type Draft, keepDraft, keepWords, keptDraft, keptWords} from "../../controllers/drafts.ts";
import {Sending, type WaitUntil} from "../../controllers/sending.ts";
import {answerText, whole} from "../../wire/answer-text.ts";
import type {Answer, AnswerInput, Option, Question} from "../../wire/generated.ts";
import type {State} from "../../wire/interaction.ts";
import {cardWords as say} from "../../words/card.ts";
import {FollowLanguage} from "../../words/language.ts";
import {tokens} from "../tokens.ts";
import {styles} from "./choice-question.styles.ts";
import {doneCard} from "./done-card.ts";
import {handleKey} from "./keys.ts";
import {openCard} from "./open-card.ts";
import {
  answerOf,
  draftOf,
  fitting,
  longest,
  type Problem,
  pressed,
  problemOf,
  startOf,
  written,
} from "./selection.ts";

/** How a question ended, here or elsewhere. */
export interface CardOutcome {
  state: Exclude<State, "open">;
  answer: Answer | null;
  answered_by?: string | null;
  surface?: string | null;
  used_defaults?: boolean;
  note?: string | null;
}

/** What `choice-answer` carries. Hand a promise to `waitUntil` and the card follows it: done, or try again. */
export interface AnswerDetail {
  answer: AnswerInput;
  /** A note on the whole answer, where one was asked for. */
  note: string | null;
  /** The same for every attempt to send the same answer. */
  answerId: string;
  waitUntil: WaitUntil;
}

/** What `choice-change` carries. */
export interface ChangeDetail {
  complete: boolean;
  /** The answer so far, where it is one that could be sent. */
  answer: AnswerInput | null;
  /** Own words so far, also where they are no answer yet. */
  words: string;
}

/** Whoever changed something so recently is at work, and what comes from elsewhere waits. */
const QUIET_MS = 5000;

/** A higher text is folded: twelve lines. */
const MOST_HEIGHT = 12 * 24;

/** Enter and Space do nothing for so long after a card appeared: they were meant for something else. */
export const ARMING_MS = 500;

/**
 * Asks one question.
 *
 * @fires choice-answer - The person answers; see {@link AnswerDetail}.
 * @fires choice-change - What is chosen or written changed; see {@link ChangeDetail}.
 * @fires choice-typing - The person types; at most one in four seconds.
 * @fires choice-next - Enter was pressed in a card that does not send by itself.
 * @csspart card, badge, question, rationale, option, own-words, send, trouble, summary, preview
 */
export class ChoiceQuestion extends LitElement {
  static override styles = [tokens, styles];
  static override shadowRootOptions: ShadowRootInit = {...LitElement.shadowRootOptions, delegatesFocus: true};
  static override properties = {
    question: {type: Object},
    outcome: {type: Object},
    submit: {},
    optionNotes: {type: Boolean, attribute: "option-notes"},
    globalNote: {type: Boolean, attribute: "global-note"},
    hidePlaceholder: {type: Boolean, attribute: "hide-placeholder"},
    recommendedFirst: {type: Boolean, attribute: "recommended-first"},
    draftKey: {attribute: "draft-key"},
    drafted: {type: Object},
    level: {type: Number},
    bare: {type: Boolean, reflect: true},
    keepOpen: {attribute: false},
    missing: {type: Boolean, reflect: true},
    draft: {state: true},
    expanded: {state: true},
    problem: {state: true},
    settled: {state: true},
    confirming: {state: true},
    previewed: {state: true},
    filter: {state: true},
    long: {state: true},
    unfolded: {state: true},
  };

  declare question: Question | null;
  declare outcome: CardOutcome | null;
  /** `tap`: choosing sends. `send`: a button sends. `none`: a form around it does. */
  declare submit: "tap" | "send" | "none";
  declare optionNotes: boolean;
  declare globalNote: boolean;
  declare hidePlaceholder: boolean;
  /** Show only the recommended options until the person wants all. */
  declare recommendedFirst: boolean;
  /** Under which a draft is kept; the question's id if empty. */
  declare draftKey: string;
  /** An answer that is not sent yet, kept elsewhere; the card takes it unless the person is at work in it. */
  declare drafted: Answer | null;
  /** Of the heading. */
  declare level: number;
  /** Without a frame, for a page that is about this question. */
  declare bare: boolean;
  /** Show the options though one is chosen, in a form that shows one question at a time. */
  declare keepOpen: boolean;
  /** Whether the form around it cannot be sent because this has no answer. */
  declare missing: boolean;
  declare draft: Draft;
  /** Whether all options are shown though they need not be. */
  declare expanded: boolean;
  declare problem: Problem | null;
  /** Whether the person is done with it, inside a form that is not sent yet. */
  declare settled: boolean;
  /** The option that asks whether the person is sure. */
  declare confirming: string;
  /** The option whose preview is shown. */
  declare previewed: string;
  /** What the options are filtered by. */
  declare filter: string;
  /** Whether the text is so long that it is folded. */
  declare long: boolean;
  declare unfolded: boolean;
  /** A note on the whole answer. */
  note = "";
  armedAt = 0;
  private typedAt = 0;
  private changedAt = Number.NEGATIVE_INFINITY;

  readonly sending = new Sending<AnswerInput>(
    this,
    (answer, answerId, waitUntil) =>
      this.tell<AnswerDetail>("choice-answer", {answer, note: this.note.trim() || null, answerId, waitUntil}),
    () => this.sent(),
  );

  constructor() {
    super();
    this.question = this.outcome = this.drafted = this.problem = null;
    this.submit = "tap";
    this.optionNotes = this.globalNote = this.hidePlaceholder = this.recommendedFirst = false;
    this.expanded =
      this.settled =
      this.bare =
      this.keepOpen =
      this.missing =
      this.long =
      this.unfolded =
        false;
    this.confirming = this.previewed = this.filter = "";
    this.draftKey = "";
    this.level = 2;
    this.draft = {chosen: [], text: "", notes: {}};
    new FollowLanguage(this);
    this.addEventListener("keydown", (event) => handleKey(this, event));
  }

  /** Whether pressing an option is the answer; with notes the person needs time to write them. */
  get taps(): boolean {
    const notes = this.optionNotes || this.globalNote;
    return this.question?.selection_mode === "single" && this.submit !== "send" && !notes;
  }

  /** Whether what is chosen and written is an answer. */
  get complete(): boolean {
    return this.question !== null && !this.problem && problemOf(this.question, this.draft) === null;
  }

  /** The answer so far. */
  get answer(): AnswerInput | null {
    return this.question && answerOf(this.question, this.draft);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const before = changed.get("question");
    if (changed.has("question") && this.question && before?.id !== this.question.id)
      this.begin(this.question);
    else if (this.question && changed.has("drafted")) this.follow(this.question, changed.get("drafted"));
    if (changed.has("outcome") && this.outcome) {
      this.forget();
      void this.showEnd();
    }
  }

  protected override render() {
    if (!this.question) return null;
    const ended = this.ended();
    return ended ? doneCard(this, this.question, ended) : openCard(this, this.question);
  }

  protected override updated(): void {
    const body = this.shadowRoot?.querySelector<HTMLElement>(".fold");
    if (!body || this.unfolded) return;
    void customElements.whenDefined("choice-markdown").then(() => {
      if (!this.long && body.scrollHeight > MOST_HEIGHT * 1.15) this.long = true;
    });
  }

  /** Show all of a folded text. */
  unfold(): void {
    if (this.long) this.unfolded = true;
  }

  /** Show the preview of an option. */
  preview(one: Option): void {
    if (one.preview) this.previewed = one.id;
  }

  /** Press an option, by its id; one that cannot be undone asks first. */
  press(id: string): void {
    if (!this.question || this.sending.phase === "sending") return;
    const option = this.question.options.find((one) => one.id === id);
    if (option?.danger && !this.draft.chosen.includes(id)) {
      // The box ticks itself.
      for (const box of this.shadowRoot?.querySelectorAll("input") ?? [])
        if (box.dataset.id === id) box.checked = false;
      this.confirming = id;
      this.armedAt = performance.now() + ARMING_MS;
      this.requestUpdate();
      void this.updateComplete.then(() => this.shadowRoot?.querySelector<HTMLElement>(".not")?.focus());
      return;
    }
    this.choose(id);
  }

  /** Press an option by its number; or only move the focus to it. A new card takes no number for a moment. */
  pressNumber(number: number, answers: boolean): boolean {
    const option = this.question?.options[number - 1];
    if (!option || this.ended()) return false;
    const early = performance.now() < this.armedAt - ARMING_MS / 2;
    if (this.confirming === option.id) {
      if (performance.now() >= this.armedAt) this.confirm(true);
    } else if (answers && !early) this.press(option.id);
    else this.shadowRoot?.querySelector<HTMLElement>(`[data-id="${CSS.escape(option.id)}"]`)?.focus();
    return true;
  }

  /** Go to the field for own words. */
  writeOwn(): boolean {
    const field = this.shadowRoot?.querySelector<HTMLElement>(".own-words");
    field?.focus();
    return field != null;
  }

  /** Answer whether the person is sure. */
  confirm(sure: boolean): void {
    const id = this.confirming;
    this.confirming = "";
    if (sure) this.choose(id);
    void this.updateComplete.then(() => {
      if (!this.outcome && this.sending.phase === "idle")
        this.shadowRoot?.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"]`)?.focus();
    });
  }

  /** Choose these options and no others; those that cannot be undone are left out. */
  chooseAll(ids: readonly string[]): void {
    const {question} = this;
    if (!question) return;
    const safe = question.options.filter((one) => ids.includes(one.id) && !one.danger).map((one) => one.id);
    this.change({
      ...this.draft,
      text: question.selection_mode === "hybrid" ? this.draft.text : "",
      chosen: safe,
    });
  }

  private choose(id: string): void {
    if (!this.question) return;
    this.change(this.taps ? {...this.draft, chosen: [id]} : pressed(this.question, this.draft, id));
    if (this.taps && this.submit === "tap")
      this.sending.send(answerOf(this.question, {...this.draft, chosen: [id]}));
    else if (this.taps) this.settle();
  }

  /** Take own words as they are typed. */
  write(text: string): void {
    if (!this.question) return;
    this.change(written(this.question, this.draft, text));
    this.typing();
  }

  annotate(id: string, note: string): void {
    this.change({...this.draft, notes: {...this.draft.notes, [id]: note}});
    this.typing();
  }

  /** Take a note on the whole answer as it is typed. */
  remark(text: string): void {
    if (!this.question) return;
    this.note = text;
    this.problem = longest(this.draft, text);
    keepWords(this.noteKey(this.question), text);
    this.requestUpdate();
    this.typing();
  }

  /** Send what is chosen and written, or say why it cannot be sent. */
  send(): void {
    if (!this.question || this.ended()) return;
    // Own words beside options that are sent by a tap stand for themselves.
    const draft = this.taps
      ? {...this.draft, chosen: this.submit === "none" ? this.draft.chosen : []}
      : this.draft;
    this.problem = longest(draft, this.note) ?? problemOf(this.question, draft);
    if (this.problem) void this.showTrouble();
    if (this.submit === "none") this.settle();
    else if (!this.problem) this.sending.send(answerOf(this.question, draft));
  }

  /** Start again with the defaults. */
  reset(): void {
    this.forget();
    this.note = "";
    if (this.question) this.change(startOf(this.question));
    this.sending.reset();
  }

  private ended(): CardOutcome | null {
    if (this.outcome) return this.outcome;
    const {phase, payload} = this.sending;
    if (phase !== "sent" || !payload) return null;
    return {state: "answered", answer: whole(payload)};
  }

  private begin(question: Question): void {
    const kept = keptDraft(this.key(question));
    this.note = keptWords(this.noteKey(question));
    this.take(question, kept ?? draftOf(question, this.drafted));
    // Of a draft that was made for another version of the question only what fits it is kept.
    if (kept) keepDraft(this.key(question), fitting(question, kept));
    // What was not sent anywhere yet may be sent now.
    if (kept) void this.updateComplete.then(() => this.tellChange());
    this.sending.reset();
    this.problem = null;
    this.confirming = this.previewed = this.filter = "";
    this.long = this.unfolded = false;
    this.armedAt = performance.now() + ARMING_MS;
  }

  /** Show what somebody filled in elsewhere, unless it is what is shown, or the person is at work here. */
  private follow(question: Question, before: Answer | null | undefined): void {
    const isNew = JSON.stringify(before ?? null) !== JSON.stringify(this.drafted);
    const draft = draftOf(question, this.drafted);
    if (!isNew || performance.now() - this.changedAt < QUIET_MS) return;
    if (answerText(question, whole(answerOf(question, draft))) !== this.textOf(question))
      this.take(question, draft);
  }

  private take(question: Question, draft: Draft): void {
    const fits = fitting(question, draft);
    this.draft = fits;
    this.settled = problemOf(question, this.draft) === null;
  }

  private change(draft: Draft): void {
    this.draft = draft;
    this.problem = longest(draft, this.note);
    this.settled = false;
    if (this.question) keepDraft(this.key(this.question), draft);
    this.changedAt = performance.now();
    this.tellChange();
  }

  private tellChange(): void {
    const {complete} = this;
    const answer = complete ? this.answer : null;
    this.tell<ChangeDetail>("choice-change", {complete, answer, words: this.draft.text});
  }

  private settle(): void {
    if (!this.question || this.problem) return;
    this.settled = this.taps;
    announce(say("picked", {answer: this.textOf(this.question)}));
    void this.showEnd().then(() => this.tell("choice-next", {}));
  }

  private sent(): void {
    if (this.sending.phase === "sent" && this.question) {
      this.forget();
      announce(say("sent", {answer: this.textOf(this.question)}));
      void this.showEnd();
    } else void this.showTrouble();
  }

  /** Among many options, what went wrong may be far from what was pressed. */
  private async showTrouble(): Promise<void> {
    await this.updateComplete;
    this.shadowRoot?.querySelector(".trouble")?.scrollIntoView({block: "nearest"});
  }

  private textOf(question: Question): string {
    return answerText(question, whole(answerOf(question, this.draft)));
  }

  /** Who was in the card stays in it: what had the focus is gone. */
  private async showEnd(): Promise<void> {
    const inside = this.matches(":focus-within");
    await this.updateComplete;
    // Somebody around it may have moved it already.
    if (inside && document.activeElement === document.body)
      this.shadowRoot?.querySelector<HTMLElement>(".done")?.focus();
  }

  private forget(): void {
    if (!this.question) return;
    keepDraft(this.key(this.question), null);
    keepWords(this.noteKey(this.question), "");
  }

  private key(question: Question): string {
    return this.draftKey || question.id;
  }

  private noteKey(question: Question): string {
    return `${this.key(question)} note`;
  }

  private typing(): void {
    const now = performance.now();
    if (this.typedAt && now - this.typedAt < 4000) return;
    this.typedAt = now;
    this.tell("choice-typing", {});
  }

  private tell<D>(name: string, detail: D): void {
    this.dispatchEvent(new CustomEvent(name, {bubbles: true, composed: true, detail}));
  }
}
