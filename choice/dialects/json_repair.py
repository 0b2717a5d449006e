"""Decode JSON as models write it: with comments, trailing commas, raw line breaks, or without last brackets.

Nothing is guessed: a text is repaired only where it can be read in one way, and stays invalid otherwise.
"""

import json
import re
from typing import NoReturn

_WHITESPACE = re.compile("[ \t\r\n]*+").match
_MARK = re.compile(r'["{}\[\],/]').search
_STRING_MARK = re.compile(r'["\\]').search
_CLOSER = {"{": "}", "[": "]"}
_UNNEEDED_KEYS = ("context", "rationale", "description", "placeholder", "metadata", "title")
"""A question may go without these. If one of them is cut off at the end, the rest is still what was asked."""
_KEY = re.compile(r'[ \t\r\n]*+"?([a-z_]*+)').match


def decode(text: str) -> object:
    """Decode a JSON text as it is. Several values in a row are a list; no value is None.

    Raises:
        ValueError: The text is not valid JSON.
        RecursionError: The text is nested too deeply.
    """
    values: list[object] = []
    at = _skip_whitespace(text, 0)
    while at < len(text):
        value, end = _DECODER.raw_decode(text, at)
        values.append(value)
        at = _skip_whitespace(text, end)
    return values[0] if len(values) == 1 else values or None


def parsed(text: str, *, is_cut: bool = False) -> object:
    """Decode a JSON text, repaired if necessary; None if it is invalid.

    `is_cut` says that the text ended before the JSON was closed. Then options may be missing at the end of an
    open array, so it is not closed.
    """
    for candidate in (text, *_repaired(text, is_cut=is_cut)):
        try:
            return decode(candidate)
        except (ValueError, RecursionError):
            continue
    return None


def _skip_whitespace(text: str, at: int) -> int:
    return _WHITESPACE(text, at).end()  # type: ignore[union-attr]  # the pattern always matches


def _reject(constant: str) -> NoReturn:
    """Reject NaN and Infinity, which are not valid JSON."""
    raise ValueError(constant)


_DECODER = json.JSONDecoder(strict=False, parse_constant=_reject)


def _repaired(text: str, *, is_cut: bool) -> list[str]:
    """Return the ways to read a text without comments and trailing commas, and with its last brackets."""
    scan = _Scan(text)
    if not scan.is_sound or (is_cut and "[" in scan.open):
        return []
    closers = "".join([_CLOSER[each] for each in reversed(scan.open)])
    if not is_cut:
        return [] if scan.is_in_string else ["".join(scan.kept) + closers]
    if not scan.open:
        return ["".join(scan.kept)]
    whole = [] if scan.has_open_value else ["".join(scan.kept) + closers]
    return [*whole, *scan.without_last_member(closers)]


def _string_end(text: str, at: int) -> int:
    """Return the end of the string that starts at a position, or -1 if it is not closed."""
    at += 1
    while (found := _STRING_MARK(text, at)) is not None:
        if found[0] == '"':
            return found.end()
        at = found.end() + 1
    return -1


def _comment_end(text: str, at: int) -> int:
    """Return the end of the comment that starts at a position, or -1 if there is none or it is not closed."""
    if text.startswith("//", at):
        end = text.find("\n", at)
        return len(text) if end < 0 else end
    end = text.find("*/", at + 2) if text.startswith("/*", at) else -1
    return -1 if end < 0 else end + 2


class _Scan:
    """One pass over a JSON text that drops comments and trailing commas, and finds the open brackets."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.kept: list[str] = []
        self.open: list[str] = []
        self.is_in_string = False
        self.has_open_value = False
        """Whether the text ends inside a string, or with a number or a word that may go on."""
        self._commas: list[int] = []
        """For each open bracket, the place in `kept` of the last comma directly inside it, or -1."""
        self._pending = -1
        """Place in `kept` of a comma that only whitespace and comments have followed, or -1."""
        self.is_sound = self._run()

    def _run(self) -> bool:
        """Scan the text; return False if a bracket or a slash is in the wrong place."""
        at = 0
        while (found := _MARK(self.text, at)) is not None:
            self._keep(self.text[at : found.start()])
            at = self._mark(found.start(), found[0])
            if at < 0:
                return self.is_in_string
        rest = self.text[at:]
        self._keep(rest)
        self.has_open_value = bool(rest.strip())
        return True

    def _keep(self, between: str) -> None:
        if between:
            self.kept.append(between)
            if not between.isspace():
                self._pending = -1

    def _mark(self, at: int, mark: str) -> int:
        """Take a mark; return the place after it, or -1 if the scan ends there."""
        if mark == "/":
            return _comment_end(self.text, at)
        if mark == '"':
            end = _string_end(self.text, at)
            if end < 0:
                self.is_in_string = self.has_open_value = True
                self.kept.append(self.text[at:])
                return -1
            mark = self.text[at:end]
        elif mark in "}]":
            if not self.open or _CLOSER[self.open.pop()] != mark:
                return -1
            self._commas.pop()
            if self._pending >= 0:
                self.kept[self._pending] = ""
        elif mark == "," and self._commas:
            self._commas[-1] = len(self.kept)
        self._pending = len(self.kept) if mark == "," else -1
        self.kept.append(mark)
        if mark in _CLOSER:
            self.open.append(mark)
            self._commas.append(-1)
        return at + len(mark)

    def without_last_member(self, closers: str) -> list[str]:
        """Return the text without the last member of the last object, if a question may go without it."""
        comma = self._commas[-1]
        if comma < 0:
            return []
        key = _KEY("".join(self.kept[comma + 1 :]))
        begun = key[1] if key else ""
        if not any(each.startswith(begun) for each in _UNNEEDED_KEYS):
            return []
        return ["".join(self.kept[:comma]) + closers]
