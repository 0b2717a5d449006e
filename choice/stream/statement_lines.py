"""Whole lines of plain statements, of which most prose consists: they ask nothing and pass at once."""

import re

from choice.dialects.text.option_marker import begins_with_word
from choice.stream.reader import Reader
from choice.stream.sentences import LONGEST
from choice.stream.statement_end import NOTABLE_CHARACTERS, is_abbreviation

# Possessive: nothing is given back, so nothing is looked at twice.
_LINE = re.compile(f"(?:[^{NOTABLE_CHARACTERS}]*+[.](?=[ \n]))++\n").match
_STATEMENTS = re.compile("[^.]*+[.]").findall


def pass_statements(reader: Reader) -> bool:
    """Pass the lines of statements that begin here, if any do; tell whether they were.

    To be called at the beginning of a line, as `read_text` reads it: it decides as the reading would.
    """
    held = reader.held
    text, end = held.text, held.start
    while begins_with_word(text, end) is not None and (line := _LINE(text, end)) is not None:
        statements: list[str] = _STATEMENTS(line[0])
        if any(len(each) > LONGEST or is_abbreviation(each) for each in statements):
            break
        reader.before += statements
        end = line.end()
    if end == held.start:
        return False
    held.release(end)
    return True
