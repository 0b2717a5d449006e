import {welcome} from "../../../choice/i18n/en.json";
import {section} from "./language.ts";

export const welcomeWords = section("welcome", welcome);
