"""The wire: a channel of PostgreSQL that says how an interaction ended, so that nobody need read it again.

Anybody who may connect can send and hear messages on a channel whose name they know. The name of this one is
a secret in a table that only its owner can read, who may write outcomes anyway: what is said there can be
believed. Where the name cannot be read, the outcomes are.
"""

from functools import partial

import asyncpg

from choice.desk.sql_rows import outcome_of
from choice.desk.wakeups import Ended

_NAME = "SELECT name FROM desk_wire"
_NOT_FOR_US = (asyncpg.InsufficientPrivilegeError, asyncpg.UndefinedTableError)


async def name_of_the_wire(connection: asyncpg.Connection) -> str | None:
    """Return the name of the channel; None for those who do not own the tables."""
    try:
        name: str | None = await connection.fetchval(_NAME)
    except _NOT_FOR_US:
        return None
    return name


def pass_on(message: str, ended: Ended) -> None:
    """Tell what `desk_decide` said on the wire; it is read only if somebody wants to know."""
    at, outcome, interaction_id = message.split("\n", 2)
    ended(interaction_id, partial(outcome_of, outcome, int(at)))
