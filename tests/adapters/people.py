"""A desk in memory with a person who answers by a script."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import choice
from choice.testing import ScriptedPerson
from choice.testing.scripted_person import Script


@asynccontextmanager
async def answering(script: Script) -> AsyncIterator[tuple[choice.Desk, ScriptedPerson]]:
    """Open a desk at which somebody answers."""
    async with choice.open_desk("memory:") as desk:
        person = ScriptedPerson(desk, script)
        await desk.attach(person)
        yield desk, person
