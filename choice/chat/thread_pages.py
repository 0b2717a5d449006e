"""Somebody's threads page by page: how many at once, and where the next page begins."""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from starlette.requests import Request

from choice.chat.conversation import Conversation
from choice.chat.conversations import Place
from choice.chat.refusals import InvalidField
from choice.clock import micros

USUAL_THREADS: Final = 100
MOST_THREADS: Final = 200
LONGEST_CURSOR: Final = 60
_LIMIT: Final = re.compile(r"[0-9]{1,3}")
_CURSOR: Final = re.compile(r"([0-9]{1,17})\.([0-9a-f-]{36})")


class Wanted(NamedTuple):
    """Which threads a request asks for."""

    most: int
    before: Place | None


def wanted_page(request: Request) -> Wanted:
    """Return which page a request asks for.

    Raises:
        InvalidField: `limit` or `before` cannot be what they should.
    """
    limit = request.query_params.get("limit", str(USUAL_THREADS))
    if not _LIMIT.fullmatch(limit) or not 1 <= int(limit) <= MOST_THREADS:
        field, rule = "limit", f"must be a whole number from 1 to {MOST_THREADS}."
        raise InvalidField(field, rule)
    before = request.query_params.get("before")
    if before is None:
        return Wanted(int(limit), None)
    found = _CURSOR.fullmatch(before)
    if found is None:
        field, rule = "before", "must be the `next` of an earlier page."
        raise InvalidField(field, rule)
    return Wanted(int(limit), Place(int(found[1]), found[2]))


def page_of(found: Sequence[Conversation], most: int) -> tuple[Sequence[Conversation], str | None]:
    """Return the threads of a page, and where the next one begins, if more were found than it holds."""
    if len(found) <= most:
        return found, None
    last = found[most - 1]
    return found[:most], f"{micros(last.updated_at)}.{last.id}"
