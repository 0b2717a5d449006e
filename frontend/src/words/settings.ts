import {settings} from "../../../choice/catalogues/en.json";
import {section} from "./language.ts";

export const settingsWords = section("settings", settings);
