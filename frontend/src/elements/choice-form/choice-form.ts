/** One or more questions that are answered together. */
import {html, LitElement, nothing, type PropertyValues} from "lit";
import {announce} from "../../controllers/announcer.ts";
import {keepWords, keptWords} from "../../controllers/drafts.ts";
import {Sending, type WaitUntil} from "../../controllers/sending.ts";
import {whole} from "../../wire/answer-text.ts";
import type {
  Answer,
  AnswerInput,
  Form,
  Presentation,
  Question,
  SubmissionInput,
} from "../../wire/generated.ts";
import type {InteractionOutcome, State} from "../../wire/interaction.ts";
import {cardWords} from "../../words/card.ts";
import {formWords as say} from "../../words/form.ts";
import {FollowLanguage} from "../../words/language.ts";
import {plainLine} from "../../words/question-text.ts";
import type {
  AnswerDetail,
  CardOutcome,
  ChangeDetail,
  ChoiceQuestion,
} from "../choice-question/choice-question.ts";
import {enter} from "../choice-question/entering.ts";
import {tooLong} from "../choice-question/selection.ts";
import {richText} from "../rich-text.ts";
import {tokens} from "../tokens.ts";
import {styles} from "./choice-form.styles.ts";
import {chips, review, stepButtons} from "./steps.ts";

/** Longer forms show one question at a time. */
const MOST_TOGETHER = 3;
/** It is told at most this often that somebody types. */
const TYPING_MS = 4000;

/** What `choice-submit` carries. Hand a promise to `waitUntil` and the form follows it: done, or try again. */
export interface SubmitDetail {
  submission: SubmissionInput;
  waitUntil: WaitUntil;
}

/** What `choice-draft` carries: the answer to a question so far, or null where what there is is no answer. */
export interface DraftDetail {
  question_id: string;
  answer: AnswerInput | null;
  /** Own words so far, also where they are no answer yet. */
  words: string;
}

/**
 * Asks the questions of a form: one as a card, several with a progress line and one Send.
 *
 * @fires choice-submit - The person answers; see {@link SubmitDetail}.
 * @fires choice-draft - What is filled in changed; see {@link DraftDetail}.
 * @fires choice-typing - The person types; at most one in four seconds a question.
 * @csspart title, context, progress, send, note, trouble
 */
export class ChoiceForm extends LitElement {
  static override styles = [tokens, styles];
  static override shadowRootOptions: ShadowRootInit = {...LitElement.shadowRootOptions, delegatesFocus: true};
  static override properties = {
    form: {type: Object},
    outcome: {type: Object},
    state: {},
    presentation: {type: Object},
    recommendedFirst: {type: Boolean, attribute: "recommended-first"},
    draftKey: {attribute: "draft-key"},
    drafts: {type: Array},
    level: {type: Number},
    bare: {type: Boolean, reflect: true},
    missing: {state: true},
    at: {state: true},
  };

  declare form: Form | null;
  declare outcome: InteractionOutcome | null;
  /** Open, or how it ended. */
  declare state: State;
  declare presentation: Presentation;
  declare recommendedFirst: boolean;
  /** Under which drafts are kept, best the interaction's id. */
  declare draftKey: string;
  /** What was filled in elsewhere and is not sent yet; a card takes it unless the person is at work in it. */
  declare drafts: readonly Answer[];
  /** Of the title's heading. */
  declare level: number;
  /** Without frames, for a page that is about this form. */
  declare bare: boolean;
  /** The first question that still needs an answer, after Send was pressed. */
  declare missing: Question | null;
  /** The place of the question that is shown, in a form that shows one at a time. */
  declare at: number;
  /** The places of questions that were passed over. */
  readonly skipped = new Set<number>();
  /** Whether the form was just given: it opens at its first open question. */
  private isNew = false;
  private note = "";
  private typedAt = Number.NEGATIVE_INFINITY;

  private readonly sending = new Sending<SubmissionInput>(
    this,
    (submission, id, waitUntil) => this.tell({...submission, answer_id: id}, waitUntil),
    () => this.sent(),
  );

  constructor() {
    super();
    this.form = null;
    this.outcome = null;
    this.state = "open";
    this.presentation = {};
    this.recommendedFirst = this.bare = false;
    this.draftKey = "";
    this.drafts = [];
    this.level = 2;
    this.missing = null;
    this.at = 0;
    new FollowLanguage(this);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("draftKey")) this.note = this.draftKey && keptWords(this.noteKey);
    if (changed.has("form") && JSON.stringify(changed.get("form")) !== JSON.stringify(this.form)) {
      this.at = 0;
      this.isNew = true;
      this.skipped.clear();
    }
    if (this.ended()) this.keepNote("");
  }

  protected override updated(changed: PropertyValues<this>): void {
    // What is done is what the cards say, which they know after they were drawn.
    if (changed.has("form") || changed.has("drafts"))
      void Promise.all(this.cards().map((card) => card.updateComplete)).then(() => {
        const open = this.cards().findIndex((card) => !card.complete);
        if (this.isNew && this.steps) this.at = Math.max(0, open);
        this.isNew = false;
        this.requestUpdate();
      });
  }

  protected override render() {
    const form = this.form;
    if (!form) return null;
    const single = form.questions.length === 1;
    const title = form.title && form.title !== form.questions[0]?.text ? form.title : null;
    const heading = single && this.bare ? null : title;
    if (this.steps) return this.stepped(form, heading);
    return html`
      ${heading ? html`<div class="title" part="title" role="heading" dir="auto" aria-level=${this.level}>${heading}</div>` : nothing}
      ${heading === title ? nothing : html`<p class="above" part="title" dir="auto">${title}</p>`}
      ${richText(this, form.context ?? "", "context", "context")}
      ${single || this.ended() ? nothing : this.progress(form)}
      <div class="questions" @choice-answer=${this.answered} @choice-change=${this.changed} @choice-next=${this.next} @keydown=${this.key}>
        ${form.questions.map((question) => this.card(question, single, this.level + (heading ? 1 : 0)))}
      </div>
      ${single || this.ended() ? nothing : this.footer()}`;
  }

  /** Whether one question is shown at a time. */
  get steps(): boolean {
    return this.bare && (this.form?.questions.length ?? 0) > MOST_TOGETHER && !this.ended();
  }

  private stepped(form: Form, heading: string | null) {
    return html`
      ${heading ? html`<div class="title" part="title" role="heading" dir="auto" aria-level=${this.level}>${heading}</div>` : nothing}
      ${richText(this, form.context ?? "", "context", "context")}
      ${chips(this, form)}
      <div class="formgrid">
        <div class="questions" @choice-answer=${this.answered} @choice-change=${this.changed} @choice-next=${() => this.goOn()} @keydown=${this.key}>
          <p class="count">${say("question_of", {n: this.at + 1, all: form.questions.length})}</p>
          ${form.questions.map((question, at) => html`<div ?hidden=${at !== this.at}>${this.card(question, false, this.level + (heading ? 1 : 0))}</div>`)}
          ${stepButtons(this, form)}
        </div>
        ${review(this, form, () => this.footer())}
      </div>`;
  }

  /** Show another question, and go to it. */
  show(at: number): void {
    const before = this.cards()[this.at];
    if (before && !before.complete) this.skipped.add(this.at);
    this.at = at;
    this.skipped.delete(at);
    this.missing = null;
    void this.updateComplete.then(() => this.cards()[at]?.focus());
  }

  /** Go on to the next open question; after the last one to the button that sends. */
  private goOn(): void {
    const cards = this.cards();
    const open = cards.map((card, at) => (card.complete ? -1 : at)).filter((at) => at >= 0);
    const next = open.find((at) => at > this.at) ?? open[0];
    if (next !== undefined) this.show(next);
    else
      void this.updateComplete.then(() =>
        this.shadowRoot?.querySelector<HTMLElement>("button.main.sends")?.focus(),
      );
  }

  /** Go on or back; after the last question to the first that is open. */
  step(by: number): void {
    const cards = this.cards();
    const next = this.at + by;
    if (next >= 0 && next < cards.length) {
      this.show(next);
      return;
    }
    const open = cards.findIndex((card) => !card.complete);
    if (open >= 0) this.show(open);
    else this.shadowRoot?.querySelector<HTMLElement>("button.main.sends")?.focus();
  }

  private card(question: Question, single: boolean, level: number) {
    const shown = this.presentation;
    const submit = !single ? "none" : (shown.single_submit_mode ?? true) ? "tap" : "send";
    return html`<choice-question
      exportparts="card, badge, question, rationale, option, own-words, send, trouble, summary"
      .question=${question} .outcome=${this.outcomeOf(question)} .submit=${submit} .level=${level}
      .optionNotes=${shown.allow_option_annotations ?? false}
      .globalNote=${single && (shown.allow_global_annotation ?? false)}
      .hidePlaceholder=${shown.show_placeholder === false}
      .recommendedFirst=${this.recommendedFirst} .bare=${this.bare} .keepOpen=${this.steps}
      .missing=${this.missing?.id === question.id}
      .drafted=${this.drafts.find((one) => one.question_id === question.id) ?? null}
      .draftKey=${this.draftKey ? `${this.draftKey}/${question.id}` : ""}></choice-question>`;
  }

  private outcomeOf(question: Question): CardOutcome | null {
    const {phase, payload} = this.sending;
    const sent = phase === "sent" ? (payload?.answers ?? []) : [];
    if (this.state === "open" && phase !== "sent") return null;
    const given = (this.outcome?.answers ?? sent).find((one) => one.question_id === question.id);
    const answer = given ? whole(given) : null;
    const {answered_by, surface, used_defaults} = this.outcome ?? {};
    return {
      state: this.state === "open" ? "answered" : this.state,
      answer,
      answered_by: answered_by ?? null,
      surface: surface ?? null,
      used_defaults: used_defaults ?? false,
    };
  }

  private ended(): boolean {
    return this.state !== "open" || this.sending.phase === "sent";
  }

  private progress(form: Form) {
    const done = this.cards().filter((card) => card.complete).length;
    const text = say("progress", {done, n: form.questions.length});
    return html`<div class="progress" part="progress"><progress max=${form.questions.length} value=${done} aria-label=${text}></progress><span>${text}</span></div>`;
  }

  private footer() {
    const busy = this.sending.phase === "sending";
    const long = tooLong(this.note);
    return html`
      ${
        this.presentation.allow_global_annotation
          ? html`<textarea part="note" rows="1" aria-label=${cardWords("note")} placeholder=${cardWords("note")} .value=${this.note}
              @input=${(event: Event) => this.remark((event.currentTarget as HTMLTextAreaElement).value)}></textarea>`
          : nothing
      }
      ${long ? html`<p class="trouble" part="trouble" role="alert"><span>${cardWords(long.key, {...long})}</span></p>` : nothing}
      ${this.missing && !this.steps ? html`<p class="trouble" part="trouble" role="alert"><span>${say("not_yet", {question: plainLine(this.missing.text)})}</span></p>` : nothing}
      ${
        this.sending.phase === "failed"
          ? html`<p class="trouble" part="trouble" role="alert"><span>${this.sending.reason || cardWords("failed")}</span>
              <button type="button" @click=${() => this.sending.retry()}>${cardWords("try_again")}</button></p>`
          : nothing
      }
      <div class="actions">
        <button type="button" class="main big sends" part="send" aria-disabled=${busy || (this.steps && this.cards().some((card) => !card.complete))} @click=${this.submit}>${busy ? cardWords("sending") : say("send_all", {n: this.form?.questions.length ?? 0})}</button>
        <button type="button" class="plain" @click=${this.reset}>${cardWords("reset")}</button>
      </div>`;
  }

  /** Take the focus, at the first question that is open; a long one is read from its beginning. */
  async enter(): Promise<void> {
    await this.updateComplete;
    const cards = this.cards();
    await Promise.all(cards.map((card) => card.updateComplete));
    const first = this.steps ? cards[this.at] : (cards.find((card) => !card.complete) ?? cards[0]);
    if (first) enter(first);
  }

  /** Press an option by its number, as if it was tapped; or only move the focus to it. */
  pressNumber(number: number, answers: boolean): boolean {
    return this.current()?.pressNumber(number, answers) ?? false;
  }

  /** Go to the field for own words. */
  writeOwn(): boolean {
    return this.current()?.writeOwn() ?? false;
  }

  /** The card that the keyboard is for: where the focus is, else the first that is open. */
  private current(): ChoiceQuestion | undefined {
    const cards = this.cards();
    if (this.steps) return cards[this.at];
    return (
      cards.find((card) => card.matches(":focus-within")) ?? cards.find((card) => !card.complete) ?? cards[0]
    );
  }

  /** Send all answers, or go to the first question that has none. */
  submit(): void {
    const open = this.cards().find((card) => !card.complete);
    this.missing = open?.question ?? null;
    if (open) {
      if (this.steps) {
        const at = this.cards().indexOf(open);
        this.show(at);
        this.missing = open.question;
      } else open.focus();
      return;
    }
    if (tooLong(this.note)) return;
    const answers = this.cards()
      .map((card) => card.answer)
      .filter((answer): answer is AnswerInput => answer !== null);
    this.sending.send({answers, note: this.note.trim() || null});
  }

  /** Start again with every question. */
  reset(): void {
    for (const card of this.cards()) card.reset();
    this.keepNote("");
    this.missing = null;
    this.sending.reset();
  }

  /** Take a note on all answers as it is typed. */
  private remark(text: string): void {
    this.keepNote(text);
    this.requestUpdate();
    const now = performance.now();
    if (now - this.typedAt < TYPING_MS) return;
    this.typedAt = now;
    this.fire("choice-typing", {});
  }

  /** Until the answers are sent, a reload must not lose the note. */
  private keepNote(text: string): void {
    if (text === this.note) return;
    this.note = text;
    if (this.draftKey) keepWords(this.noteKey, text);
  }

  private get noteKey(): string {
    return `${this.draftKey} note`;
  }

  private answered(event: CustomEvent<AnswerDetail>): void {
    event.stopPropagation();
    const {answer, note, answerId, waitUntil} = event.detail;
    this.tell({answers: [answer], note, answer_id: answerId}, waitUntil);
  }

  private changed(event: CustomEvent<ChangeDetail>): void {
    event.stopPropagation();
    this.missing = null;
    this.requestUpdate();
    const question_id = (event.target as ChoiceQuestion).question?.id ?? "";
    const {answer, words} = event.detail;
    this.fire<DraftDetail>("choice-draft", {question_id, answer, words});
  }

  /** Go on to the next open question, for somebody who is in the form already. */
  private next(event: Event): void {
    event.stopPropagation();
    const cards = this.cards();
    const from = cards.indexOf(event.target as ChoiceQuestion);
    const open = [...cards.slice(from + 1), ...cards.slice(0, from)].find((card) => !card.complete);
    if (!this.matches(":focus-within")) return;
    if (open) open.focus();
    else this.shadowRoot?.querySelector<HTMLElement>("button.main")?.focus();
  }

  private key(event: KeyboardEvent): void {
    if (
      event.key === "Enter" &&
      (event.ctrlKey || event.metaKey) &&
      this.form &&
      this.form.questions.length > 1
    )
      this.submit();
  }

  private sent(): void {
    if (this.sending.phase !== "sent") return;
    for (const card of this.cards()) card.outcome = card.question && this.outcomeOf(card.question);
    announce(cardWords("sent", {answer: ""}));
  }

  /** The cards of all questions. */
  cards(): ChoiceQuestion[] {
    return [...(this.shadowRoot?.querySelectorAll<ChoiceQuestion>("choice-question") ?? [])];
  }

  private tell(submission: SubmissionInput, waitUntil: WaitUntil): void {
    this.fire<SubmitDetail>("choice-submit", {submission, waitUntil});
  }

  private fire<D>(name: string, detail: D): void {
    this.dispatchEvent(new CustomEvent(name, {bubbles: true, composed: true, detail}));
  }
}
