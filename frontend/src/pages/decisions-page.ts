/** The page `/decisions`. */
import "../elements/choice-log/define.ts";
import {openPage} from "./page.ts";

openPage("decisions", document.createElement("choice-log"), "page");
