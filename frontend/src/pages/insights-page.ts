/** The page `/insights`. */
import "../elements/choice-statistics/define.ts";
import {openPage} from "./page.ts";

openPage("insights", document.createElement("choice-statistics"), "page");
