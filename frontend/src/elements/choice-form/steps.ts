/** A long form one question at a time: chips above, buttons below, and a review of all answers. */
import {html, nothing} from "lit";
import {answerText, whole} from "../../wire/answer-text.ts";
import type {Form, Question} from "../../wire/generated.ts";
import {formWords as say} from "../../words/form.ts";
import {plainLine} from "../../words/question-text.ts";
import {CHECK, glyph} from "../glyphs.ts";
import type {ChoiceForm} from "./choice-form.ts";

const MOST_NAME = 18;

/** Returns a word or two for a question. */
export function shortName(question: Question): string {
  const {header} = question.metadata;
  if (typeof header === "string" && header) return header;
  const line = [...plainLine(question.text)];
  return line.length > MOST_NAME
    ? `${line
        .slice(0, MOST_NAME - 1)
        .join("")
        .trim()}…`
    : line.join("");
}

export function chips(form: ChoiceForm, {questions}: Form) {
  const cards = form.cards();
  return html`<div class="chips" role="group" aria-label=${say("questions")}>${questions.map(
    (question, at) => {
      const done = cards[at]?.complete ?? false;
      const missed = !done && form.skipped.has(at);
      return html`<button type="button" class="chip ${done ? "done" : ""} ${missed ? "miss" : ""}" aria-current=${at === form.at ? "step" : nothing} @click=${() => form.show(at)}>
      ${done ? glyph(CHECK) : at + 1} <bdi>${shortName(question)}</bdi>${done ? html`<span class="unseen"> ${say("done")}</span>` : missed ? html`<span class="unseen"> ${say("skipped")}</span>` : nothing}</button>`;
    },
  )}</div>`;
}

export function stepButtons(form: ChoiceForm, {questions}: Form) {
  const next = questions[form.at + 1];
  const done = form.cards()[form.at]?.complete ?? false;
  return html`<div class="steps">
    ${form.at > 0 ? html`<button type="button" class="big" @click=${() => form.step(-1)}>${say("back")}</button>` : nothing}
    ${
      next
        ? html`<button type="button" class="big next ${done ? "main" : ""}" @click=${() => form.step(1)}>${done ? say("next", {question: shortName(next)}) : say("skip")}</button>`
        : html`<button type="button" class="big next" @click=${() => form.step(1)}>${say("review")}</button>`
    }</div>`;
}

export function review(form: ChoiceForm, {questions}: Form, footer: () => unknown) {
  const cards = form.cards();
  const open = questions.map((question, at) => ({question, at})).filter(({at}) => !cards[at]?.complete);
  return html`<section class="review" part="review" aria-labelledby="review">
    <div class="review-head"><h3 id="review">${say("review")}</h3><span part="progress">${say("progress", {done: questions.length - open.length, n: questions.length})}</span></div>
    <ol>${questions.map((question, at) => {
      const card = cards[at];
      const done = card?.complete ?? false;
      const missed = !done && form.skipped.has(at);
      const value =
        done && card?.answer ? answerText(question, whole(card.answer)) : say(missed ? "skipped" : "open");
      return html`<li class=${missed ? "miss" : done ? "" : "open"} aria-current=${at === form.at ? "step" : nothing}>
        <span class="number">${at + 1}</span><span class="said"><small><bdi>${shortName(question)}</bdi></small><bdi class="value">${value}</bdi></span>
        ${at === form.at ? nothing : html`<button type="button" class=${missed ? "" : "plain"} @click=${() => form.show(at)}>${say(done ? "change" : "answer")}<span class="unseen">: ${shortName(question)}</span></button>`}</li>`;
    })}</ol>
    <div class="review-foot">
      ${open.length > 0 ? html`<p class="still">${say("still_open")} ${open.map(({question, at}, nth) => html`${nth > 0 ? ", " : ""}<button type="button" class="link" @click=${() => form.show(at)}>${shortName(question)}</button>`)}</p>` : nothing}
      ${footer()}
    </div></section>`;
}
