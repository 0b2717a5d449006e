import {log} from "../../../choice/i18n/en.json";
import {section} from "./language.ts";

export const logWords = section("log", log);
