"""LangGraph: interrupts are asked on the desk, and the graph resumes with the answers."""

from pathlib import Path
from typing import Any, TypedDict

import pytest
from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import END, START, StateGraph
from langgraph.types import Send, interrupt

import choice
from choice.adapters.langgraph import NotAnswered, ask, run_with_people
from choice.testing import ScriptedPerson
from tests.adapters.people import answering

STORE = choice.Question(text="Which store?", options=["SQLite", "PostgreSQL"])


class State(TypedDict, total=False):
    store: str
    name: str


def choose(state: State) -> State:  # noqa: ARG001 - a node takes the state
    outcome = ask(STORE)
    if not isinstance(outcome, choice.Answered):
        return {"store": outcome.kind}
    return {"store": outcome.answers[0].option_ids[0]}


def name(state: State) -> State:  # noqa: ARG001 - the same
    return {"name": interrupt("What is it called?")}


def graph_of(**nodes: Any) -> Any:  # noqa: ANN401 - the type of a graph has four parameters
    """Return a graph of nodes one after the other."""
    builder = StateGraph(State)
    last = START
    for node, run in nodes.items():
        builder.add_node(node, run)
        builder.add_edge(last, node)
        last = node
    builder.add_edge(last, END)
    return builder.compile(checkpointer=InMemorySaver())


def config(thread: str = "t1") -> RunnableConfig:
    return {"configurable": {"thread_id": thread}}


@pytest.mark.requirement("UP11")
async def test_a_graph_resumes_with_the_answers_of_people() -> None:
    script = {"Which store?": "PostgreSQL", "What is it called?": "orders"}
    async with answering(script) as (desk, person):
        made = await run_with_people(graph_of(choose=choose, name=name), {}, config(), desk=desk)

        assert made == {"store": "2", "name": "orders"}
        assert [seen.asked_by.conversation for seen in person.seen] == ["t1", "t1"]


async def test_concurrent_interrupts_are_asked_together() -> None:
    def spread(state: State) -> list[Send]:  # noqa: ARG001 - the same
        return [Send("choose", {}), Send("name", {})]

    builder = StateGraph(State)
    builder.add_node("choose", choose)
    builder.add_node("name", name)
    builder.add_conditional_edges(START, spread, ["choose", "name"])
    graph = builder.compile(checkpointer=InMemorySaver())
    async with answering({"Which store?": "SQLite", "What is it called?": "orders"}) as (desk, _person):
        made = await run_with_people(graph, {}, config(), desk=desk)

    assert made == {"store": "1", "name": "orders"}


async def test_a_node_that_asks_a_form_gets_the_outcome() -> None:
    async with answering({"Which store?": ScriptedPerson.CANCEL}) as (desk, _person):
        made = await run_with_people(graph_of(choose=choose), {}, config(), desk=desk)

    assert made == {"store": "cancelled"}


@pytest.mark.requirement("UP3")
async def test_an_unanswered_question_leaves_the_thread_interrupted() -> None:
    graph = graph_of(name=name)
    async with answering({"What is it called?": ScriptedPerson.CANCEL}) as (desk, _person):
        with pytest.raises(NotAnswered) as raised:
            await run_with_people(graph, {}, config(), desk=desk)

    assert isinstance(raised.value.outcome, choice.Cancelled)
    assert (await graph.aget_state(config())).interrupts


@pytest.mark.requirement("UP1")
async def test_a_resumed_thread_uses_an_answer_given_while_the_process_was_down(tmp_path: Path) -> None:
    url, graph = f"sqlite:///{tmp_path / 'desk.db'}", graph_of(name=name)
    await graph.ainvoke({}, config())
    (stopped,) = (await graph.aget_state(config())).interrupts
    async with choice.open_desk(url) as desk:
        # A process asked and died while it waited; a person answered afterwards.
        asker = choice.Asker("langgraph", conversation="t1")
        question = choice.Question(text="What is it called?", selection_mode="text_input")
        opened = await desk.open(question, asked_by=asker, key=f"langgraph:t1:{stopped.id}")
        answer = choice.Answer(question_id="q1", custom_text="orders")
        await desk.answer(opened.id, answer, by=choice.Person("somebody"))
    async with choice.open_desk(url) as desk:
        made = await run_with_people(graph, None, config(), desk=desk)

    assert made == {"name": "orders"}
