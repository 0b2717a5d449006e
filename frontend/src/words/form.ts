import {form} from "../../../choice/i18n/en.json";
import {section} from "./language.ts";

export const formWords = section("form", form);
