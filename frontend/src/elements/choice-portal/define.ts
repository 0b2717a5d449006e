/** Makes `<choice-portal>` known to the page. */
import "../choice-countdown/define.ts";
import "../choice-form/define.ts";
import "../choice-markdown/define.ts";
import "../choice-toast/define.ts";
import {ChoicePortal} from "./choice-portal.ts";

if (!customElements.get("choice-portal")) customElements.define("choice-portal", ChoicePortal);

declare global {
  interface HTMLElementTagNameMap {
    "choice-portal": ChoicePortal;
  }
}
