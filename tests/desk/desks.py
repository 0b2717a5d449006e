"""Desks on any store, with a manual clock where possible."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from choice.desk import Asker, Desk, Person
from choice.models import Answer, Form, Question
from choice.testing.store_contract import Subject
from tests.desk.stores import opened

STORE = Question(text="Which store?", options=["SQLite", "PostgreSQL"], default_selection_ids=("1",))
SQLITE = Answer(question_id="q1", option_ids=("1",))
POSTGRESQL = Answer(question_id="q1", option_ids=("2",))
FORM = Form(
    title="Two things",
    questions=(
        Question(id="drink", text="Drink?", options=["Tea", "Coffee"]),
        Question(id="name", text="Name?", selection_mode="text_input"),
    ),
)
ANNA = Person("anna")
BERT = Person("bert")
PLANNER = Asker("planner", "project", "conversation")


@dataclass(frozen=True, slots=True)
class Bench:
    """A desk with its store and clock."""

    desk: Desk
    subject: Subject

    async def pass_time(self, seconds: float) -> None:
        """Advance the clock and let the desk poll."""
        await self.subject.pass_time(seconds)
        await self.desk.catch_up()


@asynccontextmanager
async def bench(place: str = "memory:") -> AsyncIterator[Bench]:
    """Open a desk on a new store."""
    async with opened(place) as subject, Desk(subject.store) as desk:
        yield Bench(desk, subject)
