/** Makes `<choice-form>` known to the page. */
import "../choice-question/define.ts";
import {ChoiceForm} from "./choice-form.ts";

if (!customElements.get("choice-form")) customElements.define("choice-form", ChoiceForm);

declare global {
  interface HTMLElementTagNameMap {
    "choice-form": ChoiceForm;
  }
}
