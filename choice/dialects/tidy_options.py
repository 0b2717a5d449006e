"""Options that are written so plainly that one look at all of them is enough."""

from collections.abc import Sequence

from choice.dialects.recommendation import may_recommend
from choice.models import MAX_ID, MAX_LABEL, Option, option_of_checked

_KEYS = frozenset({"id", "label", "description", "value"})


def tidy_options(members: Sequence[object], wanted: str | None) -> tuple[Option, ...] | None:
    """Return the options of members that need no closer look, `wanted` recommended; None where one does.

    None does where all have an id and a label of their own, and all texts are short and in printable ASCII,
    without a space too many and without a mark that may recommend.
    """
    texts: list[str] = []
    tidy: list[dict[str, str]] = []
    for member in members:
        if type(member) is not dict or not _KEYS.issuperset(member):
            return None
        tidy.append(member)
        texts += member.values()
    try:
        whole = f" {' '.join(texts)} "
    except TypeError:
        return None
    # A space too many, at an end of a text or inside it, stands beside another one; so does an empty text.
    if "  " in whole or not (whole.isascii() and whole.isprintable()) or may_recommend(whole):
        return None
    if len(max(texts, key=len)) > MAX_LABEL:
        return None
    labels: set[str] = set()
    options: dict[str, Option] = {}
    for member in tidy:
        option_id, label = member.get("id"), member.get("label")
        if option_id is None or label is None or len(option_id) > MAX_ID:
            return None
        labels.add(label.casefold())
        options[option_id] = option_of_checked(
            option_id, label, member.get("description"), member.get("value"), recommended=option_id == wanted
        )
    return tuple(options.values()) if len(labels) == len(options) == len(members) else None
