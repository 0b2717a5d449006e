"""Edits of JSON text with comments and trailing commas. Everything outside the edited value is unchanged."""

import json
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple, cast

_DECODER = json.JSONDecoder()
_IGNORED = re.compile(r'("(?:[^"\\\n]|\\.)*")|//[^\n]*|/\*.*?\*/|,(?=\s*[}\]])', re.DOTALL)
_COMMENTS = re.compile(r'("(?:[^"\\\n]|\\.)*")|//[^\n]*|/\*.*?\*/', re.DOTALL)
_SPACE = re.compile(r"\s*")


class _Item(NamedTuple):
    """A member of an object or an item of an array, by its positions in the text."""

    key: object
    start: int
    value: int
    end: int


def parse_json(text: str) -> object:
    """Return the value of a JSON text with comments. An empty text is an empty object.

    Raises:
        ValueError: The text is not JSON.
    """
    plain = _plain(text)
    return json.loads(plain) if plain.strip() else {}


def set_value(text: str, keys: Sequence[str], value: object) -> str:
    """Return the text with a member set. Missing objects on the way are added.

    Raises:
        ValueError: The text is not JSON, or a key leads through a value that is not an object.
    """
    if not _plain(text).strip():
        text += "{}" + _newline(text)
    plain, at = _plain(text), _root(text)
    for depth, key in enumerate(keys):
        found = _member(plain, at, key)
        if found is None:
            rest: object = value
            for missing in reversed(keys[depth + 1 :]):
                rest = {missing: rest}
            return _insert(text, at, f"{json.dumps(key, ensure_ascii=False)}: ", rest)
        at = found.value
    written = _written(value, text, _indent_at(text, at))
    return text[:at] + written + text[_end(plain, at) :]


def append_item(text: str, keys: Sequence[str], item: str) -> str:
    """Return the text with an item appended to a list, which is added if it is missing.

    Raises:
        ValueError: The text is not JSON, or the keys do not lead to a list.
    """
    plain, at = _plain(text), 0
    if plain.strip():
        at = _root(text)
        for key in keys:
            found = _member(plain, at, key)
            if found is None:
                return set_value(text, keys, [item])
            at = found.value
        if plain[at] != "[":
            raise ValueError(keys)
        return _insert(text, at, "", item)
    return set_value(text, keys, [item])


def remove_value(text: str, keys: Sequence[str], item: object = None) -> str:
    """Return the text without a member, or without one item of a list, and without objects that become empty.

    Raises:
        ValueError: The text is not JSON, or a key leads through a value that is not an object.
    """
    plain, at = _plain(text), _root(text)
    containers = [at]
    for key in keys:
        found = _member(plain, containers[-1], key)
        if found is None:
            return text
        containers.append(found.value)
    path: list[object] = [*keys]
    if item is None:
        containers.pop()
    else:
        items = list(_items(plain, containers[-1]))
        found = next((one for one in items if _decode(plain, one.value)[0] == item), None)
        if found is None:
            return text
        path.append(found.key)
    # Remove the outermost object that holds nothing else.
    while len(containers) > 1 and len(list(_items(plain, containers[-1]))) == 1:
        containers.pop()
        path.pop()
    return _remove(text, containers[-1], path[-1])


# --- Reading ---


def _plain(text: str) -> str:
    """Return the text with comments and trailing commas as spaces, so that positions stay the same."""
    without_comments = _COMMENTS.sub(_blank, text.replace("\ufeff", " ", 1))
    return _IGNORED.sub(_blank, without_comments)


def _blank(match: re.Match[str]) -> str:
    return match[0] if match[1] is not None else re.sub(r"[^\r\n]", " ", match[0])


def _root(text: str) -> int:
    plain = _plain(text)
    at = _skip(plain, 0)
    value, end = _decode(plain, at)
    if not isinstance(value, dict) or plain[end:].strip():
        raise ValueError(text[:80])
    return at


def _decode(plain: str, at: int) -> tuple[object, int]:
    return _DECODER.raw_decode(plain, at)


def _end(plain: str, at: int) -> int:
    return _decode(plain, at)[1]


def _skip(plain: str, at: int) -> int:
    match = _SPACE.match(plain, at)
    return at if match is None else match.end()


def _items(plain: str, at: int) -> Iterator[_Item]:
    """Yield the members of the object, or the items of the array, that starts at a position.

    Raises:
        ValueError: There is no object or array.
    """
    if plain[at] not in "{[":
        raise ValueError(plain[at : at + 20])
    is_object, number = plain[at] == "{", 0
    at = _skip(plain, at + 1)
    while plain[at] not in "}]":
        start, key = at, cast("object", number)
        if is_object:
            key, at = _decode(plain, at)
            at = _skip(plain, _skip(plain, at) + 1)
        end = _end(plain, at)
        yield _Item(key, start, at, end)
        at = _skip(plain, end)
        if plain[at] == ",":
            at = _skip(plain, at + 1)
        number += 1


def _member(plain: str, at: int, key: object) -> _Item | None:
    if plain[at] != "{":
        raise ValueError(key)
    return next((one for one in _items(plain, at) if one.key == key), None)


# --- Writing ---


def _newline(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"


def _unit(text: str) -> str:
    """Return one step of indentation: that of the first indented line."""
    found = re.search(r"\n([ \t]+)\S", text)
    return found[1] if found else "  "


def _indent_at(text: str, at: int) -> str:
    line = text[text.rfind("\n", 0, at) + 1 : at]
    return line[: len(line) - len(line.lstrip())]


def _written(value: object, text: str, indent: str, *, is_compact: bool = False) -> str:
    if is_compact:
        return json.dumps(value, ensure_ascii=False)
    lines = json.dumps(value, ensure_ascii=False, indent=_unit(text)).splitlines()
    return (_newline(text) + indent).join(lines)


def _insert(text: str, at: int, name: str, value: object) -> str:
    """Return the text with a last member in the object, or a last item in the array, at a position."""
    plain = _plain(text)
    items, closing = list(_items(plain, at)), _end(plain, at) - 1
    outer, newline = _indent_at(text, at), _newline(text)
    if not items:
        inner = outer + _unit(text)
        kept = text[at + 1 : closing].rstrip()
        entry = f"{newline}{inner}{name}{_written(value, text, inner)}{newline}{outer}"
        return text[: at + 1] + kept + entry + text[closing:]
    last = items[-1]
    is_compact = "\n" not in text[at:closing]
    if is_compact:
        comma = "" if "," in _COMMENTS.sub(_blank, text)[last.end : closing] else ","
        entry = f"{comma} {name}{_written(value, text, outer, is_compact=True)}"
        return text[: last.end] + entry + text[last.end :]
    inner = _indent_at(text, last.start)
    has_comma = "," in _COMMENTS.sub(_blank, text)[last.end : closing]
    # A comment behind the last member stays behind it.
    line_end = text.find("\n", last.end)
    is_rest_ignored = -1 < line_end < closing and not plain[last.end : line_end].strip()
    place = len(text[:line_end].rstrip("\r")) if is_rest_ignored else last.end
    entry = f"{newline}{inner}{name}{_written(value, text, inner)}{',' if has_comma else ''}"
    return text[: last.end] + ("" if has_comma else ",") + text[last.end : place] + entry + text[place:]


def _remove(text: str, at: int, key: object) -> str:
    """Return the text without a member of an object, or without an item of an array."""
    plain, commas = _plain(text), _COMMENTS.sub(_blank, text.replace("\ufeff", " ", 1))
    items = list(_items(plain, at))
    index = next(number for number, one in enumerate(items) if one.key == key)
    start, end, closing = items[index].start, items[index].end, _end(plain, at) - 1
    if len(items) == 1:
        kept = text[at + 1 : start].rstrip() + commas[end:closing].replace(",", " ").rstrip()
        if kept.strip():
            kept += _newline(text) + _indent_at(text, at)
        return text[: at + 1] + kept + text[closing:]
    follower = items[index + 1].start if index + 1 < len(items) else closing
    comma = commas.find(",", end, follower)
    before = len(text[:start].rstrip())
    if comma >= 0:
        return text[:before] + text[comma + 1 :]
    previous = commas.index(",", items[index - 1].end, start)
    return text[:previous] + text[previous + 1 : before] + text[end:]
