"""Linear time: four times the text takes about four times as long, on adversarial texts in every mode."""

from collections.abc import Iterator

from benchmarks.adversarial import AGAINST_A_SPLITTER, AGAINST_THE_PATTERN, HELD, Make
from benchmarks.feeding import drained, tokens_of
from benchmarks.measuring import Ratio, ratio_of
from benchmarks.regex_peer import searched
from benchmarks.reporting import Result, at_most
from choice.stream import Mode

_TIMES = 4
_LIMIT = 4.4
_MODES: tuple[Mode, ...] = ("discovery", "chat")
_KILOBYTES = (32,)
_KILOBYTES_HELD = (16, 1024)
"""Buffered texts are measured below the limit of 64 KB and far above it: the step between is not growth."""
_SMALL_FOR_THE_PATTERN = 512


def results() -> Iterator[Result]:
    """Measure the growth of the splitter's time, and of the pattern's on the texts that target it."""
    for mode in _MODES:
        grown: list[Result] = []
        for name, make in {**AGAINST_THE_PATTERN, **AGAINST_A_SPLITTER}.items():
            for size in _KILOBYTES_HELD if name in HELD else _KILOBYTES:
                title = f"{mode}: {name}, {size} → {size * _TIMES} KB"
                grown.append(Result(f"linearity, {title}", _growth(make, size * 1024, mode), at_most(_LIMIT)))
                yield grown[-1]
        worst = max(grown, key=lambda result: result.ratio.median if result.ratio.is_steady else 0)
        yield worst._replace(name=worst.name.replace("linearity", "worst growth", 1))
    for name, make in AGAINST_THE_PATTERN.items():
        yield Result(f"growth of the pattern: {name}", _growth_of_the_pattern(make))


def _growth(make: Make, size: int, mode: Mode) -> Ratio:
    small, large = tokens_of(make(size)), tokens_of(make(size * _TIMES))
    return ratio_of(lambda: drained(large, mode), lambda: drained(small, mode))


def _growth_of_the_pattern(make: Make) -> Ratio:
    small, large = make(_SMALL_FOR_THE_PATTERN), make(_SMALL_FOR_THE_PATTERN * _TIMES)
    return ratio_of(lambda: searched(large), lambda: searched(small))
