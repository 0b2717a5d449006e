import {inbox} from "../../../choice/i18n/en.json";
import {section} from "./language.ts";

export const inboxWords = section("inbox", inbox);
