/** Keeps what a person has begun to answer across reloads, by question, and forgets it when it is no longer needed. */

const PREFIX = "choice-draft:";
const KEPT_MS = 7 * 24 * 60 * 60 * 1000;

export interface Draft {
  /** The ids of the options chosen so far. */
  readonly chosen: readonly string[];
  readonly text: string;
  /** Notes on options, by option id. */
  readonly notes: Readonly<Record<string, string>>;
}

/** Returns the draft kept under a key, or null. Drafts of questions that nobody came back to are forgotten meanwhile. */
export function keptDraft(key: string): Draft | null {
  try {
    for (const name of Object.keys(localStorage)) if (name.startsWith(PREFIX)) fresh(name);
    return fresh(PREFIX + key);
  } catch {
    return null;
  }
}

/** Returns what is kept under a name, and removes what is too old. */
function fresh(name: string): Draft | null {
  const kept = JSON.parse(localStorage.getItem(name) ?? "null") as (Draft & {at: number}) | null;
  if (kept && Date.now() - kept.at < KEPT_MS) return kept;
  localStorage.removeItem(name);
  return null;
}

/** Returns the words that are kept alone under a key. */
export function keptWords(key: string): string {
  return keptDraft(key)?.text ?? "";
}

/** Keeps words alone, such as a note on a whole answer; none are forgotten. */
export function keepWords(key: string, text: string): void {
  keepDraft(key, {chosen: [], text, notes: {}});
}

/** Keeps a draft; one that says nothing is forgotten. Where nothing can be kept, nothing happens. */
export function keepDraft(key: string, draft: Draft | null): void {
  try {
    if (draft && (draft.text || draft.chosen.length > 0 || Object.keys(draft.notes).length > 0)) {
      localStorage.setItem(PREFIX + key, JSON.stringify({...draft, at: Date.now()}));
    } else localStorage.removeItem(PREFIX + key);
  } catch {
    // Private windows and full storage: the draft lives as long as the page.
  }
}
