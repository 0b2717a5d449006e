/** Language and theme of the whole page, from the address, what was saved, or the browser. */
import {callJson} from "../wire/api.ts";
import type {Preferences, Presentation} from "../wire/generated.ts";
import type {Interaction} from "../wire/interaction.ts";
import {DEFAULTS} from "../wire/preferences.ts";
import {closest, setLanguage} from "../words/language.ts";

const KEY = "choice-preferences";
/** Who reads from right to left finds pages so, in whatever language their words are. */
const FROM_THE_RIGHT = /^(ar|ckb|dv|fa|he|ps|sd|ug|ur|yi)\b|-(arab|hebr)\b/i;

/** Returns what was last saved in this browser; the server's file is the truth, this is what is known before it answers. */
export function savedPreferences(): Preferences {
  try {
    return {...DEFAULTS, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Preferences>)};
  } catch {
    return DEFAULTS;
  }
}

/** Returns how a form is shown: as its asker wants, and where the asker says nothing, as the person does. */
export function presentationOf(interaction: Interaction): Presentation {
  const {single_submit_mode, allow_option_annotations, allow_global_annotation, show_placeholder} =
    savedPreferences();
  const own = {single_submit_mode, allow_option_annotations, allow_global_annotation, show_placeholder};
  return {...own, ...interaction.presentation};
}

export function savePreferences(preferences: Preferences): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(preferences));
  } catch {
    // They still hold until the page is left.
  }
}

/** Make the page look and speak as preferred. */
export function applyPreferences({language, theme}: Preferences): void {
  const root = document.documentElement;
  if (theme === "system") delete root.dataset.theme;
  else root.dataset.theme = theme;
  const asked = new URLSearchParams(location.search).get("lang");
  const tag = asked || language || navigator.language;
  root.lang = closest(tag);
  root.dir = FROM_THE_RIGHT.test(tag) ? "rtl" : "ltr";
  void setLanguage(tag);
}

/** Take what the server says: keep it, and make the page look and speak so. */
export function learnPreferences(preferences: Partial<Preferences>): void {
  const known = {...DEFAULTS, ...preferences};
  savePreferences(known);
  applyPreferences(known);
}

/** Apply what was saved, now, whenever another tab saves something else, and as the server's file says. */
export function followPreferences(): void {
  applyPreferences(savedPreferences());
  addEventListener("storage", (event) => {
    if (event.key === KEY) applyPreferences(savedPreferences());
  });
}

/** Read the server's file; elements are drawn again when it says something else. */
export async function readPreferences(draw: () => void): Promise<void> {
  try {
    learnPreferences(await callJson<Partial<Preferences>>("/api/preferences"));
    draw();
  } catch {
    // What this browser remembers holds until the server answers.
  }
}
