/** Makes `<choice-inbox>` known to the page. */
import "../choice-portal/define.ts";
import {ChoiceInbox} from "./choice-inbox.ts";
import {ChoiceWelcome} from "./welcome.ts";

if (!customElements.get("choice-inbox")) customElements.define("choice-inbox", ChoiceInbox);
if (!customElements.get("choice-welcome")) customElements.define("choice-welcome", ChoiceWelcome);

declare global {
  interface HTMLElementTagNameMap {
    "choice-inbox": ChoiceInbox;
    "choice-welcome": ChoiceWelcome;
  }
}
