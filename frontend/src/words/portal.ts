import {portal} from "../../../choice/catalogues/en.json";
import {section} from "./language.ts";

export const portalWords = section("portal", portal);
