import {time} from "../../../choice/catalogues/en.json";
import {section} from "./language.ts";

export const timeWords = section("time", time);
