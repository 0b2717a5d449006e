"""Adds a case to the corpus, with what the splitter finds in it today as a draft of what must be found.

python -m tests.corpus.add lettered_list/name_of_the_case --language en --rows QC2,QC11 < answer.md

The draft is to be read and put right by a person: it says what is found, not what should be.
"""

import argparse
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from choice.stream.segments import FormFound, Segment, joined
from choice.stream.splitter import MODES, Mode, Splitter
from tests.corpus.cases import EMPTY_FORM, EMPTY_OPTION, EMPTY_QUESTION, FOLDER

_LEFT_OUT = (
    "id", "category", "default_selection_ids", "min_selections", "allow_free_text", "placeholder", "metadata",
)  # fmt: skip
"""What a case need not say about a question."""


def main() -> None:
    """Write the text from standard input and the draft of its expectation side by side."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("name", help="folder/name of the case")
    parser.add_argument("--mode", choices=MODES, default="discovery")
    parser.add_argument("--language", default="en")
    parser.add_argument("--rows", default="", help="requirements that the case proves, separated by commas")
    given = parser.parse_args()
    text = sys.stdin.buffer.read().decode()
    file = FOLDER / given.name
    file.parent.mkdir(exist_ok=True)
    _write(file.with_suffix(".md"), text)
    rows = [row for row in given.rows.split(",") if row]
    draft = {
        "mode": given.mode,
        "language": given.language,
        "rows": rows,
        "segments": drafted(text, given.mode),
    }
    _write(file.with_suffix(".json"), json.dumps(draft, ensure_ascii=False, indent=2) + "\n")


def drafted(text: str, mode: Mode) -> list[dict[str, Any]]:
    """Return what the splitter finds in a text, as a case writes it."""
    splitter = Splitter(mode)
    return [_written(segment) for segment in joined(splitter.feed(text) + splitter.flush())]


def _written(segment: Segment) -> dict[str, Any]:
    if not isinstance(segment, FormFound):
        return {"type": "text", "text": segment.text}
    form = segment.form.model_dump(mode="json")
    questions = [
        {**_without(question, EMPTY_QUESTION, _LEFT_OUT), "options": _options(question["options"])}
        for question in form["questions"]
    ]
    return {
        "type": "form",
        "dialect": segment.dialect,
        "form": {**_without(form, EMPTY_FORM), "questions": questions},
        "source": segment.source,
    }


def _options(options: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [_without(option, EMPTY_OPTION) for option in options]


def _without(
    value: Mapping[str, Any], empty: Mapping[str, Any], more: tuple[str, ...] = ()
) -> dict[str, Any]:
    """Return a mapping without what is empty and without more keys."""
    return {
        key: content
        for key, content in value.items()
        if key not in more and not (key in empty and content == empty[key])
    }


def _write(file: Path, text: str) -> None:
    with file.open("x", encoding="utf-8", newline="") as opened:
        opened.write(text)


if __name__ == "__main__":
    main()
