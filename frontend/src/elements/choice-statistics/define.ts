/** Makes `<choice-statistics>` known to the page. */
import {ChoiceStatistics} from "./choice-statistics.ts";

if (!customElements.get("choice-statistics")) customElements.define("choice-statistics", ChoiceStatistics);

declare global {
  interface HTMLElementTagNameMap {
    "choice-statistics": ChoiceStatistics;
  }
}
