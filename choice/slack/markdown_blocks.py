"""A model's markdown in Slack's notation, line by line: headings, lists, quotes, code blocks, tables."""

import re
from collections.abc import Iterator

from choice.plain_text import plain
from choice.slack.code_table import code_table, is_table_rule
from choice.slack.inline_marks import bold, inline, without_fences
from choice.slack.slack_escape import escape
from choice.slack.text_pieces import FENCE

_FENCED = re.compile(r" {0,3}(?P<mark>`{3,}|~{3,})(?P<rest>[^`]*)")
_HEADING = re.compile(r" {0,3}#{1,6}[ \t]+(?P<text>.*?)[ \t]*#*[ \t]*")
_RULE = re.compile(r" {0,3}([-*_])(?:[ \t]*\1){2,}[ \t]*")
_BULLET = re.compile(r"(?P<indent>[ \t]*)[-*+][ \t]+(?:\[(?P<tick>[ xX])\][ \t]+)?(?P<text>\S.*)")
_QUOTED = re.compile(r" {0,3}(?P<marks>>(?:[ \t]?>)*)[ \t]?(?P<text>.*)")


def mrkdwn(markdown: str) -> str:
    """Return a model's markdown in Slack's notation, escaped. Links become their text and address."""
    return "\n".join(_converted(plain(markdown).split("\n"))).strip("\n")


def _converted(lines: list[str]) -> Iterator[str]:
    at = 0
    while at < len(lines):
        if opened := _FENCED.fullmatch(lines[at]):
            end = _end_of_code(lines, at + 1, opened["mark"])
            yield from _code(lines[at + 1 : end])
            at = end + 1
        elif "|" in lines[at] and at + 1 < len(lines) and is_table_rule(lines[at + 1]):
            end = _end_of_table(lines, at + 2)
            yield from _code(code_table([lines[at], *lines[at + 2 : end]]))
            at = end
        else:
            yield _line(lines[at])
            at += 1


def _end_of_code(lines: list[str], start: int, mark: str) -> int:
    """Return the line that closes a code block; a block that is never closed goes on to the end."""
    closing = re.compile(rf" {{0,3}}{mark[0]}{{{len(mark)},}}[ \t]*")
    return next((at for at in range(start, len(lines)) if closing.fullmatch(lines[at])), len(lines))


def _end_of_table(lines: list[str], start: int) -> int:
    return next((at for at in range(start, len(lines)) if "|" not in lines[at]), len(lines))


def _code(lines: list[str]) -> Iterator[str]:
    """Yield a code block; nothing inside it can close it."""
    if any(line.strip() for line in lines):
        yield FENCE
        yield from (without_fences(escape(line)) for line in lines)
        yield FENCE


def _line(line: str) -> str:
    if found := _HEADING.fullmatch(line):
        return bold(found["text"])
    if _RULE.fullmatch(line):
        return "———"
    if found := _BULLET.fullmatch(line):
        tick = {None: "•", " ": "☐"}.get(found["tick"], "☑")
        return f"{found['indent']}{tick} {inline(found['text'])}"
    if found := _QUOTED.fullmatch(line):
        return f"&gt; {inline(found['text'])}"
    return inline(line)
