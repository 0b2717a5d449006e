"""A data source of your own: load it by name, and enforce tenant, roles and format of its rows."""

import asyncio
import importlib
import inspect
import logging
import os
import sys
from collections.abc import Callable, Mapping
from typing import Any, cast

from choice.errors import InvalidSetting, StoreError
from choice.sources.fields import InvalidValue
from choice.sources.loading import row_of_values
from choice.sources.protocol import Found, Incident, Issue, Kind, Metric, Query, Row, Signal
from choice.sources.schema import rank_of

SETTING = "CHOICE_SOURCE"

logger = logging.getLogger(__name__)

OwnFind = Callable[[Query], Any]
"""The method `find`: it returns a mapping of kinds to `Found`, directly or as a coroutine."""


class OwnSource:
    """Wraps an object with a method `find(query)`. Its rows are checked before they reach a model.

    Every row must name its tenant. A row of another tenant, one that the person's roles may not see, or one
    that does not match the filters, is dropped. The number of all matching rows is then known only if the
    source returned them all.
    """

    def __init__(self, find: OwnFind, name: str) -> None:
        self._find = find
        self._name = name

    async def find(self, query: Query) -> Mapping[Kind, Found]:
        """Return the allowed rows of each kind.

        Raises:
            StoreError: The source failed, or returned something other than rows.
        """
        try:
            answer = await self._call(query)
        except Exception as error:
            raise StoreError(self._name, f"The data source failed: {error}") from error
        if not isinstance(answer, Mapping):
            raise _invalid(self._name, "find must return a mapping of kinds to Found(rows, of)")
        return {kind: self._checked(kind, answer.get(kind, Found(of=0)), query) for kind in query.kinds}

    async def _call(self, query: Query) -> object:
        if inspect.iscoroutinefunction(self._find):
            return await self._find(query)
        return await asyncio.to_thread(self._find, query)

    def _checked(self, kind: Kind, found: object, query: Query) -> Found:
        if not isinstance(found, Found):
            raise _invalid(self._name, f"the value of {kind!r} must be Found(rows, of)")
        allowed = [self._allowed(kind, given, query) for given in found.rows]
        if None in allowed:
            logger.error(
                "The source %s returned %d rows of %s that this person may not see; they were dropped",
                self._name,
                allowed.count(None),
                kind,
            )
        rows = [row for row in allowed if row is not None and _matches(row, query)]
        dropped = len(allowed) - len(rows)
        rows = sorted(rows, key=_importance)
        is_cut = len(rows) > query.limit
        of = self._number(kind, found, rows, dropped=dropped, limit=query.limit)
        return Found(tuple(rows[: query.limit]), of, None if dropped or is_cut else found.totals)

    def _number(self, kind: Kind, found: Found, rows: list[Row], *, dropped: int, limit: int) -> int | None:
        """Return the number of all matching rows, or None if it cannot be trusted."""
        returned = len(found.rows)
        if found.of is None:
            return len(rows) if returned < limit else None
        if found.of < returned:
            raise _invalid(self._name, f"of is {found.of} for {kind}, but {returned} rows were returned")
        return found.of if not dropped else len(rows) if found.of == returned else None

    def _allowed(self, kind: Kind, given: object, query: Query) -> Row | None:
        """Return a row, or None if it belongs to another tenant or needs other roles."""
        if not isinstance(given, Mapping):
            raise _invalid(self._name, f"a row of {kind} must be a mapping, not {type(given).__name__}")
        values: dict[str, Any] = dict(given)
        if "tenant" not in values:
            raise _invalid(
                self._name, f"a row of {kind} has no tenant. Add the tenant that the row belongs to"
            )
        if str(values.pop("tenant")) != query.tenant:
            return None
        try:
            new = row_of_values(kind, values)
        except InvalidValue as error:
            raise _invalid(self._name, f"a row of {kind} is invalid: {error}") from error
        return new.row if not new.visible_to or new.visible_to & query.roles else None


def _invalid(name: str, rule: str) -> StoreError:
    return StoreError(name, f"The data source is wrong: {rule}.")


def _matches(row: Row, query: Query) -> bool:
    """Return whether a row matches the filters of a query, except its text."""
    if query.ids:
        return row.id.upper() in query.ids
    if isinstance(row, Metric):
        return True
    if query.severities and row.severity not in query.severities:
        return False
    if isinstance(row, Signal):
        day = row.detected_on
        spans = [(gap.since.date(), gap.until.date()) for gap in query.gaps]
        is_after = query.since is None or day >= query.since.date()
        is_before = query.until is None or day <= query.until.date()
        return is_after and is_before and not any(since <= day <= until for since, until in spans)
    if query.statuses and row.status not in query.statuses:
        return False
    at = row.started_at if isinstance(row, Incident) else row.opened_at
    is_after = query.since is None or at >= query.since
    is_before = query.until is None or at <= query.until
    return is_after and is_before and not any(gap.since <= at <= gap.until for gap in query.gaps)


def _importance(row: Row) -> tuple[int, float, float]:
    """Return a sort key: the most severe rows first, then those with the highest impact, then the newest."""
    match row:
        case Metric():
            return 0, 0.0, 0.0
        case Signal(impact_score=impact, detected_on=day):
            return rank_of(row.severity), -impact, -day.toordinal()
        case Incident(users_affected=impact, started_at=at):
            return rank_of(row.severity), -impact, -at.timestamp()
        case Issue(opened_at=at):
            return rank_of(row.severity), 0.0, -at.timestamp()


def open_source(name: str) -> OwnSource:
    """Return the source with a name such as `package.module:name`. A class is instantiated.

    Raises:
        InvalidSetting: There is no such object, or it has no method `find`.
    """
    module, colon, attribute = name.partition(":")
    if not module or not colon or not attribute:
        raise InvalidSetting(SETTING, f"must look like package.module:name, not {name!r}.")
    folder = os.getcwd()  # noqa: PTH109 - an entry of the module search path
    if folder not in sys.path:
        # Like `python -m`: modules in the current folder can be imported.
        sys.path.insert(0, folder)
    try:
        found: object = importlib.import_module(module)
        for part in attribute.split("."):
            found = getattr(found, part)
    except (ImportError, AttributeError) as error:
        raise InvalidSetting(SETTING, f"cannot load {name!r}: {error}.") from error
    made = found() if inspect.isclass(found) else found
    find = getattr(made, "find", None)
    if not callable(find):
        raise InvalidSetting(SETTING, f"{name!r} must have a method find(query).")
    return OwnSource(cast("OwnFind", find), name)
