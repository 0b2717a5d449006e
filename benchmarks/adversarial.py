"""Adversarial texts that make a naive parser scan the same characters repeatedly."""

from collections.abc import Callable, Mapping

Make = Callable[[int], str]
"""Returns an adversarial text of the given length."""


def repeated(unit: str, before: str = "") -> Make:
    """Return a function that repeats a unit up to a given length."""
    return lambda length: (before + unit * (length // len(unit) + 1))[:length]


def _marks_then_lines(length: int) -> str:
    return "?" * (length // 2) + "\n" * (length // 2)


def _growing_runs(length: int) -> str:
    """Return runs of backticks of growing length, so that no code span is ever closed."""
    runs: list[str] = []
    size = 0
    while size < length:
        runs.append("x" + "`" * (len(runs) + 1))
        size += len(runs[-1])
    return "".join(runs)[:length]


AGAINST_THE_PATTERN: Mapping[str, Make] = {
    "question marks": repeated("?"),
    "question marks, then line ends": _marks_then_lines,
    "sentences in one line": repeated("It is so. "),
    "spaces in a sentence": repeated(" ", before="a"),
    "opening parentheses": repeated("("),
    "opening braces": repeated("{"),
    "opening brackets": repeated("["),
    "objects that never close": repeated('{"type":'),
    "backslashes in an open JSON string": repeated("\\", before='{"type":"'),
    "growing runs of backticks": _growing_runs,
}
"""The regular expression is not linear on these: a line without an end is enough."""

AGAINST_A_SPLITTER: Mapping[str, Make] = {
    "line ends": repeated("\n"),
    "full stops": repeated("."),
    "abbreviations": repeated("e.g. "),
    "questions in one line": repeated("a? "),
    "questions with nothing behind them": repeated("a?\n\n"),
    "one question, the same option for ever": repeated("(A) x\n", before="Which one?\n\n"),
    "one question, an endless option": repeated("   more\n", before="Which one?\n(A) x\n(B) y\n"),
    "lists that break off": repeated("Which?\n(A) x\n(B) y\n(D) z\n"),
    "a fence of ours that never closes": repeated('"a": [1, 2],\n', before='```json\n{"type":\n'),
    "a fence of ours, closed behind the JSON": repeated("}```\n", before='```json\n{"type":\n'),
    "a foreign fence that never closes": repeated("``\n", before="```python\n"),
    "objects behind white space": repeated("{" + " " * 150),
    "arrays of strings": repeated('["'),
    "JSON strings that are never closed": repeated('{"a": "b\n'),
    "lines of a string that never closes": repeated("b\n", before='{"a": "'),
    "angle brackets": repeated("<"),
    "markup that is opened again and again": repeated("a <code> <!-- -"),
    "apostrophes": repeated("'["),
    "announcements of nothing": repeated("以下" * 95 + "问卷x：\n\n"),
    "a survey that never ends": repeated(
        "Do you like it? It is so.\n", before="Here is a survey you can paste:\n\n"
    ),
    "options with lines below": repeated("**Option A: x**\nmore\n", before="Which one?\n"),
}
"""These target text that a splitter buffers and scans again."""

HELD: frozenset[str] = frozenset(
    {
        "backslashes in an open JSON string",
        "one question, an endless option",
        "a fence of ours that never closes",
        "a fence of ours, closed behind the JSON",
        "lines of a string that never closes",
    }
)
"""These are buffered up to the splitter's limit and released beyond it, at a different cost."""
