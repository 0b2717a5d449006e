/** Makes `<choice-shell>` known to the page. */
import {ChoiceShell} from "./choice-shell.ts";

if (!customElements.get("choice-shell")) customElements.define("choice-shell", ChoiceShell);

declare global {
  interface HTMLElementTagNameMap {
    "choice-shell": ChoiceShell;
  }
}
