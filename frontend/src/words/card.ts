import {card, surface} from "../../../choice/i18n/en.json";
import {section} from "./language.ts";

export const cardWords = section("card", card);
const surfaceWords = section("surface", surface);

/** Returns the name of a surface as a person would say it. */
export function surfaceName(name: string): string {
  return name in surface ? surfaceWords(name as keyof typeof surface) : name;
}
