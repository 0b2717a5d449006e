"""Options as the members of a list describe them, and which of them say the same."""

from collections.abc import Sequence
from typing import NamedTuple

from choice.models import MAX_LABEL, Option
from choice.validation import look_of


class OptionDraft(NamedTuple):
    """An option as a member of the list describes it; the id may still be missing."""

    label: str
    id: str | None = None
    description: str | None = None
    value: str | None = None
    recommended: bool = False
    is_too_long: bool = False
    """Id or value cannot be kept whole."""


def distinct(drafts: Sequence[OptionDraft], options: Sequence[Option]) -> tuple[Option, ...]:
    """Return the options without those that say the same again; none where two look alike and differ."""
    looks = [
        look_of(option.label if len(draft.label) <= MAX_LABEL else draft.label)
        for draft, option in zip(drafts, options, strict=True)
    ]
    if len(set(looks)) == len(looks):
        return tuple(options)
    seen: dict[str, tuple[OptionDraft, Option]] = {}
    for look, draft, option in zip(looks, drafts, options, strict=True):
        first, kept = seen.setdefault(look, (draft, option))
        if (first.id, first.value, first.description) != (draft.id, draft.value, draft.description):
            return ()
        if option.recommended and not kept.recommended:
            seen[look] = (first, kept.model_copy(update={"recommended": True}))
    return tuple([option for _, option in seen.values()])
