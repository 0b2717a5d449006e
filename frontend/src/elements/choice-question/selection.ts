/** What a person has chosen and written so far, and whether it can be sent. Pure. */
import type {Draft} from "../../controllers/drafts.ts";
import type {Answer, AnswerInput, Question} from "../../wire/generated.ts";

/** Why a draft cannot be sent, by the name of its text, and the number in that text. */
export interface Problem {
  readonly key: "too_few" | "too_many" | "empty" | "empty_text" | "too_long";
  readonly n: number;
  /** How many there are. */
  readonly have?: number;
}

const MOST_WORDS = 8000;
const MOST_NOTE = 2000;

/** Returns that a text is longer than the server takes, or null. */
export function tooLong(text: string, n = MOST_NOTE): Problem | null {
  // The server counts characters, not the halves of some.
  const have = text.length > n ? [...text.trim()].length : 0;
  return have > n ? {key: "too_long", n, have} : null;
}

/** Returns which text of a draft is too long, or null. */
export function longest({text, notes}: Draft, note: string): Problem | null {
  return (
    tooLong(text, MOST_WORDS) ?? tooLong([note, ...Object.values(notes)].find((one) => tooLong(one)) ?? "")
  );
}

/** Returns the draft a question starts with: its defaults. */
export function startOf(question: Question): Draft {
  return {chosen: question.default_selection_ids, text: "", notes: {}};
}

/** Returns the draft that an answer was made from; without one, what the question starts with. */
export function draftOf(question: Question, answer: Answer | null): Draft {
  if (!answer) return startOf(question);
  return {chosen: answer.option_ids, text: answer.custom_text ?? "", notes: answer.option_notes};
}

/** Returns what still fits of a draft that may be of another version of the question. */
export function fitting(question: Question, draft: Draft): Draft {
  const chosen = ordered(question, draft.chosen);
  const notes = Object.entries(draft.notes).filter(([id]) => question.options.some((one) => one.id === id));
  return {
    chosen: chosen.length > question.max_selections ? [] : chosen,
    text: question.allow_free_text ? draft.text : "",
    notes: Object.fromEntries(notes),
  };
}

/** Returns the draft after an option was pressed. */
export function pressed(question: Question, draft: Draft, id: string): Draft {
  if (question.max_selections === 1) {
    const again = draft.chosen.includes(id) && question.selection_mode !== "single";
    return {...draft, chosen: again ? [] : [id]};
  }
  const chosen = draft.chosen.includes(id) ? draft.chosen.filter((one) => one !== id) : [...draft.chosen, id];
  return {...draft, chosen: ordered(question, chosen)};
}

/** Returns the draft with own words. They stand instead of options, except where a question takes both. */
export function written(question: Question, draft: Draft, text: string): Draft {
  const instead = question.selection_mode !== "hybrid" && text.trim() !== "";
  return {...draft, text, chosen: instead ? [] : draft.chosen};
}

/** Returns why the draft is no answer, or null where it is one. */
export function problemOf(question: Question, draft: Draft): Problem | null {
  const {max_selections: most, min_selections: least, selection_mode: mode, options} = question;
  const count = draft.chosen.length;
  const mayWrite = question.allow_free_text && (mode !== "hybrid" || least === 0);
  if (count > most) return {key: "too_many", n: most};
  if (count === 0 && mayWrite && draft.text.trim()) return null;
  if (count === 0 && (mode !== "multi" || least > 0)) {
    // Words are asked for only where they alone are an answer.
    if (mayWrite) return {key: options.length > 0 ? "empty" : "empty_text", n: 0};
    return {key: "too_few", n: Math.max(1, least)};
  }
  return count < least ? {key: "too_few", n: least} : null;
}

/** Returns the answer that a draft stands for. */
export function answerOf(question: Question, draft: Draft): AnswerInput {
  const words = draft.text.trim();
  const takesWords = words !== "" && (draft.chosen.length === 0 || question.selection_mode === "hybrid");
  const notes = Object.entries(draft.notes).filter(([id, note]) => draft.chosen.includes(id) && note.trim());
  return {
    question_id: question.id,
    option_ids: ordered(question, draft.chosen),
    ...(takesWords ? {custom_text: words} : {}),
    ...(notes.length > 0 ? {option_notes: Object.fromEntries(notes)} : {}),
  };
}

function ordered(question: Question, chosen: readonly string[]): string[] {
  return question.options.map((option) => option.id).filter((id) => chosen.includes(id));
}

const YES = /^(?:y|yes|yeah|ok|true|예|네|是|好|はい)(?!\p{L})/iu;
const NO = /^(?:n|no|nope|false|아니[요오]?|否|不|いいえ)(?!\p{L})/iu;

/** Tells whether a question is a plain yes or no, whose two options stand side by side. */
export function isYesOrNo({options}: Question): boolean {
  const says = (rule: RegExp) =>
    options.some(
      ({id, label, value, description}) =>
        !description && label.length < 29 && [value ?? "", id, label].some((word) => rule.test(word)),
    );
  return options.length === 2 && options.every((one) => !one.description) && says(YES) && says(NO);
}
