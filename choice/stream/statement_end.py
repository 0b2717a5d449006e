"""Marks that may end a sentence, and the abbreviations whose full stop does not."""

import re

from choice.stream.watch import Search

NOTABLE: Search = re.compile("[\n{\\[`<.!?。！？؟]").search
_LONGEST_ABBREVIATION = 8
_ABBREVIATIONS = frozenset({
    "e.g.", "i.e.", "vs.", "etc.", "approx.", "dr.", "mr.", "mrs.", "ms.", "cf.", "resp.", "incl.",
    "z.b.", "d.h.", "bzw.", "usw.", "ca.", "nr.", "p.ej.", "ej.", "p.ex.", "u.a.",
    "max.", "min.", "máx.", "mín.", "mind.",
})  # fmt: skip


def is_abbreviation(statement: str) -> bool:
    """Tell whether the full stop at the end belongs to the word before it."""
    word = statement[-_LONGEST_ABBREVIATION:].rpartition(" ")[2]
    return word.lstrip("(\"'“").casefold() in _ABBREVIATIONS
