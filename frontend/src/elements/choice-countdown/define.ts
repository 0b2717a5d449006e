/** Makes `<choice-countdown>` known to the page. */
import {ChoiceCountdown} from "./choice-countdown.ts";

if (!customElements.get("choice-countdown")) customElements.define("choice-countdown", ChoiceCountdown);

declare global {
  interface HTMLElementTagNameMap {
    "choice-countdown": ChoiceCountdown;
  }
}
