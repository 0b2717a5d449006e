/** The card while it can be answered. */
import {html, nothing, type TemplateResult} from "lit";
import {whole} from "../../wire/answer-text.ts";
import type {Option, Question} from "../../wire/generated.ts";
import {cardWords as say} from "../../words/card.ts";
import {questionText} from "../../words/question-text.ts";
import {glyph, PEN, STAR} from "../glyphs.ts";
import {richLine, richText} from "../rich-text.ts";
import type {ChoiceQuestion} from "./choice-question.ts";
import {doneCard} from "./done-card.ts";
import {filterBar, MANY, matches} from "./many-options.ts";
import {hasPreview, previewPane} from "./preview-pane.ts";
import {isYesOrNo} from "./selection.ts";

export function openCard(card: ChoiceQuestion, question: Question): TemplateResult {
  const answer = card.answer;
  if (card.taps && card.submit === "none" && card.settled && answer && !card.keepOpen) {
    return doneCard(card, question, {state: "answered", answer: whole(answer)}, true);
  }
  const {heading, body} = questionText(question.text);
  const sided = hasPreview(question);
  // The card is laid out in the direction of its question, the first words in it that have none of their own.
  return html`<div class="card ${isQuick(question) ? "quick" : ""}" part="card" role="group" dir="auto" aria-labelledby="question"
    aria-busy=${card.sending.phase === "sending"}>
    <div class="head">
      ${badge(question)}
      <div class="question" part="question" id="question" role="heading" aria-level=${card.level}>${heading || say("question")}</div>
      ${richText(card, question.context ?? "", "rationale", "rationale")}
      ${folded(card, body)}
      ${hint(question)}
      ${card.missing ? html`<p class="missing" role="alert">${say("still_open")}</p>` : nothing}
    </div>
    <div class=${sided ? "beside" : ""}>
      <div>
        ${answers(card, question)}
        ${question.allow_free_text ? ownWords(card, question) : nothing}
        ${card.globalNote ? note(card) : nothing}
        ${card.submit === "none" || (card.taps && card.submit === "tap") ? nothing : actions(card, question)}
        ${trouble(card)}
      </div>
      ${sided ? previewPane(card, question) : nothing}
    </div>
  </div>`;
}

/** A question whose answer is one small word, shown as a row of small buttons. */
export function isQuick(question: Question): boolean {
  return (
    (question as Question & {weight?: string}).weight === "quick" && question.selection_mode === "single"
  );
}

/** The text below the heading; a long one is folded. */
function folded(card: ChoiceQuestion, body: string) {
  if (!body) return nothing;
  return html`<div class="fold ${card.long && !card.unfolded ? "short" : ""}" @focusin=${() => card.unfold()}>${richText(card, body, "body")}</div>
    ${
      card.long
        ? html`<button type="button" class="plain more" aria-expanded=${card.unfolded} @click=${() => {
            card.unfolded = !card.unfolded;
          }}>${say(card.unfolded ? "show_less" : "show_more")}</button>`
        : nothing
    }`;
}

function answers(card: ChoiceQuestion, question: Question) {
  const shown = visible(card, question);
  const pair = isYesOrNo(question) ? "pair" : "";
  const found = shown.filter(({one}) => matches(card, one));
  return html`${question.options.length > MANY ? filterBar(card, question) : nothing}
    ${found.length > 0 ? html`<div class="options ${pair}">${found.map(({one, at}) => option(card, question, one, at))}</div>` : nothing}
    ${rest(card, question.options.length - shown.length)}`;
}

interface Shown {
  readonly one: Option;
  /** Its place among all options. */
  readonly at: number;
}

function visible(card: ChoiceQuestion, question: Question): readonly Shown[] {
  const all = question.options.map((one, at) => ({one, at}));
  if (!card.recommendedFirst || card.expanded) return all;
  const best = all.filter(({one}) => one.recommended || card.draft.chosen.includes(one.id));
  return best.length > 0 ? best : all;
}

function rest(card: ChoiceQuestion, count: number) {
  if (count === 0) return nothing;
  return html`<button type="button" class="plain" @click=${() => {
    card.expanded = true;
  }}>${say("show_all", {n: count})}</button>`;
}

export function badge(question: Question) {
  return question.category ? html`<bdi class="badge" part="badge">${say(question.category)}</bdi>` : nothing;
}

function hint(question: Question) {
  const {min_selections: least, max_selections: most} = question;
  if (question.selection_mode === "single" || most === 0) return nothing;
  const limits =
    least === most
      ? say("choose_exactly", {n: most})
      : most === question.options.length
        ? say("choose_any")
        : least > 1
          ? say("choose_between", {least, n: most})
          : say("choose_up_to", {n: most});
  return html`<p class="hint">${limits}</p>`;
}

function option(card: ChoiceQuestion, question: Question, one: Option, at: number) {
  const chosen = card.draft.chosen.includes(one.id);
  const sure = card.confirming === one.id;
  const classes = `option ${chosen ? "chosen" : ""} ${one.recommended ? "best" : ""} ${one.danger ? "danger" : ""}`;
  if (sure) return confirmation(card, one, at, classes);
  const described =
    `${one.recommended || one.danger ? `r${at}` : ""} ${one.description ? `d${at}` : ""}`.trim() || nothing;
  const busy = card.sending.phase === "sending";
  const side =
    card.taps && card.submit === "tap" && chosen && !busy
      ? html`<span class="side" id="r${at}">${say("not_sent")}</span>`
      : one.danger
        ? html`<span class="side" id="r${at}">${say("asks_twice")}</span>`
        : one.recommended
          ? html`<span class="side" id="r${at}">${glyph(STAR, "full")}${say("recommended")}</span>`
          : nothing;
  const words = html`<span class="words"><bdi class="label" id="l${at}">${one.label}</bdi>${side}${
    one.description
      ? html`<span class="description" id="d${at}"><bdi>${richLine(one.description)}</bdi></span>`
      : nothing
  }</span>`;
  const key = at < 9 ? html`<kbd aria-hidden="true">${at + 1}</kbd>` : nothing;
  const show = () => card.preview(one);
  if (card.taps) {
    return html`<button type="button" class=${classes} part="option" data-id=${one.id} aria-disabled=${busy}
      @focus=${show} @pointerenter=${show} @click=${(event: MouseEvent) => {
        // Keys make clicks without a count.
        if (event.detail > 0 || performance.now() >= card.armedAt) card.press(one.id);
      }}>${key}${words}</button>`;
  }
  const kind = question.max_selections === 1 && question.selection_mode === "single" ? "radio" : "checkbox";
  return html`<div><label class=${classes} part="option" @pointerenter=${show}>
      <input type=${kind} name="option" data-id=${one.id} .checked=${chosen} ?disabled=${busy} aria-labelledby="l${at}" aria-describedby=${described}
        @focus=${show} @change=${() => card.press(one.id)}>${words}${key}</label>
    ${
      card.optionNotes && chosen
        ? html`<textarea class="note" dir=${sideOf(card.draft.notes[one.id])} rows="1" aria-label=${say("note_on", {option: one.label})} placeholder=${say("note_on", {option: one.label})}
          .value=${card.draft.notes[one.id] ?? ""} @input=${(event: Event) => card.annotate(one.id, typedIn(event))}></textarea>`
        : nothing
    }</div>`;
}

/** The second step of an option that cannot be undone. */
function confirmation(card: ChoiceQuestion, one: Option, at: number, classes: string) {
  return html`<div class="${classes} asked" part="option" role="group" aria-labelledby="s${at}">
    ${at < 9 ? html`<kbd aria-hidden="true">${at + 1}</kbd>` : nothing}
    <span class="words"><bdi class="label" id="s${at}">${say("sure", {option: one.label})}</bdi>
      <span class="description"><bdi>${one.description ? richLine(one.description) : nothing}</bdi> ${say("no_undo")}</span>
      <span class="twice">
        <button type="button" class="sure" @click=${(event: MouseEvent) => (event.detail > 0 || performance.now() >= card.armedAt) && card.confirm(true)}>${say("sure_yes", {option: one.label})}</button>
        <button type="button" class="not" @click=${() => card.confirm(false)}>${say("sure_no")}</button>
      </span></span></div>`;
}

function ownWords(card: ChoiceQuestion, question: Question) {
  const placeholder = card.hidePlaceholder
    ? ""
    : (question.placeholder ?? (question.options.length > 0 ? say(ownWordsKey(question)) : ""));
  const sends = card.submit !== "none" && (card.taps || question.options.length === 0);
  const filled = card.draft.text ? "filled" : "";
  return html`<div class="own ${filled} ${question.options.length > 0 ? "" : "only"}">${glyph(PEN)}
    <textarea part="own-words" class="own-words" dir=${sideOf(card.draft.text)} rows="1" aria-label=${say("your_answer")} placeholder=${placeholder && `\u2068${placeholder}\u2069`}
      .value=${card.draft.text} @input=${(event: Event) => card.write(typedIn(event))}></textarea>
    <kbd aria-hidden="true">w</kbd>
    ${sends && card.taps ? html`<button type="button" class="main" part="send" ?disabled=${!card.draft.text.trim()} @click=${() => card.send()}>${say("send")}</button>` : nothing}
  </div>`;
}

function ownWordsKey(question: Question) {
  return question.selection_mode === "hybrid" ? "add_words" : "own_words";
}

function note(card: ChoiceQuestion) {
  return html`<textarea class="note" dir=${sideOf(card.note)} rows="1" aria-label=${say("note")} placeholder=${say("note")} .value=${card.note}
    @input=${(event: Event) => card.remark(typedIn(event))}></textarea>`;
}

function actions(card: ChoiceQuestion, question: Question) {
  const busy = card.sending.phase === "sending";
  const several = question.max_selections > 1;
  return html`<div class="actions">
    <button type="button" class="main big" part="send" aria-disabled=${busy} @click=${() => card.send()}>${say(busy ? "sending" : "send")}</button>
    <button type="button" class="plain" @click=${() => card.reset()}>${say("reset")}</button>
    ${several ? html`<span class="hint">${say("chosen_of", {n: card.draft.chosen.length, all: question.options.length})}</span>` : nothing}
  </div>`;
}

function trouble(card: ChoiceQuestion) {
  const problem = card.problem;
  if (problem)
    return html`<p class="trouble" part="trouble" role="alert"><span>${say(problem.key, {...problem})}</span></p>`;
  if (card.sending.phase !== "failed") return nothing;
  return html`<p class="trouble" part="trouble" role="alert"><span>${card.sending.reason || say("failed")}</span>
    <button type="button" @click=${() => card.sending.retry()}>${say("try_again")}</button></p>`;
}

/** What is typed follows its own script; until then the field follows the card. */
function sideOf(text: string | undefined) {
  return text ? "auto" : nothing;
}

function typedIn(event: Event): string {
  return (event.currentTarget as HTMLTextAreaElement).value;
}
