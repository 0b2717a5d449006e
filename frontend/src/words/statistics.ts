import {statistics} from "../../../choice/i18n/en.json";
import {section} from "./language.ts";

export const statisticsWords = section("statistics", statistics);
