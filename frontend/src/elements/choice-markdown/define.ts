/** Makes `<choice-markdown>` known to the page. */
import {ChoiceMarkdown} from "./choice-markdown.ts";

if (!customElements.get("choice-markdown")) customElements.define("choice-markdown", ChoiceMarkdown);

declare global {
  interface HTMLElementTagNameMap {
    "choice-markdown": ChoiceMarkdown;
  }
}
