import {portal} from "../../../choice/i18n/en.json";
import {section} from "./language.ts";

export const portalWords = section("portal", portal);
