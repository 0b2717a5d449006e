/** Theme, language and margins of the client around a card. */
import {closest, setLanguage} from "../words/language.ts";
import {isObject, type Params} from "./host-bridge.ts";

/** Our colours and measures, and what clients call them. */
const VARIABLES: Readonly<Record<string, string>> = {
  "--choice-ink": "--color-text-primary",
  "--choice-muted": "--color-text-secondary",
  "--choice-paper": "--color-background-primary",
  "--choice-soft": "--color-background-secondary",
  "--choice-line": "--color-border-secondary",
  "--choice-edge": "--color-border-primary",
  "--choice-font": "--font-sans",
  "--choice-radius": "--border-radius-lg",
};
const FROM_THE_RIGHT = /^(ar|ckb|dv|fa|he|ps|sd|ug|ur|yi)\b|-(arab|hebr)\b/i;
const SIDES = ["top", "right", "bottom", "left"] as const;

/** Apply what a client says about itself; it may say only what has changed. */
export function applyContext(context: Params): void {
  const root = document.documentElement;
  if (context.theme === "dark" || context.theme === "light") root.style.colorScheme = context.theme;
  const styles =
    isObject(context.styles) && isObject(context.styles.variables) ? context.styles.variables : {};
  for (const [ours, theirs] of Object.entries(VARIABLES)) {
    const value = styles[theirs];
    if (typeof value === "string") root.style.setProperty(ours, value);
  }
  if (typeof context.locale === "string") {
    root.lang = closest(context.locale);
    root.dir = FROM_THE_RIGHT.test(context.locale) ? "rtl" : "ltr";
    void setLanguage(context.locale);
  }
  const insets = isObject(context.safeAreaInsets) ? context.safeAreaInsets : null;
  for (const side of insets ? SIDES : []) {
    const inset = Number(insets?.[side]);
    if (inset >= 0) document.body.style.setProperty(`padding-${side}`, `${inset}px`);
  }
}
