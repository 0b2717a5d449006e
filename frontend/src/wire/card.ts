/** The question that a `question_card` event stands for. */
import type {CardLike} from "./card-types.ts";
import type {Question} from "./generated.ts";

export type * from "./card-types.ts";

/** What the server sends where the model gave no placeholder; the card says it in the person's language. */
const NO_PLACEHOLDER = "Or type your own answer...";

/** Returns the question that a card asks. */
export function questionOf(card: CardLike): Question {
  const most = card.max_selections ?? 1;
  const previews = (card.metadata?.previews ?? {}) as Readonly<Record<string, string>>;
  const dangers = (card.metadata?.dangers ?? []) as readonly string[];
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
      value: null,
      recommended: option.is_default ?? false,
      preview: previews[option.id] ?? null,
      danger: dangers.includes(option.id),
    })),
    default_selection_ids: [],
    min_selections: 1,
    max_selections: most,
    allow_free_text: card.allow_free_text,
    placeholder: card.free_text_placeholder === NO_PLACEHOLDER ? null : (card.free_text_placeholder ?? null),
    metadata: card.metadata ?? {},
  };
}
