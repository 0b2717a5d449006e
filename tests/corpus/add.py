"""Print a case for the corpus, with the splitter's current result as a draft of the expected one.

python -m tests.corpus.add "name of the case" --rows QC2,QC11 < answer.md >> tests/corpus/lettered_list_en.md

Read the draft and correct it: it says what is found, not what should be.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Mapping
from typing import Any

from choice.stream import MODES, Mode, Splitter
from choice.stream.segments import FormFound, Segment, joined
from tests.corpus.cases import CLOSE, EMPTY_FORM, EMPTY_OPTION, EMPTY_QUESTION, FENCE, OPEN

_LEFT_OUT = (
    "id", "category", "default_selection_ids", "min_selections", "allow_free_text", "placeholder", "metadata",
)  # fmt: skip
"""Default values that a case may omit."""
_SIGNS = str.maketrans({"\t": "→", "\r": "␍", "\xa0": "⍽"})


def main() -> None:
    """Print the text from standard input and its draft as one case."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("name", help="the heading of the case")
    parser.add_argument("--mode", choices=MODES, default="discovery")
    parser.add_argument("--group", default="", help="the group of the file; forms of it need no dialect")
    parser.add_argument(
        "--rows", required=True, help="requirements that the case proves, separated by commas"
    )
    given = parser.parse_args()
    text = sys.stdin.buffer.read().decode()
    settings = {"proves": ", ".join(given.rows.split(","))}
    if given.mode != "discovery":
        settings["mode"] = given.mode
    sys.stdout.buffer.write(render(given.name, settings, drafted(text, given.mode), given.group).encode())


def drafted(text: str, mode: Mode) -> list[dict[str, Any]]:
    """Return the splitter's result in the format of a case."""
    splitter = Splitter(mode)
    return [_written(segment) for segment in joined(splitter.feed(text) + splitter.flush())]


def render(name: str, settings: Mapping[str, str], segments: list[dict[str, Any]], group: str) -> str:
    """Return a case in the format of a corpus file."""
    pieces = [
        segment["text"] if segment["type"] == "text" else f"{OPEN}{segment['source']}{CLOSE}"
        for segment in segments
    ]
    text = "".join(pieces).translate(_SIGNS)
    shown = [f"{line[:-1]}␠" if line.endswith(" ") else line for line in text.split("\n")]
    lines = ["", f"## {name}", *[f"{key}: {value}" for key, value in settings.items()], ""]
    lines += [f"{FENCE} example", *shown]
    for segment in segments:
        if segment["type"] == "form":
            lines += [".", *_form_lines(segment, group)]
    return "\n".join([*lines, FENCE, ""])


def _form_lines(segment: Mapping[str, Any], group: str) -> Iterator[str]:
    if segment["dialect"] != group:
        yield f"dialect: {segment['dialect']}"
    form = segment["form"]
    yield from _fields(form, ("title", "context"), "")
    for question in form["questions"]:
        yield f"? {_value(question['text'])}"
        names = ("id", "context", "selection_mode", "min_selections", "max_selections", "weight")
        yield from _fields(question, names, "  ")
        for option in question["options"]:
            plain = ":" not in option["id"] and _value(option["id"]) == option["id"]
            name = option["id"] if plain else json.dumps(option["id"], ensure_ascii=False)
            yield f"- {name}: {_value(option['label'])}"
            yield from _fields(option, ("description", "value"), "  ")
            if option.get("recommended"):
                yield "  recommended"


def _fields(values: Mapping[str, Any], names: tuple[str, ...], indent: str) -> Iterator[str]:
    for name in names:
        if name in values:
            yield f"{indent}{name}: {_value(str(values[name]))}"


def _value(text: str) -> str:
    """Return a value as written in a case: plain, or as a JSON string if plain text would be ambiguous."""
    is_plain = text and text == text.strip() and text.isprintable() and not text.startswith('"')
    return text if is_plain else json.dumps(text, ensure_ascii=False)


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
    """Return a mapping without empty values and without the given keys."""
    return {
        key: content
        for key, content in value.items()
        if key not in more and not (key in empty and content == empty[key])
    }


if __name__ == "__main__":
    main()
