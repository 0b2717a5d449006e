/** An answer as a person reads it. */
import type {Answer, AnswerInput, Question} from "./generated.ts";

/** Returns the labels of the chosen options, and own words in quotes, as one line. */
export function answerText(question: Question, answer: Answer): string {
  const labels = question.options.filter((one) => answer.option_ids.includes(one.id)).map((one) => one.label);
  const words = answer.custom_text ? [`“${answer.custom_text}”`] : [];
  return [...labels, ...words].join(", ");
}

/** Returns an answer with nothing left out. */
export function whole(answer: AnswerInput): Answer {
  return {option_ids: [], custom_text: null, option_notes: {}, ...answer};
}
