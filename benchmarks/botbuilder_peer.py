"""Run the choice recognizers of botbuilder-dialogs in their own interpreter.

Reads the replies as one line of JSON from standard input and prints the recognised options. Each further
line requests one pass over a sample; the response is the CPU time per reply in seconds.
"""

import json
import sys
import time
import warnings

warnings.filterwarnings("ignore")

from botbuilder.dialogs.choices import (  # noqa: E402 - after the warnings filter
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
    """Return the positions of the choices found in a reply; an empty list if the recognizer fails."""
    reply, choices, options = case
    try:
        found = ChoiceRecognizers.recognize_choices(reply, choices, options)
    except Exception:  # noqa: BLE001 - whatever it raises, it did not find the choice
        return []
    return sorted({one.resolution.index for one in found})


def main() -> None:
    """Recognise all replies, then measure once per input line."""
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
