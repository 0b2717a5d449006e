/** The page `/settings`. */
import "../elements/choice-settings/define.ts";
import {openPage} from "./page.ts";

openPage("settings", document.createElement("choice-settings"), "page");
