import {time} from "../../../choice/i18n/en.json";
import {section} from "./language.ts";

export const timeWords = section("time", time);
