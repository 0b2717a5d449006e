"""The choice recognizers of botbuilder-dialogs, in an interpreter of their own.

Takes the replies as one line of JSON on standard input and answers with what was recognised in each. Each
further line asks for one pass over a sample of them; the answer is the CPU seconds that a reply took.
"""

import json
import sys
import time
import warnings

warnings.filterwarnings("ignore")

from botbuilder.dialogs.choices import (  # noqa: E402 - its warnings are its own business
    Choice,
    ChoiceRecognizers,
    FindChoicesOptions,
)

SAMPLE = 8
LOCALES = {
    "german": "de-de",
    "spanish": "es-es",
    "french": "fr-fr",
    "chinese": "zh-cn",
    "japanese": "ja-jp",
}


def recognised(case: tuple[str, list[Choice], FindChoicesOptions]) -> list[int]:
    """Return the positions of the choices found in a reply; none where the recognizer fails."""
    reply, choices, options = case
    try:
        found = ChoiceRecognizers.recognize_choices(reply, choices, options)
    except Exception:  # noqa: BLE001 - whatever it raises, it did not find the choice
        return []
    return sorted({one.resolution.index for one in found})


def main() -> None:
    """Recognise all replies, then measure as often as asked."""
    cases = [
        (
            asked["reply"],
            [Choice(value=label, synonyms=[option_id]) for option_id, label in asked["options"]],
            FindChoicesOptions(locale=LOCALES.get(asked["language"], "en-us")),
        )
        for asked in json.loads(sys.stdin.readline())
    ]
    print(json.dumps([recognised(case) for case in cases]), flush=True)
    sample = cases[::SAMPLE]
    for _ in sys.stdin:
        begun = time.process_time()
        for case in sample:
            recognised(case)
        print((time.process_time() - begun) / len(sample), flush=True)


main()
