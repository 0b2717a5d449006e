/** Makes `<choice-log>` known to the page. */
import {ChoiceLog} from "./choice-log.ts";

if (!customElements.get("choice-log")) customElements.define("choice-log", ChoiceLog);

declare global {
  interface HTMLElementTagNameMap {
    "choice-log": ChoiceLog;
  }
}
