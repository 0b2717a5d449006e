import {inbox} from "../../../choice/catalogues/en.json";
import {section} from "./language.ts";

export const inboxWords = section("inbox", inbox);
