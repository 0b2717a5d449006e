"""An in-memory desk with a scripted person."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import choice
from choice.testing import ScriptedPerson
from choice.testing.scripted_person import Script


@asynccontextmanager
async def answering(script: Script) -> AsyncIterator[tuple[choice.Desk, ScriptedPerson]]:
    """Open a desk and attach a person who answers by the script."""
    async with choice.open_desk("memory:") as desk:
        person = ScriptedPerson(desk, script)
        await desk.attach(person)
        yield desk, person
