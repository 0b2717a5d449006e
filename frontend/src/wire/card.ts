/** The `question_card` event, and the question it stands for. */
import type {Answer, Question} from "./generated.ts";
import type {State} from "./interaction.ts";

export interface CardOption {
  id: string;
  label: string;
  description?: string | null;
  is_default?: boolean;
  /** What the asker reads instead of the label; a fenced `choices` block has it. */
  value?: string | null;
}

export interface QuestionCard {
  question_id: string;
  question_text: string;
  rationale?: string | null;
  category: "discovery" | "clarification" | "mode_selection";
  options: readonly CardOption[];
  allow_free_text: boolean;
  free_text_placeholder?: string | null;
  max_selections?: number;
  metadata?: Readonly<Record<string, unknown>> | null;
}

/** A card as a thread keeps it: with how it ended. */
export interface StoredCard extends QuestionCard {
  state: State;
  answer:
    | (Partial<Answer> & {answered_by?: string | null; surface?: string | null; is_draft?: boolean})
    | null;
}

/** Returns the question that a card asks. */
export function questionOf(card: QuestionCard): Question {
  const most = card.max_selections ?? 1;
  return {
    id: card.question_id,
    text: card.question_text,
    context: card.rationale ?? null,
    category: card.category,
    selection_mode: most > 1 ? "multi" : "single",
    options: card.options.map((option) => ({
      id: option.id,
      label: option.label,
      description: option.description ?? null,
      value: option.value ?? null,
      recommended: option.is_default ?? false,
    })),
    default_selection_ids: [],
    min_selections: 1,
    max_selections: most,
    allow_free_text: card.allow_free_text,
    placeholder: card.free_text_placeholder ?? null,
    metadata: card.metadata ?? {},
  };
}
