"""Plays a conversation: feeds the model's words to a splitter and shows what comes out."""

import re
import time
from collections.abc import Iterable, Iterator, Sequence

from choice.answers import Answer, Answered
from choice.cli.demo_conversation import Turn
from choice.cli.terminal_page import TerminalPage
from choice.dialects.registry import dialect_named
from choice.models import Question
from choice.stream.segments import FormFound, Segment
from choice.stream.splitter import Splitter

_TOKEN = re.compile(r"\s*\S{1,5}|\s+")

_NEXT = """\
Try next:
  choicewire demo answer.txt          the same with a text of your own
  choicewire split answer.txt         one line of JSON for each segment
  choicewire instructions             how to teach a model to ask like this
"""


class Player:
    """Shows model text on a page, as a person would see it arrive."""

    def __init__(self, page: TerminalPage, pace: float) -> None:
        self._page = page
        self._pace = pace

    def play(self, conversation: Sequence[Turn]) -> None:
        """Show a whole conversation; open questions are answered with what the model recommends."""
        reply: str | None = None
        for turn in conversation:
            if turn.person is not None:
                self._page.person(turn.person)
            elif reply is not None:
                self._page.reply(reply)
            found = self.show([turn.model])
            reply = found and _reply(found)
        self._page.remark(_NEXT)

    def show(self, pieces: Iterable[str]) -> FormFound | None:
        """Show one text of a model; return the last form in it, or None."""
        splitter = Splitter("discovery")
        last: FormFound | None = None
        self._page.model()
        for token in _tokens(pieces):
            last = self._show(splitter.feed(token)) or last
            if self._pace:
                time.sleep(self._pace)
        last = self._show(splitter.flush()) or last
        self._page.end()
        return last

    def _show(self, segments: Iterable[Segment]) -> FormFound | None:
        last: FormFound | None = None
        for segment in segments:
            if isinstance(segment, FormFound):
                last = segment
                self._page.form(segment.form, segment.dialect)
            else:
                self._page.prose(segment.text)
        return last


def _tokens(pieces: Iterable[str]) -> Iterator[str]:
    for piece in pieces:
        yield from _TOKEN.findall(piece)


def _reply(found: FormFound) -> str:
    """Return what the model is told when a person follows its recommendations."""
    answers = tuple([_recommended(question) for question in found.form.questions])
    return dialect_named(found.dialect).reply(found.form, Answered(answers=answers))


def _recommended(question: Question) -> Answer:
    preferred = [option.id for option in question.options if option.recommended] or list(question.option_ids)
    return Answer(question_id=question.id, option_ids=tuple(preferred[:1]))
