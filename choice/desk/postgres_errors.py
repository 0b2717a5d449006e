"""What errors of PostgreSQL mean for the one who asked."""

import asyncpg
import sqlalchemy as sa

from choice.errors import StoreBusy, StoreError, StoreFull, StoreReadOnly, StoreUnavailable

_BY_STATE: dict[str, tuple[type[StoreError], str]] = {
    "25006": (StoreReadOnly, "the database takes no changes at the moment."),
    "53100": (StoreFull, "the database server's disk is full; nothing was written."),
    "53300": (StoreBusy, "the database server has no connection left; try again."),
    "55P03": (StoreBusy, "another transaction holds what is needed; try again."),
    "40P01": (StoreUnavailable, "two transactions waited for each other; try again."),
    "40001": (StoreUnavailable, "another transaction was faster; try again."),
    "28P01": (StoreError, "the password was refused."),
    "28000": (StoreError, "the user was refused."),
    "3D000": (StoreError, "there is no such database."),
}
DRIVER_ERRORS = (asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError)
"""What the driver raises where nothing stands between it and us."""
_SERVER_GOING = ("57P", "08")
"""Classes of states that say that the server or the connection is going away."""


def meaning(error: BaseException, place: str) -> StoreError | None:
    """Return what an error means, or None if it is a mistake of this program."""
    if isinstance(error, sa.exc.TimeoutError):
        return StoreBusy(place, "all connections are in use; try again.")
    state = getattr(getattr(error, "orig", error), "sqlstate", None) or ""
    if state in _BY_STATE:
        kind, problem = _BY_STATE[state]
        return kind(place, problem)
    lost = isinstance(error, sa.exc.DBAPIError) and error.connection_invalidated
    if lost or state.startswith(_SERVER_GOING) or isinstance(error, OSError):
        return StoreUnavailable(place, "the database server cannot be reached.")
    if isinstance(error, sa.exc.InterfaceError | sa.exc.OperationalError):
        return StoreUnavailable(place, "the connection to the database server was lost.")
    # The last is raised on a connection that the server has said goodbye to, before its end is seen.
    if isinstance(error, asyncpg.InterfaceError | asyncpg.InternalClientError) and not isinstance(
        error, ValueError
    ):
        return StoreUnavailable(place, "the connection to the database server was lost.")
    return None
