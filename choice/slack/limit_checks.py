"""Small checks that are put together into a table of what Slack takes. None of them raises."""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass

from choice.slack.slack_limits import LIMITS
from choice.slack.text_pieces import size


@dataclass(frozen=True, slots=True)
class Problem:
    """One broken rule: where (a JSON pointer), which (a short code), and what to do."""

    pointer: str
    code: str
    message: str


Check = Callable[[object, str], Iterator[Problem]]
Fields = Mapping[str, Check]


def string(limit: str, least: int = 1) -> Check:
    """Return the check of a string; `limit` names how long it may be."""
    most = LIMITS[limit]

    def check(value: object, at: str) -> Iterator[Problem]:
        if not isinstance(value, str):
            yield Problem(at, "wrong_type", "must be a string")
        elif least and not value.strip():
            yield Problem(at, "empty", "must not be empty")
        elif size(value) > most:
            yield Problem(at, "too_long", f"must be less than {most + 1} characters")

    return check


def text(limit: str, *kinds: str) -> Check:
    """Return the check of a text object; without kinds both are fine."""
    allowed = kinds or ("plain_text", "mrkdwn")
    words = string(limit)
    fields = {"plain_text": {"emoji": flag}, "mrkdwn": {"verbatim": flag}}

    def check(value: object, at: str) -> Iterator[Problem]:
        kind = value.get("type") if isinstance(value, Mapping) else None
        if not isinstance(kind, str) or kind not in fields:
            yield Problem(at, "wrong_type", "must be a text object")
        elif kind not in allowed:
            yield Problem(f"{at}/type", "wrong_value", f"must be {' or '.join(allowed)}")
        else:
            yield from record({"type": anything, "text": words}, fields[kind])(value, at)

    return check


def plain(limit: str) -> Check:
    """Return the check of text without marks."""
    return text(limit, "plain_text")


def one_of(*values: str) -> Check:
    """Return the check of a word that must be one of a few."""

    def check(value: object, at: str) -> Iterator[Problem]:
        if value not in values:
            yield Problem(at, "wrong_value", f"must be one of {', '.join(values)}")

    return check


def whole(least: int, most: int) -> Check:
    """Return the check of a whole number."""

    def check(value: object, at: str) -> Iterator[Problem]:
        if not isinstance(value, int) or isinstance(value, bool):
            yield Problem(at, "wrong_type", "must be a whole number")
        elif not least <= value <= most:
            yield Problem(at, "wrong_value", f"must be between {least} and {most}")

    return check


def items(check_one: Check, limit: str, least: int = 1) -> Check:
    """Return the check of a list; `limit` names how many it may have."""
    most = LIMITS[limit]

    def check(value: object, at: str) -> Iterator[Problem]:
        if not isinstance(value, list | tuple):
            yield Problem(at, "wrong_type", "must be a list")
            return
        if len(value) < least:
            yield Problem(at, "too_few", f"no fewer than {least} items allowed")
        if len(value) > most:
            yield Problem(at, "too_many", f"no more than {most} items allowed")
        for number, one in enumerate(value):
            yield from check_one(one, f"{at}/{number}")

    return check


def record(required: Fields, optional: Fields | None = None) -> Check:
    """Return the check of an object: what it must have, what it may have, and nothing else."""
    known = {**required, **(optional or {})}

    def check(value: object, at: str) -> Iterator[Problem]:
        if not isinstance(value, Mapping):
            yield Problem(at, "wrong_type", "must be an object")
            return
        for name in required.keys() - value.keys():
            yield Problem(f"{at}/{name}", "missing", "must be there")
        for name, member in value.items():
            if name in known:
                yield from known[name](member, f"{at}/{name}")
            else:
                yield Problem(f"{at}/{name}", "unknown_field", "invalid additional property")

    return check


def by_type(table: Mapping[str, Check], allowed: Collection[str]) -> Check:
    """Return the check of an object whose type decides, and which must be one that fits here."""

    def check(value: object, at: str) -> Iterator[Problem]:
        kind = value.get("type") if isinstance(value, Mapping) else None
        if not isinstance(kind, str) or kind not in table:
            yield Problem(f"{at}/type", "wrong_type", "is not a type that Slack knows")
        elif kind not in allowed:
            yield Problem(f"{at}/type", "not_allowed", f"unsupported element: {kind}")
        else:
            yield from table[kind](value, at)

    return check


def all_of(*checks: Check) -> Check:
    """Return the check that asks several."""

    def check(value: object, at: str) -> Iterator[Problem]:
        for one in checks:
            yield from one(value, at)

    return check


def anything(_value: object, _at: str) -> Iterator[Problem]:
    """Find nothing wrong."""
    return iter(())


def flag(value: object, at: str) -> Iterator[Problem]:
    """Check a value that is true or false."""
    if not isinstance(value, bool):
        yield Problem(at, "wrong_type", "must be true or false")
