/** What the options would result in: beside them where there is room, else below. */
import {html, nothing} from "lit";
import type {Question} from "../../wire/generated.ts";
import {cardWords as say} from "../../words/card.ts";
import {richText} from "../rich-text.ts";
import type {ChoiceQuestion} from "./choice-question.ts";

export function hasPreview(question: Question): boolean {
  return question.options.some((one) => one.preview);
}

/** Shows the preview of the option under the pointer or the focus; at first of the recommended one. */
export function previewPane(card: ChoiceQuestion, question: Question) {
  const {options} = question;
  const shown =
    options.find((one) => one.id === card.previewed) ??
    options.find((one) => one.recommended && one.preview) ??
    options.find((one) => one.preview);
  if (!shown) return nothing;
  return html`<section class="preview" part="preview" aria-label=${say("preview_of", {option: shown.label})}>
    <div class="preview-head"><b><bdi>${shown.label}</bdi></b>
      <span class="switch">${options.map((one, at) =>
        one.preview
          ? html`<button type="button" aria-pressed=${one.id === shown.id} @click=${() => card.preview(one)}>${at + 1}<span class="unseen"> ${say("preview_of", {option: one.label})}</span></button>`
          : nothing,
      )}</span></div>
    <div class="preview-body">${shown.preview ? richText(card, shown.preview, "body") : html`<p class="hint">${say("no_preview")}</p>`}</div>
  </section>`;
}
