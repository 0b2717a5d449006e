"""OpenAI Agents SDK: tool approvals and questions are asked on the desk."""

import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
from agents import Agent, ModelResponse, RunConfig, Runner, Usage, function_tool
from agents.items import TResponseOutputItem, TResponseStreamEvent
from agents.models.interface import Model
from agents.run_state import RunState
from openai.types.responses import (
    ResponseFunctionToolCall,
    ResponseOutputMessage,
    ResponseOutputText,
)
from typing_extensions import override

from choice.adapters.openai_agents import decide, question_tool, run_with_people
from choice.testing import ScriptedPerson
from tests.adapters.people import answering

ASKED = {"question": "Which store?", "options": [{"label": "SQLite"}, {"label": "PostgreSQL"}]}
RUN: dict[str, Any] = {"run_config": RunConfig(tracing_disabled=True)}


class WritingModel(Model):
    """Calls two tools, then returns their results as text."""

    @override
    async def get_response(self, *given: Any, **more: Any) -> ModelResponse:
        items = given[1] if len(given) > 1 else more["input"]
        results = [item["output"] for item in items if isinstance(item, dict) and "output" in item]
        return ModelResponse(_message("; ".join(results)) if results else _calls(), Usage(), None)

    @override
    def stream_response(self, *_given: Any, **_more: Any) -> AsyncIterator[TResponseStreamEvent]:
        raise NotImplementedError


def _calls() -> list[TResponseOutputItem]:
    wanted = (("c1", "present_question", ASKED), ("c2", "drop", {"table": "a"}))
    return [
        ResponseFunctionToolCall(
            call_id=call_id, name=name, arguments=json.dumps(arguments), type="function_call"
        )
        for call_id, name, arguments in wanted
    ]


def _message(text: str) -> list[TResponseOutputItem]:
    content = ResponseOutputText(text=text, type="output_text", annotations=[])
    return [
        ResponseOutputMessage(id="m", content=[content], role="assistant", status="completed", type="message")
    ]


@function_tool(needs_approval=True)
def drop(table: str) -> str:
    """Drop a table."""
    return f"{table} is dropped"


@pytest.mark.requirement("UP11")
@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("Allow", "a is dropped"),
        ("Do not allow", "The person does not allow this."),
        ("Only table b", "Only table b"),
    ],
)
async def test_an_agent_runs_to_its_end_with_the_answers_of_people(reply: str, expected: str) -> None:
    async with answering({"Which store?": "PostgreSQL", "May drop run?": reply}) as (desk, person):
        agent = Agent("cleaner", model=WritingModel(), tools=[question_tool(desk), drop])
        result = await run_with_people(agent, "Clean up", desk=desk, run=RUN)

        assert sorted(result.final_output.split("; ")) == sorted(["PostgreSQL", expected])
        assert sorted(seen.form.questions[0].text for seen in person.seen) == [
            "May drop run?",
            "Which store?",
        ]


@pytest.mark.requirement("UP1", "UP3")
async def test_a_stored_run_state_is_resumed_and_no_answer_is_a_rejection() -> None:
    script = {"Which store?": "PostgreSQL", "May drop run?": ScriptedPerson.CANCEL}
    async with answering(script) as (desk, person):
        agent = Agent("cleaner", model=WritingModel(), tools=[question_tool(desk), drop])
        kept = (await Runner.run(agent, "Clean up", **RUN)).to_state().to_string()
        state: RunState[Any] = await RunState.from_string(agent, kept)
        await decide(state, state.get_interruptions(), desk=desk)
        again: RunState[Any] = await RunState.from_string(agent, kept)
        await decide(again, again.get_interruptions(), desk=desk)
        result = await Runner.run(agent, again, **RUN)

        assert "Nobody chose" in result.final_output
        assert len(person.seen) == len(script)
