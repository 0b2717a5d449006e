/** The `question_card` event, as `questionOf` accepts it. */
import type {CardOption, QuestionCard} from "./generated.ts";

export type OptionLike = Pick<CardOption, "id" | "label"> & Partial<CardOption>;

/** A `QuestionCard` whose members with a default may be missing. */
export type CardLike = Pick<QuestionCard, "question_id" | "question_text" | "category"> &
  Partial<Omit<QuestionCard, "options" | "allow_free_text">> & {
    options: readonly OptionLike[];
    allow_free_text: boolean;
  };
