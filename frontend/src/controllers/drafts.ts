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

/** Returns the draft kept under a key, or null. */
export function keptDraft(key: string): Draft | null {
  try {
    const kept = JSON.parse(localStorage.getItem(PREFIX + key) ?? "null") as (Draft & {at: number}) | null;
    return kept && Date.now() - kept.at < KEPT_MS ? kept : null;
  } catch {
    return null;
  }
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
