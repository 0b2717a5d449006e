"""How a question ended, as `ask` prints it."""

import json
import sys
from collections.abc import Mapping
from typing import Any

from choice.cli.printed import printed

EXIT_CODES = {"answered": 0, "cancelled": 3, "superseded": 3, "timed_out": 4}
_WHY = {
    "cancelled": "it was cancelled.",
    "timed_out": "nobody answered in time.",
    "superseded": "it is no longer needed.",
}


def tell_outcome(told: Mapping[str, Any], labels: Mapping[str, str], *, as_json: bool) -> int:
    """Print `{"id", "state", "outcome"}` and return the exit code; an option without an id has a label."""
    state = told["state"]
    if as_json:
        print(printed(json.dumps(told, ensure_ascii=False)))
        return EXIT_CODES[state]
    for answer in told["outcome"]["answers"]:
        said = [] if answer["custom_text"] is None else [answer["custom_text"]]
        chosen = [labels.get(option_id, option_id) for option_id in answer["option_ids"]]
        print(printed("\n".join([*chosen, *said])))
    if state in _WHY:
        print(f"choicewire ask: {_WHY[state]}", file=sys.stderr)
    return EXIT_CODES[state]
