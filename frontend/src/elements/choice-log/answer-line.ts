/** A decision as one line. */
import type {Decision} from "../../wire/decision-log.ts";
import type {LoggedAnswer} from "../../wire/generated.ts";
import {cardWords} from "../../words/card.ts";
import {shortened} from "../../words/shortened.ts";

/** Returns what was answered, or how it ended without an answer. */
export function answerLine(one: Decision): string {
  const answers = one.body.answers ?? [];
  if (one.kind === "answered" || answers.length > 0) return shortened(answers.map(answerText).join(" · "));
  const note = one.body.note ? `: “${one.body.note}”` : "";
  return shortened(cardWords(one.kind) + note);
}

/** Returns the answer to one question. */
export function answerText({labels, custom_text}: LoggedAnswer): string {
  const words = custom_text ? [`“${custom_text}”`] : [];
  return [...labels.filter((label) => label), ...words].join(", ") || cardWords("none_chosen");
}
