"""Words and marks around a question that say nothing about it: "So, what exactly is it, then?"."""

import re

_BEFORE = re.compile(
    r"(?:so|and|but|now|ok|okay|well|also|then|und|aber|doch)\b,? ?"
    r"|(?:let me (?:check|see|think|recap)|you (?:might|may) (?:be wondering|ask|wonder)|the (?:big "
    r"|real )?question is)[:,] ?"
).match
_WITHIN = re.compile(
    r"(?<=[a-z]) (?:exactly|actually|really|precisely|specifically)(?= )|, (?:then|anyway|exactly)(?=\?)"
)


def without_fillers(question: str) -> str:
    """Return a question in small letters, without the words and marks that say nothing."""
    said = question.casefold().lstrip("¡\"'“‘« *_")
    while (filler := _BEFORE(said)) is not None:
        said = said[filler.end() :]
    return _WITHIN.sub("", said) if "ly " in said or ", " in said else said
