"""Test an agent that asks people, with a scripted person: `python test_an_agent.py`, or pytest."""

import asyncio

import choice
from choice.testing import ScriptedPerson


async def choose_store(desk: choice.Desk) -> str:
    """The agent under test: ask two questions and act on the answers."""
    store = choice.Question(id="store", text="Which store?", options=["SQLite", "PostgreSQL"])
    name = choice.Question(id="name", text="What is it called?", selection_mode="text_input")
    outcome = await desk.ask(choice.Form(questions=(store, name)), timeout=60)
    if not isinstance(outcome, choice.Answered):
        return "nothing"
    by_question = {answer.question_id: answer for answer in outcome.answers}
    kind = "sqlite" if by_question["store"].option_ids == ("1",) else "postgresql"
    return f"{kind}:{by_question['name'].custom_text}"


async def agent_answered_with(script: dict[str, str]) -> str:
    """Run the agent with a scripted person."""
    async with choice.open_desk("memory:") as desk:
        await desk.attach(ScriptedPerson(desk, script))
        return await choose_store(desk)


def test_the_agent_creates_what_the_person_chose() -> None:
    """Both answers are used."""
    made = asyncio.run(agent_answered_with({"Which store?": "PostgreSQL", "What is it called?": "orders"}))

    assert made == "postgresql:orders"


def test_the_agent_creates_nothing_if_the_person_cancels() -> None:
    """A cancelled form creates nothing."""
    made = asyncio.run(agent_answered_with({"Which store?": ScriptedPerson.CANCEL, "What is it called?": ""}))

    assert made == "nothing"


if __name__ == "__main__":
    test_the_agent_creates_what_the_person_chose()
    test_the_agent_creates_nothing_if_the_person_cancels()
    print("All tests passed.")
