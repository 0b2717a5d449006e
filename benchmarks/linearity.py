"""Four times the text takes four times as long, whatever the text is and in every mode."""

from collections.abc import Iterator

from benchmarks.adversarial import AGAINST_A_SPLITTER, AGAINST_THE_PATTERN, Make
from benchmarks.feeding import drained, tokens_of
from benchmarks.measuring import Ratio, ratio_of
from benchmarks.regex_peer import searched
from benchmarks.reporting import Result, at_most
from choice.stream.splitter import Mode

_TIMES = 4
_SMALL = 64 * 1024
_SMALL_FOR_THE_PATTERN = 512
_LIMIT = 4.4
_ROUNDS = 7
_PAIRS = 1
_MODES: tuple[Mode, ...] = ("discovery", "chat")


def results() -> Iterator[Result]:
    """Measure how the splitter's time grows, and on its own inputs the pattern's."""
    texts = {**AGAINST_THE_PATTERN, **AGAINST_A_SPLITTER}
    for mode in _MODES:
        grown = {name: _growth(make, mode) for name, make in texts.items()}
        for name, ratio in grown.items():
            yield Result(f"linearity, {mode}: {name}", ratio, at_most(_LIMIT))
        worst = max(grown, key=lambda name: grown[name].median)
        yield Result(f"linearity, {mode}, worst: {worst}", grown[worst], at_most(_LIMIT))
    for name, make in AGAINST_THE_PATTERN.items():
        yield Result(f"linearity, the pattern: {name}", _growth_of_the_pattern(make))


def _growth(make: Make, mode: Mode) -> Ratio:
    small, large = tokens_of(make(_SMALL)), tokens_of(make(_SMALL * _TIMES))
    return ratio_of(lambda: drained(large, mode), lambda: drained(small, mode), rounds=_ROUNDS, pairs=_PAIRS)


def _growth_of_the_pattern(make: Make) -> Ratio:
    small, large = make(_SMALL_FOR_THE_PATTERN), make(_SMALL_FOR_THE_PATTERN * _TIMES)
    return ratio_of(lambda: searched(large), lambda: searched(small))
