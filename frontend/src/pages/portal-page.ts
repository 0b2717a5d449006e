/** The page `/choice/{id}`; `?close` lets it close itself after the answer. */
import {followPreferences, readPreferences} from "../controllers/appearance.ts";
import type {ChoicePortal} from "../elements/choice-portal/choice-portal.ts";
import "../elements/choice-portal/define.ts";
import {bar} from "./bar.ts";
import {settingsPanel} from "./settings-panel.ts";

followPreferences();
const main = document.createElement("main");
main.className = "portal";
const portal = document.createElement("choice-portal") as ChoicePortal;
portal.interactionId = decodeURIComponent(location.pathname.split("/").at(-1) ?? "");
portal.closeWhenDone = new URLSearchParams(location.search).has("close");
main.append(portal);
document.body.replaceChildren(bar("question", settingsPanel(main)), main);
main.addEventListener("choice-preferences", () => portal.requestUpdate());
void readPreferences(() => portal.requestUpdate());
