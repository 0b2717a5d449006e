"""How long plain text waits: `python -m benchmarks.hold_back [MESSAGES.jsonl]`.

Every message is fed character by character. A character waits from its arrival until it is released; at
200 characters a second this is what a reader sees as a delay.
"""

import argparse
import json
import statistics
from pathlib import Path

from benchmarks.fit_questions import MESSAGES
from choice.stream import FormFound, Splitter

_CHARACTERS_PER_SECOND = 200
_SENTENCE = 400
"""A message waits noticeably if more characters than a long sentence are held."""


def longest_wait(text: str) -> int:
    """Return how many characters were held at most, before they were released as prose."""
    splitter = Splitter()
    seen = longest = 0
    for fed, character in enumerate(text, start=1):
        for segment in splitter.feed(character):
            if isinstance(segment, FormFound):
                seen += len(segment.source)
            else:
                longest = max(longest, fed - seen)
                seen += len(segment.text)
    return longest


def main() -> None:
    """Print the share of messages in which text waited, and for how long."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("messages", nargs="?", type=Path, default=MESSAGES)
    rows = [
        json.loads(line)
        for line in parser.parse_args().messages.read_text("utf-8").split("\n")
        if line.strip()
    ]
    for kind in ("all", "none"):
        waits = sorted(longest_wait(row["text"]) for row in rows if kind in {"all", row["kind"]})
        share = sum(wait > _SENTENCE for wait in waits) / len(waits)
        median, high = int(statistics.median(waits)), waits[int(0.99 * len(waits))]
        print(
            f"{kind}: more than {_SENTENCE} characters waited in {100 * share:.0f} % of messages; longest: "
            f"median {median} characters ({1000 * median // _CHARACTERS_PER_SECOND} ms), "
            f"p99 {high} ({1000 * high // _CHARACTERS_PER_SECOND} ms)"
        )


if __name__ == "__main__":
    main()
