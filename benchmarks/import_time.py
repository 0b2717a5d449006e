"""`import choice` against `import pydantic`, each in a new interpreter whose own start is not counted."""

import subprocess
import sys
from collections.abc import Iterator

from benchmarks.measuring import Cost, Ratio, ratio_of_costs
from benchmarks.reporting import Result, at_most

_ROUNDS = 9
_PAIRS = 3
_TIMED = "import time; begun = time.process_time(); {}; print(time.process_time() - begun)"
_FIRST_USE = "import choice; choice.Question, choice.Splitter"
_FIRST_MODEL = "import pydantic; type('Model', (pydantic.BaseModel,), {})"


def results() -> Iterator[Result]:
    """Measure the import and, for information, the first use, which runs the lazy imports."""
    yield Result("import choice / import pydantic", _ratio("import choice", "import pydantic"), at_most(1.3))
    yield Result("first use of choice / first model of pydantic", _ratio(_FIRST_USE, _FIRST_MODEL))


def _ratio(statement: str, peer: str) -> Ratio:
    return ratio_of_costs(_cost_of(statement), _cost_of(peer), rounds=_ROUNDS, pairs=_PAIRS)


def _cost_of(statement: str) -> Cost:
    """Return a cost that runs a statement in a new interpreter and reads its CPU time."""
    command = [sys.executable, "-c", _TIMED.format(statement)]
    return lambda: float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
