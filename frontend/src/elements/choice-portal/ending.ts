/** What is shown of an interaction that has ended. */
import {html, nothing} from "lit";
import type {Interaction} from "../../wire/interaction.ts";
import {marked, parts} from "../../words/parts.ts";
import {portalWords as say} from "../../words/portal.ts";
import {toastWords} from "../../words/toast.ts";
import {unsentWords} from "../choice-form/unsent-words.ts";
import {headline} from "../choice-inbox/listing.ts";
import {whereAndWho} from "../choice-question/done-card.ts";
import {sentDefaults} from "./consequence.ts";

/** Says how it ended; `written` are the own words by question, as they were typed here last. */
export function ending(
  shown: Interaction,
  thanked: boolean,
  written: ReadonlyMap<string, string>,
  next: Interaction | null,
  embedded: boolean,
) {
  return html`<div class="ending" tabindex="-1">${embedded ? nothing : html`<h1><bdi>${headline(shown)}</bdi></h1>`}<p>${words(shown, thanked)} ${next ? nothing : say("may_close")}</p>
    ${sentDefaults(shown)}
    ${shown.outcome?.note ? html`<p class="quiet"><bdi>“${shown.outcome.note}”</bdi></p>` : nothing}
    ${thanked ? nothing : unsentWords(shown, written)}
    ${
      next
        ? html`<a href="/choice/${encodeURIComponent(next.id)}">${parts(toastWords("next", marked("question")), {question: html`<bdi>${headline(next)}</bdi>`})}</a>`
        : nothing
    }
    <a href="/">${say("back")}</a></div>`;
}

function words({state, outcome}: Interaction, thanked: boolean): string {
  if (state === "open") return "";
  if (state !== "answered") return say(state);
  if (thanked) return say("thanks");
  const where = outcome ? whereAndWho(outcome) : "";
  return where ? say("answered_elsewhere", {where}) : say("answered_here");
}
