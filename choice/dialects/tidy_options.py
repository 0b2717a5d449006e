"""Options that are written so plainly that one look at all of them is enough."""

from collections.abc import Sequence
from typing import Any

from choice.dialects.recommendation import may_recommend
from choice.models import MAX_ID, MAX_LABEL, Option, option_of_checked

_KEYS = frozenset({"id", "label", "description", "value"})


def tidy_options(members: Sequence[object], wanted: str | None) -> tuple[Option, ...] | None:
    """Return the options of members that need no closer look, `wanted` recommended; None where one does.

    None does where all have a label and either all or none an id, these differ, and all texts are short and
    in printable ASCII, without a space too many and without a mark that may recommend.
    """
    tidy = [member for member in members if type(member) is dict and _KEYS.issuperset(member)]
    if len(tidy) < len(members) or not _are_plain([text for member in tidy for text in member.values()]):
        return None
    numbered = "id" not in tidy[0]
    labels: set[str] = set()
    options: dict[str, Option] = {}
    for number, member in enumerate(tidy, start=1):
        label, option_id = member.get("label"), str(number) if numbered else member.get("id")
        if label is None or option_id is None or len(option_id) > MAX_ID or (numbered and "id" in member):
            return None
        labels.add(label.casefold())
        options[option_id] = option_of_checked(
            option_id, label, member.get("description"), member.get("value"), recommended=option_id == wanted
        )
    return tuple(options.values()) if len(labels) == len(options) == len(members) else None


def _are_plain(texts: list[Any]) -> bool:
    """Tell whether all are texts in which nothing is hidden and nothing recommends."""
    for text in texts:
        if type(text) is not str or len(text) > MAX_LABEL:
            return False
    whole = f" {' '.join(texts)} "
    # A space too many, at an end of a text or inside it, stands beside another one; so does an empty text.
    return "  " not in whole and whole.isascii() and whole.isprintable() and not may_recommend(whole)
