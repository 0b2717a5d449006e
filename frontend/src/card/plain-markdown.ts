/** Stands in for the Markdown element, which is too large for a card: shows the text as it was written. */
import {css, html, LitElement} from "lit";

class PlainMarkdown extends LitElement {
  static override styles = css`
    :host {
      display: block;
    }
    div {
      white-space: pre-wrap;
      overflow-wrap: anywhere;
    }
    :host(.body) div {
      font-family: ui-monospace, monospace;
      font-size: 0.875em;
    }
  `;
  static override properties = {text: {}};

  declare text: string;

  protected override render() {
    return html`<div dir="auto">${this.text}</div>`;
  }
}

customElements.define("choice-markdown", PlainMarkdown);
