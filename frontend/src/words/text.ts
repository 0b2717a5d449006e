/** Fills the texts of a catalogue. */

export type Values = Readonly<Record<string, string | number>>;

/** `{name}`, or `{name|one|other}` where `#` stands for the number. */
const PLACE = /\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g;

/** Returns a text with its places filled in. */
export function fill(text: string, values: Values, language: string): string {
  return text.replace(PLACE, (_whole, name: string, one?: string, other?: string) => {
    const value = values[name] ?? "";
    if (other === undefined) return String(value);
    const form = new Intl.PluralRules(language).select(Number(value)) === "one" ? one : other;
    return (form ?? other).replace("#", String(value));
  });
}
