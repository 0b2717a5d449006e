/** Makes `<choice-question>` known to the page. */
import {ChoiceQuestion} from "./choice-question.ts";

if (!customElements.get("choice-question")) customElements.define("choice-question", ChoiceQuestion);

declare global {
  interface HTMLElementTagNameMap {
    "choice-question": ChoiceQuestion;
  }
}
