"""LangGraph: what a graph is interrupted for is asked at the desk, and the graph goes on with the answer."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any, Final, Unpack

from langchain_core.runnables import RunnableConfig
from langgraph.pregel import Pregel
from langgraph.types import Command, Interrupt, interrupt
from pydantic import TypeAdapter

from choice.adapters.asking import NotAnswered, People
from choice.adapters.interrupts import FORM, stop_of
from choice.answers import Outcome
from choice.desk.asking import Asked, Terms, form_of
from choice.desk.desk import Desk
from choice.desk.people import Asker

__all__ = ["NotAnswered", "answers_to", "ask", "run_with_people"]

_AGENT: Final = "langgraph"
_outcome: TypeAdapter[Outcome] = TypeAdapter(Outcome)


def ask(asked: Asked) -> Outcome:
    """Ask people from inside a node: the graph stops, and goes on with the outcome.

    As with every interrupt, the node starts again from its beginning when the graph goes on.
    """
    told = interrupt({FORM: form_of(asked).model_dump(mode="json")})
    return _outcome.validate_python(told, strict=False)


async def run_with_people(
    graph: Pregel[Any, Any, Any, Any],
    given: object,
    config: RunnableConfig,
    *,
    desk: Desk,
    **terms: Unpack[Terms],
) -> object:
    """Run a graph to its end; whatever it is interrupted for is asked of people.

    The graph needs a checkpointer. With None as what is given, a thread that has stopped goes on: whoever
    answered meanwhile is not asked again.

    Raises:
        NotAnswered: Nobody answered a question for which there is no other way on; the thread stays as it is.
    """
    result = None if given is None else await graph.ainvoke(given, config)
    while interrupts := (await graph.aget_state(config)).interrupts:
        answers = await answers_to(interrupts, config, desk=desk, **terms)
        result = await graph.ainvoke(Command(resume=answers), config)
    return result


async def answers_to(
    interrupts: Sequence[Interrupt], config: RunnableConfig, *, desk: Desk, **terms: Unpack[Terms]
) -> Mapping[str, object]:
    """Ask people about interrupts of one thread; return what `Command(resume=…)` takes."""
    thread = str(config.get("configurable", {}).get("thread_id", ""))
    people = People(desk, Terms(asked_by=Asker(_AGENT, conversation=thread or None)) | terms)
    found = await asyncio.gather(*[_value(people, each, thread) for each in interrupts])
    return {each.id: value for each, value in zip(interrupts, found, strict=True)}


async def _value(people: People, stopped: Interrupt, thread: str) -> object:
    stop = stop_of(stopped.value, stopped.response_schema)
    outcome = await people.ask(stop.form, f"langgraph:{thread}:{stopped.id}", stop.dialect)
    return stop.value(outcome)
