"""Print how long rejecting each hostile payload takes: the best of several runs, in milliseconds of CPU time.

A separate program, because measuring coverage would make it several times slower.
"""

import json
import time
from collections.abc import Callable

from choice.errors import InvalidRequest
from choice.payload.json_text import MAX_SIZE
from choice.validation import parse_form, parse_request
from tests.test_any_input import SHAPES

RUNS = 5
LARGEST: dict[str, Callable[[], object]] = {
    "JSON: quotes": lambda: '"' * MAX_SIZE,
    "JSON: escaped quotes": lambda: '"' + '\\"' * (MAX_SIZE // 2 - 1),
    "JSON: brackets": lambda: "[]" * (MAX_SIZE // 2),
    "JSON: numbers": lambda: "[" + "1," * (MAX_SIZE // 2 - 2) + "1]",
    "JSON: objects": lambda: "[" + "{}," * (MAX_SIZE // 3 - 2) + "{}]",
    "JSON: names": lambda: json.dumps(dict.fromkeys(map(str, range(19_000)))),
    "JSON: digits": lambda: "9" * MAX_SIZE,
}


def milliseconds(parse: Callable[[object], object], make: Callable[[], object]) -> float:
    """Return the CPU time of the fastest of several rejections."""
    times: list[float] = []
    for _ in range(RUNS):
        payload = make()
        begun = time.thread_time()
        try:
            parse(payload)
        except InvalidRequest:
            times.append(time.thread_time() - begun)
    return min(times) * 1000


if __name__ == "__main__":
    makers = LARGEST | {name: make for name, (make, _) in SHAPES.items()}
    taken = {
        name: max(milliseconds(parse, make) for parse in (parse_request, parse_form))
        for name, make in makers.items()
    }
    print(json.dumps(taken))  # noqa: T201 - what it is for
