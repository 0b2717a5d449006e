"""The splitter, token by token, against one pattern run once over the complete text."""

from collections.abc import Iterator

from benchmarks.feeding import drained, fed, split, tokens_of
from benchmarks.measuring import Ratio, ratio_of
from benchmarks.pass_through import PassThrough
from benchmarks.prose import ANSWER, ESSAY, paragraph_length, prose
from benchmarks.regex_peer import searched
from benchmarks.reporting import Result, at_least


def results() -> Iterator[Result]:
    """Measure the CPU time: pattern / splitter."""
    for size, kind, aims in (
        (10, "prose", ANSWER),
        (100, "prose", ANSWER),
        (10, "long-form prose", ESSAY),
        (100, "long-form prose", ESSAY),
    ):
        text = prose(size * 1000, aims=aims)
        where = f"{size} KB of {kind}, paragraphs of {paragraph_length(text)}"
        yield Result(f"regex / splitter, {where}", _against_splitter(text), at_least(3))
        yield Result(f"regex / splitter with a list of all segments, {where}", _against_list(text))
        yield Result(f"regex / pass-through, {where}", _against_floor(text))


def _against_splitter(text: str) -> Ratio:
    """Compare the pattern with the splitter whose segments are forwarded immediately."""
    tokens = tokens_of(text)
    return ratio_of(lambda: searched(text), lambda: drained(tokens, "discovery"))


def _against_list(text: str) -> Ratio:
    """Compare the pattern with the splitter whose segments are collected."""
    tokens = tokens_of(text)
    return ratio_of(lambda: searched(text), lambda: split(tokens, "discovery"))


def _against_floor(text: str) -> Ratio:
    """Compare the pattern with the pass-through."""
    tokens = tokens_of(text)
    return ratio_of(lambda: searched(text), lambda: fed(PassThrough(), tokens))
