"""A JSON block of 10 KB in tokens, against an incremental scan and one parse."""

import json
import random
from collections.abc import Iterator

from benchmarks.feeding import split, tokens_of
from benchmarks.json_scan import scanned
from benchmarks.measuring import ratio_of
from benchmarks.question_text import choice_group
from benchmarks.reporting import Result, at_most
from choice.stream import FormFound

_SIZE = 10_000


def results() -> Iterator[Result]:
    """Measure one large group. The splitter returns a validated form, the peer only parsed JSON."""
    block = _block()
    tokens = tokens_of(block)
    assert scanned(tokens) == json.loads(block)
    assert any(isinstance(segment, FormFound) for segment in split(tokens, "discovery"))
    ratio = ratio_of(lambda: split(tokens, "discovery"), lambda: scanned(tokens))
    yield Result(f"splitter / scan and one parse, JSON of {len(block) / 1000:.1f} KB", ratio, at_most(4))


def _block() -> str:
    """Return the smallest group of at least the required size."""
    questions = 1
    while len(block := json.dumps(choice_group(random.Random(3), questions, 5), indent=2)) < _SIZE:
        questions += 1
    return block
