/** Makes `<choice-inbox>` known to the page. */
import "../choice-portal/define.ts";
import {ChoiceInbox} from "./choice-inbox.ts";

if (!customElements.get("choice-inbox")) customElements.define("choice-inbox", ChoiceInbox);

declare global {
  interface HTMLElementTagNameMap {
    "choice-inbox": ChoiceInbox;
  }
}
