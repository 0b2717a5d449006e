"""Explain why blocks that were meant as questions are shown as text."""

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from choice.dialects.json_blocks import read_fence, read_json
from choice.dialects.json_repair import decode, parsed
from choice.dialects.lenient import decoded, options_of
from choice.models import MAX_OPTIONS

_OPENING = re.compile(
    r"[ \t]{0,200}+(`{3,40}+|~{3,40}+)[ \t]*+([^\s{\[`]{0,20}+)[ \t]*+(.*)", re.DOTALL
).match
_CHOICES = "choices"
_MEANT = '"user_choice'
"""A JSON block with this text is meant as a question. A `choices` block always is."""


class Block(NamedTuple):
    """A fenced block: the name of its language, its content, and whether the text ended before it did."""

    name: str
    body: str
    is_cut: bool


def block_errors(text: str) -> list[str]:
    """Return one line for each block in a model's text that was meant as a question but is none."""
    if "```" not in text and "~~~" not in text:
        return []
    return [
        f"Your {block.name} block was shown as text, not as a question: {reason}."
        for block in _blocks(text)
        if (reason := _reason(block)) is not None
    ]


def _blocks(text: str) -> Iterator[Block]:
    """Yield the fenced blocks of a text."""
    mark = name = ""
    body: list[str] = []
    for line in text.splitlines(keepends=True):
        if mark:
            bare = line.strip()
            if len(bare) >= len(mark) and not bare.strip(mark[0]):
                yield Block(name, "".join(body), is_cut=False)
                mark = ""
            else:
                body.append(line)
        elif (opening := _OPENING(line)) is not None:
            mark, name, rest = opening[1], opening[2].casefold(), opening[3]
            inside, closing, _ = rest.partition(mark)
            if closing:
                yield Block(name, inside, is_cut=False)
                mark = ""
            body = [inside.lstrip()]
    if mark:
        yield Block(name, "".join(body), is_cut=True)


def _reason(block: Block) -> str | None:
    """Return why a block is not a question; None if it is one, or is not meant as one."""
    is_choices = block.name == _CHOICES
    if not is_choices and not (block.name.startswith("json") and _MEANT in block.body):
        return None
    read = read_fence if is_choices else read_json
    if read(block.body, None, is_cut=block.is_cut) is not None:
        return None
    value = parsed(block.body, is_cut=block.is_cut)
    if value is None:
        return "it ends before it is complete" if block.is_cut else _syntax_error(block.body)
    return _content_error(value) if isinstance(value, Mapping) else "it is not one JSON object"


def _syntax_error(body: str) -> str:
    try:
        decode(body)
    except ValueError as error:
        line = body.count("\n", 0, getattr(error, "pos", 0)) + 1
        return f"the JSON is invalid in line {line} of the block ({getattr(error, 'msg', error)})"
    except RecursionError:
        return "the JSON is nested too deeply"
    return "it is empty"


def _content_error(value: Mapping[str, object]) -> str:
    """Return what is missing in an object, or wrong with it."""
    members = decoded(value.get("options") or value.get("choices"))
    if not value.get("question"):
        return 'it has no "question"'
    if not isinstance(members, list) or not members:
        return 'it has no list of "options"'
    if len(members) > MAX_OPTIONS:
        return f"it has more than {MAX_OPTIONS} options"
    if not options_of(members):
        return "no option has a label, two options look alike, or an id or value is too long"
    return "a field has a value that is not allowed, or two options have the same value"
