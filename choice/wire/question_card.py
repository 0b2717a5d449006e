"""The question card: one question as a chat page shows it, in the shape that pages already read."""

from collections.abc import Mapping
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from choice.models import MAX_DESCRIPTION, MAX_ID, MAX_LABEL, MAX_OPTIONS, MAX_PLACEHOLDER, Category, Question
from choice.plain_text import cut

MAX_TEXT = 1000
MAX_RATIONALE = 500
PLACEHOLDER = "Or type your own answer..."

_FROZEN = ConfigDict(frozen=True, extra="forbid")


class CardOption(BaseModel):
    """One option of a card."""

    model_config = _FROZEN

    id: str = Field(min_length=1, max_length=MAX_ID)
    label: str = Field(min_length=1, max_length=MAX_LABEL)
    description: str | None = Field(default=None, max_length=MAX_DESCRIPTION)
    is_default: bool = False
    """Whether the model recommends it."""


class QuestionCard(BaseModel):
    """One question with its options.

    A list in a model's text and the tool `present_question` give two to six options. An explicit form may
    offer one, or up to a hundred, or none where only own words are asked for: the card has them all, in their
    order. A text too long for a card is cut, and stands whole in `metadata` under the name of its field.
    """

    model_config = _FROZEN

    question_id: str
    question_text: str = Field(max_length=MAX_TEXT)
    rationale: str | None = Field(default=None, max_length=MAX_RATIONALE)
    category: Category
    options: tuple[CardOption, ...] = Field(max_length=MAX_OPTIONS)
    allow_free_text: Literal[True] = True
    free_text_placeholder: str = Field(default=PLACEHOLDER, max_length=MAX_PLACEHOLDER)
    max_selections: int = Field(default=1, ge=1, le=MAX_OPTIONS)
    """How many options may be chosen; 1, too, where there are none."""
    metadata: dict[str, JsonValue] = Field(default_factory=dict)


def card_of(
    question: Question, question_id: str, category: Category, metadata: Mapping[str, JsonValue]
) -> QuestionCard:
    """Return the card of a question; its own metadata stands beside what is given."""
    whole: dict[str, JsonValue] = {}
    if len(question.text) > MAX_TEXT:
        whole["question_text"] = question.text
    if question.context is not None and len(question.context) > MAX_RATIONALE:
        whole["rationale"] = question.context
    return QuestionCard(
        question_id=question_id,
        question_text=cut(question.text, MAX_TEXT),
        rationale=None if question.context is None else cut(question.context, MAX_RATIONALE),
        category=question.category or category,
        options=tuple(
            [
                CardOption(
                    id=option.id,
                    label=option.label,
                    description=option.description,
                    is_default=option.recommended,
                )
                for option in question.options
            ]
        ),
        free_text_placeholder=question.placeholder or PLACEHOLDER,
        max_selections=max(1, question.max_selections),
        metadata={**question.metadata, **whole, **metadata},
    )
