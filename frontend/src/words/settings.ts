import {settings} from "../../../choice/i18n/en.json";
import {section} from "./language.ts";

export const settingsWords = section("settings", settings);
