import {log} from "../../../choice/catalogues/en.json";
import {section} from "./language.ts";

export const logWords = section("log", log);
