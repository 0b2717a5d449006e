import {chat} from "../../../choice/i18n/en.json";
import {section} from "./language.ts";

export const chatWords = section("chat", chat);
