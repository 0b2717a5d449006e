import {markdown} from "../../../choice/catalogues/en.json";
import {section} from "./language.ts";

export const markdownWords = section("markdown", markdown);
