"""Spans of time: what lies in any of several, and what is left of one without others."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from choice.chat.calendar_days import INSTANT
from choice.chat.sources.findings import Gap

_Piece = tuple[datetime | None, datetime]


class Span(NamedTuple):
    """From when to when, and how an answer's heading says so; without a beginning all that was before."""

    since: datetime | None
    until: datetime
    words: str
    gaps: tuple[Gap, ...] = ()
    """What is left out in between, in order."""


def by_now(span: Span, now: datetime) -> Span:
    """Return a span that ends by now; one that is all still to come stays as it is."""
    if span.since is not None and span.since > span.until:
        return span._replace(until=span.since)
    if span.until <= now:
        return span
    begun = [(since, min(until, now)) for since, until in _pieces(span) if since is None or since <= now]
    return _of_pieces(begun, span.words) if begun else span


def any_of(spans: Sequence[Span]) -> Span:
    """Return what lies in any of the spans."""
    return _of_pieces([piece for span in spans for piece in _pieces(span)], listed([s.words for s in spans]))


def without(span: Span, left_out: Sequence[Span]) -> Span:
    """Return what is left of a span; all of it, where nothing would be."""
    pieces, words = _pieces(span), []
    for out in left_out:
        rest = pieces
        for hole in _pieces(out):
            rest = [each for piece in rest for each in _rest(piece, hole)]
        if rest and rest != pieces:
            pieces = rest
            words.append(out.words)
    return _of_pieces(pieces, f"{span.words} Except {listed(words)}".strip()) if words else span


def everything_without(left_out: Sequence[Span], now: datetime) -> Span:
    """Return all that was until now, without some of it."""
    first = left_out[0]
    if len(left_out) == 1 and not first.gaps and first.since is not None and first.until >= now:
        return Span(None, first.since - INSTANT, f"Before {first.words}")
    return without(Span(None, now, ""), left_out)


def listed(words: Sequence[str]) -> str:
    """Return words as a list is spoken."""
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else words[0]


def _pieces(span: Span) -> list[_Piece]:
    since, pieces = span.since, list[_Piece]()
    for gap in span.gaps:
        pieces.append((since, gap.since - INSTANT))
        since = gap.until + INSTANT
    return [*pieces, (since, span.until)]


def _rest(piece: _Piece, hole: _Piece) -> list[_Piece]:
    """Return what a piece has outside of another."""
    (since, until), (first, last) = piece, hole
    if (since is not None and last < since) or (first is not None and first > until):
        return [piece]
    rest: list[_Piece] = []
    if first is not None and (since is None or since < first):
        rest.append((since, first - INSTANT))
    if last < until:
        rest.append((last + INSTANT, until))
    return rest


def _of_pieces(pieces: Sequence[_Piece], words: str) -> Span:
    ordered = sorted(pieces, key=lambda piece: (piece[0] is not None, piece[0], piece[1]))
    since, until = ordered[0]
    gaps: list[Gap] = []
    for begin, end in ordered[1:]:
        if begin is not None and begin > until + INSTANT:
            gaps.append(Gap(until + INSTANT, begin - INSTANT))
        until = max(until, end)
    return Span(since, until, words, tuple(gaps))
