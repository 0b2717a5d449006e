/** Makes `<choice-toast>` known to the page. */
import {ChoiceToast} from "./choice-toast.ts";

if (!customElements.get("choice-toast")) customElements.define("choice-toast", ChoiceToast);

declare global {
  interface HTMLElementTagNameMap {
    "choice-toast": ChoiceToast;
  }
}
