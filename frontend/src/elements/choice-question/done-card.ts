/** The card when it needs no answer any more: one line, and the options on demand. */
import {html, nothing, type TemplateResult} from "lit";
import {answerText} from "../../wire/answer-text.ts";
import type {Question} from "../../wire/generated.ts";
import type {Interaction} from "../../wire/interaction.ts";
import {cardWords as say, surfaceName} from "../../words/card.ts";
import {plainLine} from "../../words/question-text.ts";
import {shortened} from "../../words/shortened.ts";
import type {CardOutcome, ChoiceQuestion} from "./choice-question.ts";

/** Draws the outcome; one that can be changed has a button for it instead of the options. */
export function doneCard(
  card: ChoiceQuestion,
  question: Question,
  outcome: CardOutcome,
  changeable = false,
): TemplateResult {
  const answered = outcome.state === "answered" && outcome.answer;
  const said = outcome.answer ? answerText(question, outcome.answer) || say("none_chosen") : "";
  const toggle = () => {
    if (!changeable) card.expanded = !card.expanded;
    else {
      card.settled = false;
      void card.updateComplete.then(() => card.focus());
    }
  };
  const mayShow = changeable || question.options.length > 0;
  return html`<div class="done ${answered ? "" : "ended"}" part="summary" tabindex="-1" role="group" aria-labelledby="said">
    <span class="tick" aria-hidden="true">${answered ? "✓" : "–"}</span>
    <p id="said">${answered ? html`<span class="unseen">${say("answered")}: </span>` : nothing}<bdi>${mayShow && !card.expanded ? shortened(plainLine(question.text)) : question.text}</bdi>
      <span class="arrow" aria-hidden="true">→</span> <bdi class="answer">${answered ? said : say(outcome.state)}</bdi>
      ${where(outcome)}</p>
    ${
      mayShow
        ? html`<button type="button" class="plain" aria-expanded=${changeable ? nothing : card.expanded} @click=${toggle}>${say(
            changeable ? "change" : card.expanded ? "hide" : "show",
          )}</button>`
        : nothing
    }
    ${card.expanded && !changeable ? options(question, outcome) : nothing}
  </div>`;
}

function options(question: Question, outcome: CardOutcome) {
  return html`<ul>${question.options.map((one) => {
    const chosen = outcome.answer?.option_ids.includes(one.id) ?? false;
    const note = outcome.answer?.option_notes[one.id];
    return html`<li class="option ${chosen ? "chosen" : ""}"><span class="words">${
      chosen
        ? html`<span class="tick" aria-hidden="true">✓ </span><span class="unseen">${say("picked", {answer: ""})}</span>`
        : nothing
    }<bdi class="label">${one.label}</bdi>${one.description ? html`<bdi class="description">${one.description}</bdi>` : nothing}${
      note ? html`<bdi class="description">“${note}”</bdi>` : nothing
    }</span></li>`;
  })}</ul>`;
}

/** Returns where and by whom a question was answered, where that is known. */
export function whereAndWho(outcome: {surface?: string | null; answered_by?: string | null}): string {
  const surface = outcome.surface ? surfaceName(outcome.surface) : "";
  const person = personName(outcome.answered_by ?? "");
  if (surface && person) return say("in_by", {surface, person});
  if (surface) return say("in", {surface});
  return person ? say("by", {person}) : "";
}

/** Returns the name of a person, or "you" for the one who looks at the page. */
function personName(name: string): string {
  return name && name === document.documentElement.dataset.person ? say("you") : name;
}

/** Returns the name of who answered an interaction, or nothing. */
export function whoText({outcome}: Interaction): string {
  return personName(outcome?.answered_by ?? "");
}

function where(outcome: CardOutcome) {
  const text = outcome.used_defaults ? say("used_defaults") : whereAndWho(outcome);
  return text ? html`<span class="by">· ${text}</span>` : nothing;
}
