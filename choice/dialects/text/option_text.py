"""An option's lines become its label and description."""

import re

from choice.dialects.lenient import labelled, one_line, shortened
from choice.dialects.recommendation import without_recommendation
from choice.dialects.text.amount_range import is_range
from choice.dialects.text.label_end import separator
from choice.dialects.text.wrapped_label import put_together
from choice.models import MAX_DESCRIPTION, Option

_RECOMMENDING = ("recommended", "default")
_BOLD = ("**", "__")
_LONGEST = 2000
"""A line that is longer has more in it than label and description may have, whatever its marks."""
_DASHES = ("-", "–", "—")
_LEADING = " \t\u00a0:：-–—"
_LETTERS = "[\n !-'+,./0-9;-Z^a-~]*+"
_ARE_LABELS = re.compile(f"{_LETTERS}(?:\\b-\\b{_LETTERS})*").fullmatch
_WITHOUT_EMPHASIS = "[ -)+-^`-~]"
_BOLD_LABEL = re.compile(
    f"\\*\\*({_WITHOUT_EMPHASIS}++)\\*\\*(:| [-–—]|) ([0-9A-Za-z]{_WITHOUT_EMPHASIS}*+)"
).fullmatch
"""Finds a bold label, what separates it, and its description where that has no emphasis of its own."""


def are_labels(lines: str) -> bool:
    """Tell whether lines are labels and nothing else: they have no brackets, emphasis, colons or dashes."""
    return _ARE_LABELS(lines) is not None and "  " not in lines


def plain_option_of(option_id: str, line: str) -> Option | None:
    """Return the option that one line without any mark that recommends describes, as most do, or None."""
    label, description = _behind_bold(line)
    if not label:
        text = one_line(line)
        if len(text) > _LONGEST:
            return None
        label, description = _split(text)
        label = without_emphasis(label)
        if not label or len(label) > MAX_DESCRIPTION or len(description) > MAX_DESCRIPTION:
            return None
        label = one_line(label)
    marked = description.casefold() in _RECOMMENDING
    return shortened(option_id, label, None if marked else description or None, recommended=marked)


def _behind_bold(line: str) -> tuple[str, str]:
    """Return label and description where plainly a bold beginning is the label; else no label."""
    found = _BOLD_LABEL(line) if len(line) <= MAX_DESCRIPTION and "  " not in line else None
    if found is None:
        return "", ""
    label, sign, description = found.groups()
    if (not sign and label[-1] != ":") or (sign[1:] and is_range(label, description)):
        return "", ""
    return label.rstrip(": ").lstrip(), description.rstrip()


def option_of(option_id: str, lines: list[str]) -> Option | None:
    """Return the option that a marker's lines describe, or None where not all of it could be shown."""
    text, rest = one_line(lines[0]), [line.strip() for line in lines[1:]]
    if rest:
        text, rest = put_together(text, rest)
        text = one_line(text)
    if len(text) > _LONGEST:
        return None
    text, marked = without_recommendation(text)
    label, description = _split(text)
    label, marked_label = without_recommendation(without_emphasis(label))
    described, marked_description = _described(description, rest)
    if not label or len(label) > MAX_DESCRIPTION or len(described) > MAX_DESCRIPTION:
        return None
    return labelled(
        option_id, label, described or None, recommended=marked or marked_label or marked_description
    )


def _described(description: str, lines: list[str]) -> tuple[str, bool]:
    """Return the description that an option's lines give, and whether it recommends."""
    details = [description, *[one_line(without_emphasis(line)) for line in lines]] if lines else [description]
    whole = "\n".join([detail for detail in details if detail])
    if not whole:
        return "", False
    described, marked = without_recommendation(whole)
    if described.strip("()[]（）").casefold() in _RECOMMENDING:
        return "", True
    return described, marked


def without_emphasis(text: str) -> str:
    """Return a text without bold and italic marks; code marks stay, they mean something."""
    if "*" not in text and "_" not in text:
        return text.strip()
    text = text.replace("**", "").replace("__", "")
    if len(text) > 2 and text[0] == text[-1] and text[0] in "*_":  # noqa: PLR2004 - two marks and a letter
        text = text[1:-1]
    return text.strip()


def _split(text: str) -> tuple[str, str]:
    """Return label and description: at the end of a bold beginning, else at a separator."""
    mark = text[:2]
    if mark in _BOLD and (end := text.find(mark, len(mark))) > 0:
        behind = text[end + len(mark) :].strip()
        if behind[:1] in _DASHES and is_range(text[len(mark) : end], without_emphasis(behind[1:])):
            text = without_emphasis(text)
        elif not behind or behind[0] in _LEADING or text[end - 1] == ":":
            return text[len(mark) : end].rstrip(": "), without_emphasis(behind.lstrip(_LEADING))
    at, width = separator(text)
    if width == 0:
        return text, ""
    return text[:at], without_emphasis(text[at + width :])
