"""Markdown helpers for reports: escaping, numbers, durations, dates and code blocks."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from choice.plain_text import plain_line

_ESCAPED = str.maketrans({mark: f"\\{mark}" for mark in "\\`*[]<>|"})
_SHORTEST_FENCE = 3


def md(text: str) -> str:
    """Return a text as one line with its Markdown characters escaped."""
    return plain_line(text).translate(_ESCAPED)


def advice(text: str) -> str:
    """Return a recommendation as one line of Markdown, without its final full stop."""
    return md(text).rstrip(".")


def counted(number: int, one: str) -> str:
    """Format a number with its noun: `1 signal`, `3 signals`."""
    return f"{number:,} {one}" if number == 1 else f"{number:,} {one}s"


def listed(words: Sequence[str], last: str) -> str:
    """Join words as `high, medium and low`; `last` is the conjunction."""
    *others, end = words
    return f"{', '.join(others)} {last} {end}" if others else end


def figure(value: float) -> str:
    """Format a number with at most one decimal."""
    return f"{value:,.1f}".removesuffix(".0")


def duration(length: timedelta) -> str:
    """Format a duration: `3d 4h`, `2h 05m` or `7m`."""
    minutes = max(int(length.total_seconds() // 60), 0)
    days, hours, rest = minutes // 1440, minutes // 60 % 24, minutes % 60
    if days:
        return f"{days}d {hours}h"
    return f"{hours}h {rest:02}m" if hours else f"{rest}m"


def days_between(since: datetime, until: datetime) -> str:
    """Format a range of days, such as `Mar 5-11, 2026`."""
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
    """Return a code block whose fence is longer than any run of backticks in the code."""
    longest = run = 0
    for letter in code:
        run = run + 1 if letter == "`" else 0
        longest = max(longest, run)
    fence = "`" * max(_SHORTEST_FENCE, longest + 1)
    name = "".join([letter for letter in language or "" if letter.isalnum() or letter in "+#-"])
    # A block with the language `choices` would be parsed as a question.
    return f"{fence}{'text' if name.casefold() == 'choices' else name}\n{code}\n{fence}"
