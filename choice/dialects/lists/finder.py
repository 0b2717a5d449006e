"""Find every block of two to six parallel items in the lines of a text, whatever it is for."""

# ruff: noqa: PERF401, E501, PLR2004 - word lists, patterns and graded strengths are data

import itertools
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from choice.dialects.lists.markers import Line, Mark, plain, separates

FEWEST, MOST = 2, 6
_FAR = 60
"""Lines after which nothing belongs to an item any more."""
_SAME_INDENT = 1
_MENU = re.compile(r"\[([A-Z0-9]{1,2})\](?!\()").finditer
_SHORT_CELL = 3
_TAIL_OF_BOLD = 6


class Candidate(NamedTuple):
    """A list that may hold options."""

    family: str
    style: str
    items: tuple[int, ...]
    """Numbers of the lines on which the items begin."""
    at: tuple[int, ...]
    """Where the text of each item begins in its line."""
    labels: tuple[str, ...]
    """The first line of each item, without its mark."""
    end: int
    """The last line of the list."""
    loose: float
    """How many lines of its own level stand between two items, at most."""
    nested: int
    """How many lines belong to items without beginning one."""
    indent: int
    is_inner: bool = False
    """Whether a bullet stands before the count."""

    @property
    def start(self) -> int:
        """The first line of the list."""
        return self.items[0]

    def overlaps(self, other: "Candidate") -> bool:
        """Return whether two lists share lines."""
        return self.start <= other.end and other.start <= self.end


class _Item(NamedTuple):
    line: Line
    mark: Mark


def find(lines: Sequence[Line]) -> list[Candidate]:
    """Return all lists, also those that overlap."""
    found: dict[tuple[tuple[int, ...], tuple[str, ...]], Candidate] = {}
    for candidate in (*_counted(lines), *_uncounted(lines), *_tables(lines), *_menus(lines)):
        key = (candidate.items, candidate.labels)
        if key not in found or found[key].family == "menu":
            found[key] = candidate
    taken = {candidate.items for candidate in found.values() if candidate.family not in {"bold", "emoji"}}
    return [
        each for each in found.values() if each.family not in {"bold", "emoji"} or each.items not in taken
    ]


_Key = tuple[str, str, int, int, bool]
"""Family, style, indentation, level of the heading, and whether a bullet stands before."""


def _counted(lines: Sequence[Line]) -> Iterator[Candidate]:  # noqa: C901, PLR0912 - one case per kind of line
    """Yield lists whose items count: letters, numbers, `Option A`."""
    active: dict[_Key, list[_Item]] = {}
    done: list[list[_Item]] = []
    for line in lines:
        if line.kind == "heading":
            for key in [key for key in active if key[3] == 0 or key[3] > line.level]:
                done.append(active.pop(key))
        for mark in line.marks:
            if not mark.ordinal and mark.family != "menu":
                continue
            is_inner = line.marks[0].family == "bullet"
            key = (mark.family, mark.style, min(line.indent, 8), line.level, is_inner)
            for other in [
                other for other in active if other != key and other[2] > line.indent + 1 and not other[3]
            ]:
                done.append(active.pop(other))
            run = active.get(key)
            if run is None:
                key = next((near for near in active if _is_near(near, key)), key)
                run = active.get(key)
            if run is not None and (mark.ordinal == run[-1].mark.ordinal + 1 or mark.family == "menu"):
                run.append(_Item(line, mark))
            elif run is not None and mark.ordinal == 1 == run[-1].mark.ordinal and mark.family == "number":
                run.append(_Item(line, mark._replace(ordinal=1)))  # "1." before every item is the same list.
            else:
                if run is not None and mark.ordinal == 1:
                    done.append(run)
                active.pop(key, None)  # With a gap in its count, a list is none.
                if mark.ordinal == 1 or mark.family == "menu":
                    active[key] = [_Item(line, mark)]
    for run in (*done, *active.values()):
        yield from _cut(lines, run)


def _is_near(near: _Key, key: _Key) -> bool:
    slack = 3 if key[0] == "option" else _SAME_INDENT
    return (near[0], near[1], near[3], near[4]) == (key[0], key[1], key[3], key[4]) and abs(
        near[2] - key[2]
    ) <= slack


def _cut(lines: Sequence[Line], run: list[_Item]) -> Iterator[Candidate]:
    """Yield a counted list, and its beginning up to other text of its level."""
    yield from _candidate(lines, run)
    if len(run) > MOST:
        return
    for at, (above, below) in enumerate(itertools.pairwise(run), start=1):
        between = lines[above.line.number + 1 : below.line.number]
        if any(
            line.kind not in {"blank", "code"} and line.indent <= above.line.indent + _SAME_INDENT
            for line in between
        ):
            yield from _candidate(lines, run[:at])
            break


def _uncounted(lines: Sequence[Line]) -> Iterator[Candidate]:
    """Yield lists of bullets, bold words, emoji and headings."""
    runs: dict[tuple[str, str, int, int], list[_Item]] = {}
    for line in lines:
        if line.kind in {"blank", "code"}:
            continue
        mark = (
            line.marks[0]
            if line.marks and not line.marks[0].ordinal and line.marks[0].family != "menu"
            else None
        )
        for key in list(runs):
            if not _keeps(key, line, mark, lines):
                yield from _parts(lines, runs.pop(key))
        for each in line.marks:
            if each.ordinal or each.family == "menu" or (each.family == "bullet" and line.kind == "heading"):
                continue
            key = (each.family, each.style, line.indent, line.level)
            near = next(
                (own for own in runs if own[:2] == key[:2] and abs(own[2] - key[2]) <= _SAME_INDENT), key
            )
            runs.setdefault(near, []).append(_Item(line, each))
    for run in runs.values():
        yield from _parts(lines, run)


def _keeps(key: tuple[str, str, int, int], line: Line, mark: Mark | None, lines: Sequence[Line]) -> bool:
    """Return whether a run of items goes on at, or across, a line."""
    family, style, indent, level = key
    if (
        mark is not None
        and (mark.family, mark.style) == (family, style)
        and abs(line.indent - indent) <= _SAME_INDENT
    ):
        return True
    if family == "bullet":
        if line.indent > indent + _SAME_INDENT:
            return True
        return (
            not line.marks
            and line.kind == "text"
            and line.indent > 0
            and lines[line.number - 1].kind != "blank"
        )
    if family == "heading":
        return line.kind != "heading" or line.level > level
    return line.kind not in {"heading", "rule"}


def _parts(lines: Sequence[Line], run: list[_Item]) -> Iterator[Candidate]:
    """Yield a run of items, its parts between other lines, and the ends of a run of bold words."""
    yield from _candidate(lines, run)
    family = run[0].mark.family
    if family in {"heading", "emoji"} or len(run) < FEWEST:
        return
    allowed = {"blank"} if family == "bold" else set()
    parts: list[list[_Item]] = [[run[0]]]
    for above, below in itertools.pairwise(run):
        between = lines[above.line.number + 1 : below.line.number]
        apart = (
            any(line.kind not in allowed for line in between)
            if family == "bold"
            else any(line.kind == "blank" for line in between)
        )
        if apart:
            parts.append([])
        parts[-1].append(below)
    if len(parts) > 1:
        for part in parts:
            yield from _candidate(lines, part)
    if family == "bold":
        for size in range(FEWEST, min(len(run), _TAIL_OF_BOLD + 1)):
            yield from _candidate(lines, run[-size:])
            yield from _candidate(lines, run[:size])


def _candidate(lines: Sequence[Line], run: list[_Item]) -> Iterator[Candidate]:
    if not FEWEST <= len(run) <= MOST:
        return
    first = run[0]
    loose, nested = 0.0, 0
    for above, below in itertools.pairwise(run):
        own = 0.0
        for line in lines[above.line.number + 1 : below.line.number]:
            if line.kind == "blank":
                continue
            nested += 1
            if line.kind != "code" and line.indent <= first.line.indent + _SAME_INDENT:
                own += 1 / 3 if line.marks and line.marks[0].family == "bullet" else 1
        loose = max(loose, own)
    end = _end(lines, run[-1], described=_is_described(lines, first))
    labels = tuple(_label(item) for item in run)
    yield Candidate(
        first.mark.family,
        first.mark.style,
        tuple(item.line.number for item in run),
        tuple(item.mark.at for item in run),
        labels,
        end,
        loose,
        nested + end - run[-1].line.number,
        first.line.indent,
        is_inner=first.line.marks[0].family == "bullet" and first.mark.family != "bullet",
    )


def _label(item: _Item) -> str:
    label = plain(item.line.raw[item.mark.at :])
    return label or plain(item.line.raw)


def _is_described(lines: Sequence[Line], first: _Item) -> bool:
    """Return whether the first item has a paragraph of its own, so that the last one may have one too."""
    below = lines[first.line.number + 1 : first.line.number + 3]
    is_apart = len(below) > 1 and below[0].kind == "blank" and below[1].kind == "text" and not below[1].marks
    return is_apart and (first.line.kind == "heading" or first.mark.family in {"option", "bold", "keycap"})


def _end(lines: Sequence[Line], last: _Item, *, described: bool) -> int:
    """Return the last line that belongs to the last item."""
    line = last.line
    end, is_heading, after_blank = line.number, line.kind == "heading", False
    at = end + 1
    while at < min(len(lines), line.number + _FAR):
        below = lines[at]
        if below.kind == "blank":
            after_blank = True
        elif below.kind == "code":
            if after_blank and below.indent <= line.indent and not is_heading:
                break
            while at + 1 < len(lines) and lines[at + 1].kind == "code":
                at += 1
            end, after_blank = at, False
        elif below.kind in {"rule", "heading", "table", "quote"} or not _belongs(
            below, last, after_blank=after_blank, apart=described and end == line.number
        ):
            break
        else:
            end, after_blank = at, False
        at += 1
    return end


def _belongs(below: Line, last: _Item, *, after_blank: bool, apart: bool) -> bool:
    """Return whether a line of text below the last item goes on with it."""
    line, family = last.line, last.mark.family
    is_heading = line.kind == "heading"
    if below.indent > line.indent + _SAME_INDENT:
        return True
    if below.marks and below.marks[0].family == "bullet":
        return family != "bullet" and not (after_blank and family in {"number", "letter"} and not is_heading)
    if below.marks:
        return False
    if not after_blank:
        return is_heading or family in {"option", "bold", "emoji"}
    return apart


def cells(line: Line) -> list[str]:
    """Return the cells of a row of a table."""
    return [plain(cell) for cell in line.raw.strip().strip("|").split("|")]


def _tables(lines: Sequence[Line]) -> Iterator[Candidate]:
    """Yield tables whose rows may be options."""
    at = 0
    while at < len(lines):
        end = at
        while end < len(lines) and lines[end].kind == "table":
            end += 1
        rows = lines[at:end]
        separator = next((number for number, row in enumerate(rows) if separates(row)), -1)
        body = [row for row in rows[separator + 1 :] if not separates(row)]
        if separator >= 0 and FEWEST <= len(body) <= MOST:
            yield Candidate(
                "table",
                "",
                tuple(row.number for row in body),
                (0,) * len(body),
                tuple(_row_label(cells(row)) for row in body),
                end - 1,
                0,
                0,
                0,
            )
        at = max(end, at + 1)


def _row_label(row: list[str]) -> str:
    """Return the label of a row: its first cell, with the second one where that is only a number or letter."""
    if len(row[0]) <= _SHORT_CELL and len(row) > 1:
        return f"{row[0]}. {row[1]}" if row[0] else row[1]
    return row[0]


def _menus(lines: Iterable[Line]) -> Iterator[Candidate]:
    """Yield menus in one line: `[A] All  [P] Pick  [C] Cancel`."""
    for line in lines:
        if line.kind != "text" or "[" not in line.raw or len(line.raw) > 600:
            continue
        keys = list(_MENU(line.raw))
        if not FEWEST <= len(keys) <= MOST:
            continue
        ends = [key.start() for key in keys[1:]] + [len(line.raw)]
        labels = tuple(
            plain(line.raw[key.end() : end]).strip(" ,;|/-—") for key, end in zip(keys, ends, strict=True)
        )
        if all(labels):
            count = len(labels)
            yield Candidate(
                "menu",
                "line",
                (line.number,) * count,
                tuple(key.end() for key in keys),
                labels,
                line.number,
                0,
                0,
                line.indent,
            )
