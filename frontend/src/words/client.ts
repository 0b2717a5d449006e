import {client_card} from "../../../choice/i18n/en.json";
import {section} from "./language.ts";

export const clientWords = section("client_card", client_card);
