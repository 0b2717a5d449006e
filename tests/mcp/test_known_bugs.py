"""Mistakes that servers of this kind made before, each under the number it was found by."""

import asyncio
import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from choice.answers import Answer
from choice.desk.interaction import InteractionClosed
from choice.errors import InvalidAnswer
from choice.preferences import PreferencesFile
from tests.mcp.agent import ADA, QUESTION, content, house


async def test_b1_with_nobody_there_the_call_returns_when_time_is_up() -> None:
    async with house() as here, here.agent() as agent:
        async with asyncio.timeout(10):
            result = content(await agent.call_tool("provide_choice", QUESTION | {"timeout_seconds": 1}))

        assert result["action_status"] == "timeout"


async def test_b3_an_expired_question_never_looks_like_a_persons_answer() -> None:
    wanted = QUESTION | {"timeout_seconds": 1, "default_selection_ids": ["lite"], "use_defaults": True}
    async with house() as here, here.agent() as agent:
        result = content(await agent.call_tool("provide_choice", wanted))

        assert result["action_status"] == "timeout"
        assert result["selection"]["answered_by"] is None
        assert result["selection"]["timed_out_with_defaults"] is True


async def test_b5_polling_in_vain_neither_cancels_nor_loses_the_answer() -> None:
    async with house(hold=0.02) as here, here.agent() as agent:
        session = content(await agent.call_tool("provide_choice", QUESTION))["selection"]["session_id"]
        polled = [content(await agent.call_tool("collect_answer", {"session_id": session})) for _ in range(3)]
        await here.answer(await here.next_question(), "pg")
        collected = [
            content(await agent.call_tool("collect_answer", {"session_id": session})) for _ in range(2)
        ]

        assert [one["status"] for one in polled] == ["pending"] * 3
        assert [one["answers"][0]["option_ids"] for one in collected] == [["pg"], ["pg"]]


@pytest.mark.parametrize("ids", [(), ("lite", "pg"), ("pg", "lite", "lite"), ("nonsense",)])
async def test_b6_a_single_choice_is_exactly_one_known_option(ids: tuple[str, ...]) -> None:
    async with house(hold=0.02) as here, here.agent() as agent:
        await agent.call_tool("provide_choice", QUESTION)
        asked = await here.next_question()

        with pytest.raises(InvalidAnswer):
            await here.desk.answer(asked.id, Answer(question_id="q1", option_ids=ids), by=ADA)


async def test_b6_a_note_on_an_unknown_option_is_refused() -> None:
    async with house(hold=0.02) as here, here.agent() as agent:
        await agent.call_tool("provide_choice", QUESTION)
        asked = await here.next_question()
        answer = Answer(question_id="q1", option_ids=("pg",), option_notes={"nobody": "x"})

        with pytest.raises(InvalidAnswer):
            await here.desk.answer(asked.id, answer, by=ADA)


def test_b7_b8_saving_one_setting_changes_no_other(tmp_path: Path) -> None:
    file = tmp_path / "preferences.json"
    file.write_text(json.dumps({"transport": "web", "retention_days": 3}))
    PreferencesFile(file).change({"language": "ko"})

    assert json.loads(file.read_text()) == {"transport": "web", "retention_days": 3, "language": "ko"}
    assert PreferencesFile(tmp_path / "new.json").change({"language": "ko"}).transport == "auto"


async def test_b12_an_answer_after_the_deadline_is_refused() -> None:
    async with house() as here, here.agent() as agent:
        result = content(await agent.call_tool("provide_choice", QUESTION | {"timeout_seconds": 1}))
        session = result["selection"]["session_id"]

        with pytest.raises(InteractionClosed):
            await here.desk.answer(session, Answer(question_id="q1", option_ids=("pg",)), by=ADA)


async def test_b12_a_new_deadline_moves_the_end_of_the_call() -> None:
    async with house() as here, here.agent() as agent:
        calling = asyncio.ensure_future(agent.call_tool("provide_choice", QUESTION))
        asked = await here.next_question()
        await here.desk.extend(asked.id, 1, by=ADA)
        async with asyncio.timeout(10):
            result = content(await calling)

        assert result["action_status"] == "timeout"


@settings(max_examples=25)
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(),
        lambda each: st.lists(each) | st.dictionaries(st.text(), each),
    )
)
def test_no_arguments_break_a_tool(value: object) -> None:
    async def call() -> None:
        async with house(hold=0.0) as here, here.agent() as agent:
            for tool in ("provide_choice", "ask_form", "collect_answer", "present_choices"):
                result = await agent.call_tool(tool, {"title": value, "options": value, "questions": value})
                assert result.is_error

    asyncio.run(call())


async def test_results_of_calls_at_once_are_never_crossed() -> None:
    async with house() as here, here.agent() as agent:
        calls = {
            number: asyncio.ensure_future(
                agent.call_tool("provide_choice", QUESTION | {"title": f"T{number}"})
            )
            for number in range(5)
        }
        for _ in calls:
            asked = await here.next_question()
            number = int((asked.form.title or "")[1:])
            await here.answer(asked, "pg" if number % 2 else "lite")
        results = {number: content(await call) for number, call in calls.items()}

        chosen = {number: result["selection"]["selected_ids"][0] for number, result in results.items()}
        assert chosen == {number: "pg" if number % 2 else "lite" for number in calls}
