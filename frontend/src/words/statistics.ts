import {statistics} from "../../../choice/catalogues/en.json";
import {section} from "./language.ts";

export const statisticsWords = section("statistics", statistics);
