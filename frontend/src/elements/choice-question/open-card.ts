/** The card while it can be answered. */
import {html, nothing, type TemplateResult} from "lit";
import {whole} from "../../wire/answer-text.ts";
import type {Option, Question} from "../../wire/generated.ts";
import {cardWords as say} from "../../words/card.ts";
import type {ChoiceQuestion} from "./choice-question.ts";
import {doneCard} from "./done-card.ts";
import {isYesOrNo} from "./selection.ts";

export function openCard(card: ChoiceQuestion, question: Question): TemplateResult {
  const answer = card.answer;
  if (card.taps && card.submit === "none" && card.settled && answer) {
    return doneCard(card, question, {state: "answered", answer: whole(answer)}, true);
  }
  const shown = visible(card, question);
  const pair = isYesOrNo(question) ? "pair" : "";
  if (question.weight === "quick" && shown.length > 0) return lightCard(card, question, shown);
  // The card is laid out in the direction of its question, the first words in it that have none of their own.
  return html`<div class="card" part="card" role="group" dir="auto" aria-labelledby="question" aria-describedby="context"
    aria-busy=${card.sending.phase === "sending"}>
    ${badge(question)}
    <div class="question" part="question" id="question" role="heading" aria-level=${card.level}>${question.text}</div>
    ${question.context ? html`<p class="rationale" part="rationale" id="context" dir="auto">${question.context}</p>` : nothing}
    ${hint(card, question)}
    ${shown.length > 0 ? html`<div class="options ${pair}">${shown.map((one, at) => option(card, question, one, at))}</div>` : nothing}
    ${rest(card, question.options.length - shown.length)}
    ${question.allow_free_text ? ownWords(card, question) : nothing}
    ${card.globalNote ? note(card) : nothing}
    ${card.submit === "none" || (card.taps && card.submit === "tap") ? nothing : actions(card)}
    ${trouble(card)}
  </div>`;
}

/** A row of small buttons under a sentence that is shown already. */
function lightCard(card: ChoiceQuestion, question: Question, shown: readonly Option[]) {
  return html`<div class="card light" part="card" role="group" dir="auto" aria-labelledby="question" aria-busy=${card.sending.phase === "sending"}>
    <div class="question" part="question" id="question" role="heading" aria-level=${card.level}>${question.text}</div>
    <div class="options">${shown.map((one, at) => option(card, question, one, at))}</div>
    ${card.submit === "none" || (card.taps && card.submit === "tap") ? nothing : actions(card)}
    ${trouble(card)}
  </div>`;
}

function visible(card: ChoiceQuestion, question: Question): readonly Option[] {
  if (!card.recommendedFirst || card.expanded) return question.options;
  const best = question.options.filter((one) => one.recommended || card.draft.chosen.includes(one.id));
  return best.length > 0 ? best : question.options;
}

function rest(card: ChoiceQuestion, count: number) {
  if (count === 0) return nothing;
  return html`<button class="plain" @click=${() => {
    card.expanded = true;
  }}>${say("show_all", {n: count})}</button>`;
}

export function badge(question: Question) {
  return question.category ? html`<bdi class="badge" part="badge">${say(question.category)}</bdi>` : nothing;
}

function hint(card: ChoiceQuestion, question: Question) {
  const count = Math.min(question.options.length, 9);
  const {min_selections: least, max_selections: most} = question;
  const limits =
    question.selection_mode === "single" || most === 0
      ? ""
      : least === most
        ? say("choose_exactly", {n: most})
        : most === question.options.length
          ? say("choose_any")
          : least > 1
            ? say("choose_between", {least, n: most})
            : say("choose_up_to", {n: most});
  const keys =
    count > 1
      ? html`<span class="keys">${limits ? " · " : ""}${say(card.taps ? "keys_tap" : "keys_send", {n: count})}</span>`
      : nothing;
  return limits || count > 1 ? html`<p class="hint">${limits}${keys}</p>` : nothing;
}

function option(card: ChoiceQuestion, question: Question, one: Option, at: number) {
  const chosen = card.draft.chosen.includes(one.id);
  const described = `${one.recommended ? `r${at}` : ""} ${one.description ? `d${at}` : ""}`.trim() || nothing;
  const busy = card.sending.phase === "sending";
  const words = html`<span class="words"><bdi class="label" id="l${at}">${one.label}</bdi>${
    one.recommended ? html` <span class="star" id="r${at}">★ ${say("recommended")}</span>` : nothing
  }${one.description ? html`<span class="description" id="d${at}"><bdi>${one.description}</bdi></span>` : nothing}</span>
  ${at < 9 ? html`<kbd aria-hidden="true">${at + 1}</kbd>` : nothing}`;
  const name = `option ${chosen ? "chosen" : ""}`;
  if (card.taps) {
    return html`<button type="button" class=${name} part="option" data-id=${one.id}
      aria-disabled=${busy} @click=${(event: MouseEvent) => {
        // Keys make clicks without a count.
        if (event.detail > 0 || performance.now() >= card.armedAt) card.press(one.id);
      }}>${words}</button>`;
  }
  const kind = question.max_selections === 1 && question.selection_mode === "single" ? "radio" : "checkbox";
  return html`<div><label class=${name} part="option">
      <input type=${kind} name="option" data-id=${one.id} .checked=${chosen} ?disabled=${busy} aria-labelledby="l${at}" aria-describedby=${described}
        @change=${() => card.press(one.id)}>${words}</label>
    ${
      card.optionNotes && chosen
        ? html`<textarea class="note" dir=${side(card.draft.notes[one.id])} rows="1" aria-label=${say("note_on", {option: one.label})} placeholder=${say("note_on", {option: one.label})}
          .value=${card.draft.notes[one.id] ?? ""} @input=${(event: Event) => card.annotate(one.id, typedIn(event))}></textarea>`
        : nothing
    }</div>`;
}

function ownWords(card: ChoiceQuestion, question: Question) {
  const placeholder = card.hidePlaceholder
    ? ""
    : (question.placeholder ?? (question.options.length > 0 ? say("own_words") : ""));
  const sends = card.submit !== "none" && (card.taps || question.options.length === 0);
  return html`<div class="own">
    <textarea part="own-words" class="own-words" dir=${side(card.draft.text)} rows="1" aria-label=${say("your_answer")} placeholder=${placeholder && `\u2068${placeholder}\u2069`}
      .value=${card.draft.text} @input=${(event: Event) => card.write(typedIn(event))}></textarea>
    ${sends && card.taps ? html`<button type="button" class="main" part="send" ?disabled=${!card.draft.text.trim()} @click=${() => card.send()}>${say("send")}</button>` : nothing}
  </div>`;
}

function note(card: ChoiceQuestion) {
  return html`<textarea class="note" dir=${side(card.note)} rows="1" aria-label=${say("note")} placeholder=${say("note")} .value=${card.note}
    @input=${(event: Event) => card.remark(typedIn(event))}></textarea>`;
}

function actions(card: ChoiceQuestion) {
  const busy = card.sending.phase === "sending";
  return html`<div class="actions">
    <button type="button" class="main" part="send" aria-disabled=${busy} @click=${() => card.send()}>${say(busy ? "sending" : "send")}</button>
    <button type="button" class="plain" @click=${() => card.reset()}>${say("reset")}</button>
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
function side(text: string | undefined) {
  return text ? "auto" : nothing;
}

function typedIn(event: Event): string {
  return (event.currentTarget as HTMLTextAreaElement).value;
}
