/** The `question_card` event, and how a thread keeps it. */
import type {Answer} from "./generated.ts";
import type {State} from "./interaction.ts";

export interface OptionLike {
  id: string;
  label: string;
  description?: string | null;
  is_default?: boolean;
  /** What the asker reads instead of the label; a fenced `choices` block has it. */
  value?: string | null;
}

/** What a card needs to be shown; `QuestionCard` is one, as the server sends it. */
export interface CardLike {
  question_id: string;
  question_text: string;
  rationale?: string | null;
  category: "discovery" | "clarification" | "mode_selection";
  options: readonly OptionLike[];
  allow_free_text: boolean;
  free_text_placeholder?: string | null;
  max_selections?: number;
  metadata?: Readonly<Record<string, unknown>> | null;
}

/** A card as a thread keeps it: with how it ended. */
export interface StoredCard extends CardLike {
  state: State;
  answer:
    | (Partial<Answer> & {answered_by?: string | null; surface?: string | null; is_draft?: boolean})
    | null;
}
