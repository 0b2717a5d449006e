"""The form that the arguments of `ask` describe, not yet checked."""

import argparse
from typing import NamedTuple

from choice.cli.command import UsageError
from choice.cli.input_text import opened, pieces

_FROM_INPUT = "-"


class AskedForm(NamedTuple):
    """The form as JSON values, and the labels of options without an id, by the number that stands for it."""

    form: dict[str, object]
    labels: dict[str, str]


def asked_form(given: argparse.Namespace) -> AskedForm:
    """Return what is asked.

    Raises:
        UsageError: There is no title, or nothing to choose from and own words are not taken, or the options
            cannot be read.
    """
    if not given.title.strip():
        message = "--title: say in a few words what it is about."
        raise UsageError(message)
    options, labels = _options(given)
    if not options and not given.text:
        message = "Give options with --option ID=LABEL, or --text for own words."
        raise UsageError(message)
    named = {option_id: option_id for option_id, _label in options}
    for option_id, label in labels.items():
        named.setdefault(label, option_id)
    recommended = [_named(one, named) for one in given.recommend]
    question: dict[str, object] = {
        "id": "q1",
        "text": given.prompt,
        "selection_mode": _mode(given, has_options=bool(options)),
        "options": [
            {"id": option_id, "label": label, "recommended": option_id in recommended}
            for option_id, label in options
        ],
        "allow_free_text": given.text,
        "default_selection_ids": [_named(one, named) for one in given.default],
    }
    limits = {"min_selections": given.min, "max_selections": given.max}
    question |= {name: limit for name, limit in limits.items() if limit is not None}
    return AskedForm({"title": given.title, "questions": [question]}, labels)


def _named(wanted: str, named: dict[str, str]) -> str:
    """Return the id of the option that is meant."""
    if wanted not in named:
        message = f"There is no option {wanted!r}. An --option has its id before the =."
        raise UsageError(message)
    return named[wanted]


def _options(given: argparse.Namespace) -> tuple[list[tuple[str, str]], dict[str, str]]:
    """Return ids with labels; a line without `=` is a label, and its number the id."""
    options: list[tuple[str, str]] = []
    labels: dict[str, str] = {}
    for number, line in enumerate(_lines(given), start=1):
        name, equals, label = line.partition("=")
        option_id = name.strip() if equals else ""
        label = (label if equals else line).strip()
        if not option_id and not label:
            message = "--option: give ID=LABEL, or a label alone."
            raise UsageError(message)
        if not option_id:
            option_id = str(number)
            labels[option_id] = label
        options.append((option_id, label or option_id))
    return options, labels


def _mode(given: argparse.Namespace, *, has_options: bool) -> str:
    if not has_options:
        return "text_input"
    if not given.multi:
        return "single"
    return "hybrid" if given.text else "multi"


def _lines(given: argparse.Namespace) -> list[str]:
    if _FROM_INPUT not in given.option:
        return list(given.option)
    with opened(_FROM_INPUT, "Give each option with --option ID=LABEL.") as stream:
        text = "".join(pieces(stream, _FROM_INPUT))
    read = [line.strip() for line in text.splitlines() if line.strip()]
    at = given.option.index(_FROM_INPUT)
    return [*given.option[:at], *read, *given.option[at + 1 :]]
