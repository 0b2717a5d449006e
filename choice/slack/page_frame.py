"""One message put together: what stands around the questions of a page, the same open and closed."""

from collections.abc import Sequence
from dataclasses import dataclass

from choice.models import Form
from choice.slack.form_pages import READING, TITLE_READ, Page, pages, shown_title
from choice.slack.kit import divider, header, small
from choice.slack.message_text import escape, size
from choice.slack.page_text import introduction_blocks, read_lines, text_blocks
from choice.slack.rendered import Block, Rendered
from choice.slack.text_pieces import shortened
from choice.slack.words import Words


@dataclass(frozen=True, slots=True)
class Part:
    """Blocks with the words that are read aloud for them, escaped."""

    blocks: Sequence[Block] = ()
    read: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Frame:
    """A page and its place among the others."""

    form: Form
    page: Page
    at: int
    count: int
    words: Words

    @property
    def is_last(self) -> bool:
        """Whether no other message follows."""
        return self.at == self.count - 1

    def rendered(self, status: str, progress: str, answers: Sequence[Part], tail: Part) -> Rendered:
        """Return the message; `answers` belong to the questions that are answered on this page."""
        below = dict(zip(self.page.asks, answers, strict=True))
        title = shown_title(self.form)
        counted = " · ".join([text for text in (self._part(), progress) if text])
        blocks = [header(title)] if title else []
        blocks += [small(counted)] if counted else []
        blocks += introduction_blocks(self.page)
        for position in self.page.questions:
            blocks += [divider()] if position != self.page.questions[0] else []
            blocks += text_blocks(self.form, self.page, position, self.words)
            blocks += below.get(position, Part()).blocks
        head = [status, shortened(escape(title), TITLE_READ), counted]
        return Rendered(self._read(head, below, tail), (*blocks, *tail.blocks))

    def _read(self, head: Sequence[str], below: dict[int, Part], tail: Part) -> str:
        """Return what is read aloud; where it is too much, descriptions are left to the eye."""
        introduction = [line.text for line in self.page.lines if line.kind == "introduction"]
        whole, short = [*head, *introduction], [*head, *introduction]
        for position in self.page.questions:
            said = below.get(position, Part()).read
            all_lines, fewer_lines = read_lines(self.form, self.page, position, self.words)
            whole += [*all_lines, *said]
            short += [*fewer_lines, *said]
        texts = ["\n".join([line for line in [*text, *tail.read] if line]) for text in (whole, short)]
        return texts[0] if size(texts[0]) <= READING else shortened(texts[1], READING)

    def _part(self) -> str:
        return "" if self.count == 1 else self.words("part", at=self.at + 1, n=self.count)


def frames(form: Form, words: Words) -> list[Frame]:
    """Return the pages of a form, each knowing its place."""
    found = pages(form)
    return [Frame(form, page, at, len(found), words) for at, page in enumerate(found)]
