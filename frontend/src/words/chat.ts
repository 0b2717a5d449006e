import {chat} from "../../../choice/catalogues/en.json";
import {section} from "./language.ts";

export const chatWords = section("chat", chat);
