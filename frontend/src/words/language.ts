/** Which language the components speak; a page changes it with `setLanguage`, and all of them follow at once. */
import type {ReactiveController, ReactiveControllerHost} from "lit";
import type en from "../../../choice/i18n/en.json";
import {fill, type Values} from "./text.ts";

export type Catalogue = typeof en;
export type Language = "en" | "ko" | "zh" | "ja";

/** English is part of every bundle; the others are loaded when they are wanted. */
const OTHERS: Readonly<Record<Exclude<Language, "en">, () => Promise<{default: Catalogue}>>> = {
  ko: () => import("../../../choice/i18n/ko.json"),
  zh: () => import("../../../choice/i18n/zh.json"),
  ja: () => import("../../../choice/i18n/ja.json"),
};

let current: Language = "en";
/** Whether a language was ever asked for; until then the page's own is taken. */
let chosen = false;
let loaded: Catalogue | null = null;
const listeners = new Set<() => void>();

/** Returns the language that is spoken now. */
export function language(): Language {
  return current;
}

/** Returns the language we have that is closest to a tag such as `ko-KR`. */
export function closest(tag: string): Language {
  const base = tag.toLowerCase().split("-")[0] ?? "";
  return base in OTHERS ? (base as Language) : "en";
}

/** Speaks another language from now on; resolves when its texts are there. */
export async function setLanguage(tag: string): Promise<void> {
  const wanted = closest(tag);
  chosen = true;
  if (wanted === current) return;
  current = wanted;
  const catalogue = wanted === "en" ? null : (await OTHERS[wanted]()).default;
  // Somebody may have chosen yet another one meanwhile.
  if (wanted !== current) return;
  loaded = catalogue;
  for (const listener of listeners) listener();
}

/** Returns the function that says the texts of one section of the catalogue. */
export function section<S extends keyof Catalogue>(name: S, english: Catalogue[S]) {
  return (key: keyof Catalogue[S], values: Values = {}): string => {
    const own = loaded?.[name][key];
    const text = fill(String(own ?? english[key]), values, own === undefined ? "en" : current);
    // All of our languages are written from the left; among others each text stands for itself, with its marks where they belong.
    return document.dir === "rtl" ? `\u2066${text}\u2069` : text;
  };
}

/** Draws an element again when the language changes. */
export class FollowLanguage implements ReactiveController {
  constructor(private readonly host: ReactiveControllerHost) {
    host.addController(this);
  }

  private readonly draw = (): void => this.host.requestUpdate();

  hostConnected(): void {
    listeners.add(this.draw);
    if (!chosen) void setLanguage(document.documentElement.lang || navigator.language);
  }

  hostDisconnected(): void {
    listeners.delete(this.draw);
  }
}

/** Calls back whenever the language has changed. */
export function onLanguage(listener: () => void): void {
  listeners.add(listener);
}
