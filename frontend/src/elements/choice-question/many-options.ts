/** A long list of options: a field that filters it, all or none, and how many are chosen. */
import {html, nothing} from "lit";
import type {Option, Question} from "../../wire/generated.ts";
import {cardWords as say} from "../../words/card.ts";
import type {ChoiceQuestion} from "./choice-question.ts";

/** Longer lists can be filtered. */
export const MANY = 8;

export function matches(card: ChoiceQuestion, one: Option): boolean {
  const wanted = card.filter.trim().toLowerCase();
  if (!wanted) return true;
  return `${one.label} ${one.description ?? ""}`.toLowerCase().includes(wanted);
}

export function filterBar(card: ChoiceQuestion, question: Question) {
  const all = question.options.filter((one) => matches(card, one)).map((one) => one.id);
  const several = question.max_selections > 1;
  return html`<div class="many">
    <input type="search" class="filter" aria-label=${say("filter")} placeholder=${say("filter")} .value=${card.filter}
      @input=${(event: Event) => {
        card.filter = (event.currentTarget as HTMLInputElement).value;
      }}>
    ${
      several && question.max_selections >= question.options.length
        ? html`<button type="button" @click=${() => card.chooseAll(all)}>${say("all")}</button>
          <button type="button" @click=${() => card.chooseAll([])}>${say("none")}</button>`
        : nothing
    }
    <span class="hint" role="status">${card.filter ? say("found_of", {n: all.length, all: question.options.length}) : several ? say("chosen_of", {n: card.draft.chosen.length, all: question.options.length}) : ""}</span>
  </div>`;
}
