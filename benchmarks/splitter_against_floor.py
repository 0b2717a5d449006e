"""The splitter against a pass-through: one method call and one segment per token."""

from collections.abc import Iterator

from benchmarks.feeding import fed, split, tokens_of
from benchmarks.measuring import ratio_of
from benchmarks.pass_through import PassThrough, append_all
from benchmarks.prose import prose
from benchmarks.question_text import question_text
from benchmarks.reporting import Result, Target, at_most
from choice.stream import FormFound, Mode

_SIZE = 100_000


def results() -> Iterator[Result]:
    """Measure prose in `discovery` and `chat`, then text full of questions."""
    tokens = tokens_of(prose(_SIZE))
    handed_on = ratio_of(lambda: fed(PassThrough(), tokens), lambda: append_all(tokens))
    yield Result("for comparison, a pass-through / bare append", handed_on)
    yield from _against_floors("prose, discovery", tokens, "discovery", at_most(3))
    yield from _against_floors("prose, chat", tokens, "chat", at_most(3))
    text, blocks = question_text(_SIZE)
    tokens = tokens_of(text)
    found = sum(isinstance(segment, FormFound) for segment in split(tokens, "discovery"))
    assert found == blocks, f"{found} of {blocks} questions were found"
    yield from _against_floors(f"{blocks} questions in {_SIZE // 1000} KB", tokens, "discovery", at_most(8))


def _against_floors(name: str, tokens: list[str], mode: Mode, target: Target) -> Iterator[Result]:
    against_floor = ratio_of(lambda: split(tokens, mode), lambda: fed(PassThrough(), tokens))
    yield Result(f"splitter / pass-through, {name}", against_floor, target)
    against_append = ratio_of(lambda: split(tokens, mode), lambda: append_all(tokens))
    yield Result(f"splitter / bare append, {name}", against_append)
