/** What is shown of an interaction that has ended. */
import {html, nothing} from "lit";
import type {Interaction} from "../../wire/interaction.ts";
import {portalWords as say} from "../../words/portal.ts";
import {unsentWords} from "../choice-form/unsent-words.ts";
import {whereAndWho} from "../choice-question/done-card.ts";

/** Says how it ended; `written` are the own words by question, as they were typed here last. */
export function ending(shown: Interaction, thanked: boolean, written: ReadonlyMap<string, string>) {
  return html`<div class="ending" tabindex="-1"><p>${words(shown, thanked)} ${say("may_close")}</p>
    ${shown.outcome?.note ? html`<p class="quiet"><bdi>“${shown.outcome.note}”</bdi></p>` : nothing}
    ${thanked ? nothing : unsentWords(shown, written)}
    <a href="/">${say("back")}</a></div>`;
}

function words({state, outcome}: Interaction, thanked: boolean): string {
  if (state === "open") return "";
  if (state !== "answered") return say(state);
  if (thanked) return say("thanks");
  const where = outcome ? whereAndWho(outcome) : "";
  return where ? say("answered_elsewhere", {where}) : say("answered_here");
}
