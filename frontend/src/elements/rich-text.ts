/** Shows text of agents: markdown where it has markup, plain text where it has none. */
import {html, nothing, type ReactiveControllerHost, type TemplateResult} from "lit";
import {hasMarkup} from "../words/question-text.ts";

/** Shows a text; what shows markdown is loaded when it is first needed. */
export function richText(host: ReactiveControllerHost, text: string, classes: string, part?: string) {
  if (!text) return nothing;
  if (!hasMarkup(text)) return html`<p class=${classes} part=${part ?? nothing} dir="auto">${text}</p>`;
  if (!customElements.get("choice-markdown")) {
    void import("./choice-markdown/define.ts").then(() => host.requestUpdate());
    return html`<p class=${classes} part=${part ?? nothing} dir="auto">${text}</p>`;
  }
  return html`<choice-markdown class=${classes} part=${part ?? nothing} .text=${text}></choice-markdown>`;
}

const SPANS = /`([^`]+)`|\*\*([^*]+)\*\*/g;

/** Shows one line inside a button: code and bold words, without links. */
export function richLine(text: string): (string | TemplateResult)[] {
  const parts: (string | TemplateResult)[] = [];
  let end = 0;
  for (const {0: all, 1: code, 2: bold, index} of text.matchAll(SPANS)) {
    parts.push(text.slice(end, index), code ? html`<code>${code}</code>` : html`<b>${bold}</b>`);
    end = index + all.length;
  }
  return [...parts, text.slice(end)];
}
