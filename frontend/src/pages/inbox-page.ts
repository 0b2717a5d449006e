/** The page `/`: the inbox, the log of decisions, statistics, settings. */
import {followPreferences} from "../controllers/appearance.ts";
import "../elements/choice-inbox/define.ts";
import {bar} from "./bar.ts";

followPreferences();
const main = document.createElement("main");
const inbox = document.createElement("choice-inbox");
main.append(inbox, document.createElement("choice-log"), document.createElement("choice-statistics"));
document.body.replaceChildren(bar("inbox", toggleSettings), main);
main.addEventListener("choice-preferences", () => inbox.requestUpdate());
void import("../elements/choice-log/define.ts");
void import("../elements/choice-statistics/define.ts");

async function toggleSettings(button: HTMLButtonElement): Promise<void> {
  const shown = main.querySelector("choice-settings");
  button.setAttribute("aria-expanded", String(!shown));
  if (shown) {
    shown.remove();
    return;
  }
  await import("../elements/choice-settings/define.ts");
  main.prepend(document.createElement("choice-settings"));
}
