/** Words that a person had typed when somebody else answered: nothing that was written is lost. */
import {html, nothing} from "lit";
import {copyText} from "../../controllers/copying.ts";
import type {Interaction} from "../../wire/interaction.ts";
import {formWords as say} from "../../words/form.ts";

/** Shows what was typed and was not the answer; `written` are the own words by question, as they were typed last. */
export function unsentWords({outcome}: Interaction, written: ReadonlyMap<string, string>) {
  const given = new Set(outcome?.answers.map((one) => one.custom_text));
  const typed = [...written.values()].map((one) => one.trim());
  const text = typed.filter((one) => one && !given.has(one)).join("\n\n");
  if (!text) return nothing;
  return html`<div class="unsent"><p>${say("had_written")}</p><p class="quiet" dir="auto">${text}</p>
    <button type="button" @click=${(event: Event) => void copyText(event, text, say)}>${say("copy")}</button></div>`;
}
