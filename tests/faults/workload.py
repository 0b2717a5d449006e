"""A workload for a desk: asks, answers, contests, cancels and abandons questions, determined by a seed.

Every call has an idempotency key, so that the workload can be repeated after a crash with the same result.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from random import Random
from typing import TypeVar

from choice.desk import Asker, Choose, Desk, Interaction, InteractionClosed, Person
from choice.models import Answer, Question
from tests.faults.ack_log import AckLog, Ending
from tests.faults.oracle import ending_of

Result = TypeVar("Result")
Attempt = Callable[[Callable[[], Awaitable[Result]]], Awaitable[Result]]

LONG, SHORT = 3000.0, 1.0


async def once(call: Callable[[], Awaitable[Interaction]]) -> Interaction:
    """Call once, without a retry."""
    return await call()


@dataclass(slots=True)
class Workload:
    """A sequence of operations on a desk."""

    desk: Desk
    log: AckLog
    random: Random
    asker: Asker
    pass_time: Callable[[float], Awaitable[None]]
    attempt: Callable[[Callable[[], Awaitable[Interaction]]], Awaitable[Interaction]] = once
    """How to make a call: once, or with retries."""
    _asked: int = field(default=0)

    async def run(self, steps: int) -> None:
        """Run the given number of operations."""
        for _ in range(steps):
            await self.random.choice(
                [self._answer_one, self._answer_many, self._contest, self._cancel, self._abandon, self._draft]
            )()

    async def _answer_one(self) -> None:
        [interaction] = await self._ask(1)
        await self._end(interaction, self._answered("anna"))

    async def _answer_many(self) -> None:
        """Answer several questions concurrently, so that they share a commit."""
        asked = await self._ask(3)
        endings = [self._answered("anna") for _ in asked]
        await asyncio.gather(*map(self._end, asked, endings))

    async def _contest(self) -> None:
        [interaction] = await self._ask(1)
        people = [self._answered("anna"), self._answered("bert"), Ending("cancelled", "carl")]
        await asyncio.gather(*[self._end(interaction, ending) for ending in people])

    async def _cancel(self) -> None:
        [interaction] = await self._ask(1)
        await self._end(interaction, Ending("cancelled", "carl"))

    async def _abandon(self) -> None:
        """Ask a question that times out."""
        [interaction] = await self._ask(1, SHORT)
        self.log.ending(_key(interaction), Ending("timed_out"))
        await self.pass_time(2 * SHORT)

        async def look() -> Interaction:
            await self.desk.catch_up()
            return await self.desk.look(interaction.id, by=self.asker)

        ended = await self.attempt(look)
        if ended.outcome is not None:
            self.log.ended(_key(ended), ending_of(ended.outcome))

    async def _draft(self) -> None:
        """Fill in a form step by step."""
        [interaction] = await self._ask(1)
        ending = self._answered("anna")
        for option in ("1", "2"):

            async def choose(option: str = option) -> Interaction:
                return await self.desk.draft(interaction.id, Choose(_answer(option)), by=Person("anna"))

            try:
                await self.attempt(choose)
            except InteractionClosed:
                break  # It ended when the workload ran the first time.
        await self._end(interaction, ending)

    async def _ask(self, many: int, timeout: float = LONG) -> list[Interaction]:
        keys = [f"q{self._asked + number}" for number in range(many)]
        self._asked += many
        self.log.asking(*keys)

        async def ask(key: str) -> Interaction:
            question = Question(text=f"{key}?", options=["Yes", "No"])
            return await self.attempt(
                lambda: self.desk.open(question, asked_by=self.asker, key=key, timeout=timeout)
            )

        interactions = await asyncio.gather(*map(ask, keys))
        self.log.asked(*keys)
        return interactions

    async def _end(self, interaction: Interaction, ending: Ending) -> None:
        key = _key(interaction)
        self.log.ending(key, ending)

        async def end() -> Interaction:
            by, name = Person(ending.who or ""), f"{key} {ending.kind} {ending.who}"
            if ending.option is None:
                return await self.desk.cancel(interaction.id, by=by, key=name)
            return await self.desk.answer(interaction.id, _answer(ending.option), by=by, answer_id=name)

        try:
            ended = await self.attempt(end)
        except InteractionClosed as closed:
            self.log.told(key, ending_of(closed.outcome))
            if ending_of(closed.outcome) == ending:
                raise AssertionError(f"{key}: {ending} was refused because of itself") from closed
            return
        assert ended.outcome is not None
        self.log.ended(key, ending_of(ended.outcome))
        if ending_of(ended.outcome) != ending:
            raise AssertionError(f"{key}: {ending} was sent and {ended.outcome} acknowledged")

    def _answered(self, who: str) -> Ending:
        return Ending("answered", who, self.random.choice(["1", "2"]))


def _answer(option: str) -> Answer:
    return Answer(question_id="q1", option_ids=(option,))


def _key(interaction: Interaction) -> str:
    assert interaction.key is not None
    return interaction.key
