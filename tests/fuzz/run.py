"""Fuzz the splitter: `python -m tests.fuzz.run [SEED]`; FUZZ_EXAMPLES sets the number of texts.

Every text is built from its seed, so that a failure is found again by starting from the printed one.
"""

import os
import sys
import time

from choice.stream import MODES
from tests.fuzz.laws import check_laws
from tests.fuzz.texts import cuts_of, fragments_of


def check_seed(seed: int) -> None:
    """Check the guarantees on the text and the mode of one seed."""
    text = fragments_of(seed)
    check_laws(text, cuts_of(text, seed), MODES[seed % len(MODES)])


def main() -> int:
    """Check the seeds; stop at the first violation."""
    examples = int(os.environ.get("FUZZ_EXAMPLES", "1000000"))
    first = int(sys.argv[1]) if len(sys.argv) > 1 else 0
    begun = time.monotonic()
    for seed in range(first, first + examples):
        try:
            check_seed(seed)
        except Exception:
            print(f"Seed {seed} breaks a law: python -m tests.fuzz.run {seed}", file=sys.stderr)
            raise
        if (seed - first) % 50_000 == 49_999:
            print(f"{seed - first + 1} of {examples} texts kept the laws, {time.monotonic() - begun:.0f} s")
    print(f"{examples} texts kept the laws, from seed {first} on.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
