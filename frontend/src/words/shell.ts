import {shell} from "../../../choice/i18n/en.json";
import {section} from "./language.ts";

export const shellWords = section("shell", shell);
