import {form} from "../../../choice/catalogues/en.json";
import {section} from "./language.ts";

export const formWords = section("form", form);
