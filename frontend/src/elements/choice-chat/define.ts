/** Makes `<choice-chat>` known to the page. */
import "../choice-markdown/define.ts";
import "../choice-question/define.ts";
import {ChoiceChat} from "./choice-chat.ts";

if (!customElements.get("choice-chat")) customElements.define("choice-chat", ChoiceChat);

declare global {
  interface HTMLElementTagNameMap {
    "choice-chat": ChoiceChat;
  }
}
