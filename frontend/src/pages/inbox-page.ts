/** The page `/`: the inbox, the log of decisions, statistics, settings. */
import {followPreferences, readPreferences} from "../controllers/appearance.ts";
import "../elements/choice-inbox/define.ts";
import {bar} from "./bar.ts";
import {settingsPanel} from "./settings-panel.ts";

followPreferences();
const main = document.createElement("main");
const inbox = document.createElement("choice-inbox");
main.append(inbox, document.createElement("choice-log"), document.createElement("choice-statistics"));
const header = bar("inbox", settingsPanel(main));
document.body.replaceChildren(header, main);
if (location.hash === "#settings") header.querySelector("button")?.click();
main.addEventListener("choice-preferences", () => inbox.requestUpdate());
void readPreferences(() => inbox.requestUpdate());
void import("../elements/choice-log/define.ts");
void import("../elements/choice-statistics/define.ts");
