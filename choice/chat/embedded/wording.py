"""Small pieces of Markdown, made so that no row can change what stands around it."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from choice.chat.sources.findings import Kind, Severity
from choice.plain_text import plain_line

DOTS: dict[Severity, str] = {"critical": "🔴", "high": "🔴", "medium": "🟡", "low": "🟢"}
NAMES: dict[Kind, str] = {
    "signals": "Signals",
    "incidents": "Incidents",
    "issues": "Issues",
    "metrics": "Metrics",
}

_ESCAPED = str.maketrans({mark: f"\\{mark}" for mark in "\\`*[]<>|"})
_SHORTEST_FENCE = 3


def md(text: str) -> str:
    """Return a text as one line in which nothing acts as Markdown."""
    return plain_line(text).translate(_ESCAPED)


def advice(text: str) -> str:
    """Return a text as the item of a list, without the full stop at its end."""
    return md(text).rstrip(".")


def counted(number: int, one: str) -> str:
    """Return a number with its noun: `1 signal`, `3 signals`."""
    return f"{number:,} {one}" if number == 1 else f"{number:,} {one}s"


def listed(words: Sequence[str], last: str) -> str:
    """Return words as a sentence has them: `high, medium and low`, with `and` before the last."""
    *others, end = words
    return f"{', '.join(others)} {last} {end}" if others else end


def figure(value: float) -> str:
    """Return a number without needless digits."""
    return f"{value:,.1f}".removesuffix(".0")


def duration(length: timedelta) -> str:
    """Return a length of time in its two greatest units."""
    minutes = max(int(length.total_seconds() // 60), 0)
    days, hours, rest = minutes // 1440, minutes // 60 % 24, minutes % 60
    if days:
        return f"{days}d {hours}h"
    return f"{hours}h {rest:02}m" if hours else f"{rest}m"


def days_between(since: datetime, until: datetime) -> str:
    """Return a range of days as a heading has it: `Mar 5-11, 2026`."""
    first, last = f"{since:%b} {since.day}", f"{until:%b} {until.day}"
    if since.date() == until.date():
        return f"{last}, {until.year}"
    if since.year != until.year:
        return f"{first}, {since.year} - {last}, {until.year}"
    return (
        f"{first}-{until.day}, {until.year}"
        if since.month == until.month
        else f"{first} - {last}, {until.year}"
    )


def code_block(code: str, language: str | None) -> str:
    """Return code in a fence that is longer than any run of backticks in it."""
    longest = run = 0
    for letter in code:
        run = run + 1 if letter == "`" else 0
        longest = max(longest, run)
    fence = "`" * max(_SHORTEST_FENCE, longest + 1)
    name = "".join([letter for letter in language or "" if letter.isalnum() or letter in "+#-"])
    # A block of this name would ask the person something.
    return f"{fence}{'text' if name.casefold() == 'choices' else name}\n{code}\n{fence}"
