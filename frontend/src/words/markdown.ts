import {markdown} from "../../../choice/i18n/en.json";
import {section} from "./language.ts";

export const markdownWords = section("markdown", markdown);
