"""A program that uses the desk, for journeys that need more than one process: `desk_program URL COMMAND ...`.

It prints one line of JSON for each thing that happened.
"""

import asyncio
import json
import sys
from collections.abc import Callable, Coroutine
from typing import Any

import choice
from choice.desk import Desk, snapshot

QUESTION = choice.Question(text="Which store?", options=["SQLite", "PostgreSQL"])
PLANNER = choice.Asker("planner")
SQLITE = choice.Answer(question_id="q1", option_ids=("1",))


def say(**facts: object) -> None:
    sys.stdout.write(json.dumps(facts) + "\n")
    sys.stdout.flush()


async def ask(desk: Desk) -> None:
    """Ask, say the id, and wait for the outcome."""
    interaction = await desk.open(QUESTION, asked_by=PLANNER)
    say(id=interaction.id)
    outcome = await desk.wait(interaction.id, asked_by=PLANNER)
    say(kind=outcome.kind)


async def open_only(desk: Desk, timeout: str) -> None:
    """Ask, say the id, and leave."""
    interaction = await desk.open(QUESTION, asked_by=PLANNER, timeout=float(timeout))
    say(id=interaction.id)


async def collect(desk: Desk) -> None:
    """Say what waits for the asker, and acknowledge it."""
    for interaction in await desk.collect(PLANNER):
        say(**snapshot(interaction, desk.store.now()))
        await desk.acknowledge(interaction.id, asked_by=PLANNER)


async def contend(desk: Desk, interaction_id: str, name: str, times: str) -> None:
    """Send answers at once and say how each fared."""
    say(ready=True)
    await asyncio.to_thread(sys.stdin.readline)

    async def answer(number: int) -> None:
        try:
            won = await desk.answer(interaction_id, SQLITE, by=choice.Person(f"{name} {number}"))
        except choice.InteractionClosed as error:
            say(refused=answerer(error.outcome))
        else:
            say(answered=answerer(won.outcome))

    await asyncio.gather(*[answer(number) for number in range(int(times))])


def answerer(outcome: object) -> str | None:
    """Return the actor of an answered outcome."""
    assert isinstance(outcome, choice.Answered)
    return outcome.answered_by


async def hold(_desk: Desk) -> None:
    """Run a desk without any requests."""
    say(ready=True)
    await asyncio.to_thread(sys.stdin.readline)


COMMANDS: dict[str, Callable[..., Coroutine[Any, Any, None]]] = {
    "ask": ask,
    "open": open_only,
    "collect": collect,
    "contend": contend,
    "hold": hold,
}


async def main(url: str, command: str, *arguments: str) -> None:
    async with choice.open_desk(url) as desk:
        await COMMANDS[command](desk, *arguments)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
