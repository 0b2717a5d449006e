/** The page `/`: what waits for the person. */
import "../elements/choice-inbox/define.ts";
import "../elements/choice-markdown/define.ts";
import {openPage} from "./page.ts";

openPage("inbox", document.createElement("choice-inbox"));
