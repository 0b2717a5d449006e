"""Remembers whether a paragraph announced a text for somebody else, and whether that is over."""

import re
from collections.abc import Sequence

from choice.dialects.text.announced_text import announces_text
from choice.dialects.text.question_sentence import is_question
from choice.dialects.text.return_to_reader import returns_to_reader
from choice.dialects.text.written_for_others import is_about_work

_ACROSS = "-*_=═─━—⸻"
_SHORTEST_ACROSS = 3
_SUBJECT = re.compile(
    r"[*_ \t]{0,4}(?:subject|betreff|asunto|to|an|para|제목|主题|主旨|件名|الموضوع)[*_ ]{0,4}[:：]",
    re.IGNORECASE,
).match


class TextForOthers:
    """A survey, a letter or the like that is announced: what is asked in it is not asked of the reader.

    It goes on until a heading, a line across or a paragraph that plainly returns to the reader ends it. A
    heading or line right behind the announcement belongs to it. Where code, a quote or a table stands there,
    that is the text, and it ends with it.
    """

    __slots__ = ("_asks_in_headings", "_has_begun", "_level", "is_open")

    def __init__(self) -> None:
        self.is_open = False
        self._has_begun = False
        """Some of its own words have come."""
        self._level = 0
        """The level of the heading that is its title; 0 without one."""
        self._asks_in_headings = False

    def is_framed_by(self, words: str, before: Sequence[str]) -> bool:
        """Take the end of a line; tell whether it announces such a text, or is a line across.

        `words` are those that no mark ends, and `before` has the sentences before them.
        """
        earlier, last = before, words
        if before and (not words or words.isspace()):
            *earlier, last = before
        if announces_text(last, earlier):
            self._open()
            return True
        if self.is_open and _is_across(words.rpartition("\n")[2]):
            self.is_open = not self._has_begun
            return True
        return False

    def take(self, sentence: str) -> None:
        """Take a sentence, or words that no mark ends: what returns to the reader ends the text."""
        if self.is_open:
            self.is_open = not returns_to_reader(sentence)
            self._has_begun = self._has_begun or _SUBJECT(sentence) is None

    def end_item(self, item: str) -> None:
        """Take an item of a list."""
        if self.is_open:
            self.is_open = not (self._has_begun and _is_across(item))
            self._has_begun = self._has_begun or not _is_across(item)

    def end_heading(self, heading: str) -> None:
        """Take a heading."""
        if not self.is_open:
            return
        bare = heading.lstrip()
        level = len(bare) - len(bare.lstrip("#"))
        asks = is_question(heading)
        if not self._has_begun and not self._level:
            self._level, self._asks_in_headings = level, asks
        elif not 0 < self._level < level and not (asks and self._asks_in_headings and level == self._level):
            self.is_open = False

    def pass_block(self) -> None:
        """Take code, a quote or a table."""
        if not self._has_begun:
            self.is_open = False

    def asks(self, question: str) -> bool:
        """Take a question; tell whether it belongs to the text."""
        if not self.is_open:
            return False
        if question.lstrip().startswith("#"):
            self.end_heading(question)
        self.take(question)
        return False if is_about_work(question) else self.is_open

    def _open(self) -> None:
        self.is_open = True
        self._has_begun = False
        self._level = 0
        self._asks_in_headings = False


def _is_across(line: str) -> bool:
    """Tell whether a line is nothing but a line across the page."""
    if line[:1].isalnum():
        return False
    bare = "".join(line.split())
    return (len(bare) >= _SHORTEST_ACROSS or bare == "⸻") and not bare.strip(_ACROSS)
