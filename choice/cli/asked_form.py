"""The form that the arguments of `ask` describe, not yet checked."""

import argparse
import sys

from choice.cli.command import UsageError

_FROM_INPUT = "-"


def asked_form(given: argparse.Namespace) -> dict[str, object]:
    """Return the form as JSON values.

    Raises:
        UsageError: There is no title, or nothing to choose from and own words are not taken.
    """
    if not given.title.strip():
        message = "--title: say in a few words what it is about."
        raise UsageError(message)
    options = [_option(line, number, given.recommend) for number, line in enumerate(_lines(given), start=1)]
    if not options and not given.text:
        message = "Give options with --option ID=LABEL, or --text for own words."
        raise UsageError(message)
    unknown = [
        one for one in (*given.recommend, *given.default) if one not in {each["id"] for each in options}
    ]
    if unknown:
        message = f"There is no option {unknown[0]!r}. An --option has its id before the =."
        raise UsageError(message)
    question: dict[str, object] = {
        "id": "q1",
        "text": given.prompt,
        "selection_mode": _mode(given, has_options=bool(options)),
        "options": options,
        "allow_free_text": given.text,
        "default_selection_ids": given.default,
    }
    limits = {"min_selections": given.min, "max_selections": given.max}
    question |= {name: limit for name, limit in limits.items() if limit is not None}
    return {"title": given.title, "questions": [question]}


def _mode(given: argparse.Namespace, *, has_options: bool) -> str:
    if not has_options:
        return "text_input"
    if not given.multi:
        return "single"
    return "hybrid" if given.text else "multi"


def _lines(given: argparse.Namespace) -> list[str]:
    if _FROM_INPUT not in given.option:
        return list(given.option)
    read = [line.strip() for line in sys.stdin.read().splitlines() if line.strip()]
    at = given.option.index(_FROM_INPUT)
    return [*given.option[:at], *read, *given.option[at + 1 :]]


def _option(line: str, number: int, recommended: list[str]) -> dict[str, object]:
    """Return `id=label`; a line without `=` is a label with its number as id."""
    name, equals, label = line.partition("=")
    option_id = name.strip() if equals and name.strip() else str(number)
    return {
        "id": option_id,
        "label": (label if equals else line).strip() or option_id,
        "recommended": option_id in recommended,
    }
