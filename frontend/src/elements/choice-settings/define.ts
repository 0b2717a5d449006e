/** Makes `<choice-settings>` known to the page. */
import {ChoiceSettings} from "./choice-settings.ts";

if (!customElements.get("choice-settings")) customElements.define("choice-settings", ChoiceSettings);

declare global {
  interface HTMLElementTagNameMap {
    "choice-settings": ChoiceSettings;
  }
}
