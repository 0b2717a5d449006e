/** The page `/choice/{id}`; `?close` lets it close itself after the answer. */
import type {ChoicePortal} from "../elements/choice-portal/choice-portal.ts";
import "../elements/choice-markdown/define.ts";
import "../elements/choice-portal/define.ts";
import {openPage} from "./page.ts";

const portal = document.createElement("choice-portal") as ChoicePortal;
portal.interactionId = decodeURIComponent(location.pathname.split("/").at(-1) ?? "");
portal.closeWhenDone = new URLSearchParams(location.search).has("close");
portal.namesTab = true;
openPage("question", portal);
