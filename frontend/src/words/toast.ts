import {toast} from "../../../choice/i18n/en.json";
import {section} from "./language.ts";

export const toastWords = section("toast", toast);
