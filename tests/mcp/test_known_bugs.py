"""Regression tests for known bugs of similar servers, by their numbers."""

import asyncio
import json
import re
import socket
from pathlib import Path

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from choice.assembly.local import language_of
from choice.desk import InteractionClosed
from choice.errors import InvalidAnswer
from choice.models import Answer
from choice.preferences import PreferencesFile
from choice.settings import KNOWN, read_settings
from tests.mcp.agent import ADA, QUESTION, content, open_service
from tests.mcp.test_stdio import agent as stdio_agent
from tests.mcp.test_stdio import answer, environment, person


async def test_b1_an_unanswered_call_returns_at_the_deadline() -> None:
    async with open_service() as service, service.agent() as agent:
        async with asyncio.timeout(10):
            result = content(await agent.call_tool("provide_choice", QUESTION | {"timeout_seconds": 1}))

        assert result["action_status"] == "timeout"


async def test_b3_a_timeout_with_defaults_is_not_reported_as_an_answer() -> None:
    wanted = QUESTION | {"timeout_seconds": 1, "default_selection_ids": ["lite"], "use_defaults": True}
    async with open_service() as service, service.agent() as agent:
        result = content(await agent.call_tool("provide_choice", wanted))

        assert result["action_status"] == "timeout"
        assert result["selection"]["answered_by"] is None
        assert result["selection"]["timed_out_with_defaults"] is True


async def test_b4_the_page_uses_another_port_if_its_port_is_taken(tmp_path: Path) -> None:
    message_with_url: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    async def on_progress(progress: float, total: float | None, message: str | None) -> None:  # noqa: ARG001 - as called
        if "http" in (message or "") and not message_with_url.done():
            message_with_url.set_result(message or "")

    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        async with (
            person(tmp_path) as (desk, surface),
            stdio_agent(tmp_path, options=(), CHOICE_PORT=str(port)) as agent,
        ):
            calling = asyncio.ensure_future(
                agent.call_tool("provide_choice", QUESTION, progress_callback=on_progress)
            )
            asked = await surface.asked.get()
            message = await asyncio.wait_for(message_with_url, 60)
            [place] = re.findall(r"(http://\S+)/choice/", message)
            async with httpx.AsyncClient() as browser:
                page = await browser.get(f"{place}/healthz")
            await answer(desk, asked, "pg")
            result = content(await calling)

    assert f":{port}/" not in message
    assert page.status_code == 200
    assert result["action_status"] == "selected"


async def test_b5_polling_neither_cancels_the_question_nor_loses_the_answer() -> None:
    async with open_service(hold=0.02) as service, service.agent() as agent:
        session = content(await agent.call_tool("provide_choice", QUESTION))["selection"]["session_id"]
        polled = [content(await agent.call_tool("collect_answer", {"session_id": session})) for _ in range(3)]
        await service.answer(await service.next_question(), "pg")
        collected = [
            content(await agent.call_tool("collect_answer", {"session_id": session})) for _ in range(2)
        ]

        assert [one["status"] for one in polled] == ["pending"] * 3
        assert [one["answers"][0]["option_ids"] for one in collected] == [["pg"], ["pg"]]


@pytest.mark.parametrize("ids", [(), ("lite", "pg"), ("pg", "lite", "lite"), ("nonsense",)])
async def test_b6_a_single_choice_needs_exactly_one_known_option(ids: tuple[str, ...]) -> None:
    async with open_service(hold=0.02) as service, service.agent() as agent:
        await agent.call_tool("provide_choice", QUESTION)
        asked = await service.next_question()

        with pytest.raises(InvalidAnswer):
            await service.desk.answer(asked.id, Answer(question_id="q1", option_ids=ids), by=ADA)


async def test_b6_a_multiple_choice_needs_at_least_one_option() -> None:
    async with open_service(hold=0.02) as service, service.agent() as agent:
        await agent.call_tool("provide_choice", QUESTION | {"selection_mode": "multi"})
        asked = await service.next_question()

        with pytest.raises(InvalidAnswer):
            await service.desk.answer(asked.id, Answer(question_id="q1", option_ids=()), by=ADA)


async def test_b6_a_note_on_an_unknown_option_is_rejected() -> None:
    async with open_service(hold=0.02) as service, service.agent() as agent:
        await agent.call_tool("provide_choice", QUESTION)
        asked = await service.next_question()
        answer = Answer(question_id="q1", option_ids=("pg",), option_notes={"unknown": "x"})

        with pytest.raises(InvalidAnswer):
            await service.desk.answer(asked.id, answer, by=ADA)


def test_b7_b8_saving_one_preference_keeps_the_others(tmp_path: Path) -> None:
    file = tmp_path / "preferences.json"
    file.write_text(json.dumps({"transport": "web", "retention_days": 3}))
    PreferencesFile(file).change({"language": "ko"})

    assert json.loads(file.read_text()) == {"transport": "web", "retention_days": 3, "language": "ko"}
    assert PreferencesFile(tmp_path / "new.json").change({"language": "ko"}).transport == "auto"


@pytest.mark.requirement("PC9")
def test_b13_data_directory_and_language_come_from_documented_variables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = PreferencesFile(tmp_path / "preferences.json")
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.delenv("LC_MESSAGES", raising=False)
    monkeypatch.setenv("LANG", "ko_KR.UTF-8")
    settings = read_settings({"CHOICE_DATA_DIR": str(tmp_path)}, Path("/nowhere"))
    of_the_system = language_of(file)
    file.change({"theme": "dark"})
    with_a_file = language_of(file)
    file.change({"language": "ja"})

    assert settings.data_dir == tmp_path
    assert settings.database_url == f"sqlite:///{tmp_path}/desk.db"
    assert (of_the_system, with_a_file, language_of(file)) == ("ko", "ko", "ja")
    documented = (Path(__file__).parents[2] / "docs/operating.md").read_text("utf-8")
    assert set(re.findall(r"CHOICE_[A-Z_]+[A-Z]", documented)) <= KNOWN


@pytest.mark.requirement("PC5")
async def test_b14_the_answer_command_works_in_any_directory_and_records_the_terminal(
    tmp_path: Path,
) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    async with (
        person(tmp_path) as (_desk, surface),
        stdio_agent(tmp_path) as agent,
    ):
        asking = QUESTION | {"transport": "terminal"}
        summary = content(await agent.call_tool("provide_choice", asking))["selection"]["summary"]
        command = summary.partition("`")[2].partition("`")[0]
        asked = await surface.asked.get()
        typed = await asyncio.create_subprocess_shell(
            f"{command} pg",
            cwd=elsewhere,
            # The person's shell does not have the variables of the client's configuration.
            env={name: value for name, value in environment(tmp_path).items() if name != "CHOICE_DATA_DIR"},
            stdout=asyncio.subprocess.PIPE,
        )
        output, _ = await typed.communicate()
        result = content(await agent.call_tool("provide_choice", {"session_id": asked.id}))

    assert command.endswith(f"choicewire answer {asked.id}")
    assert output.startswith(b"answered ")
    assert result["selection"]["transport"] == "terminal"


async def test_b12_an_answer_after_the_deadline_is_rejected() -> None:
    async with open_service() as service, service.agent() as agent:
        result = content(await agent.call_tool("provide_choice", QUESTION | {"timeout_seconds": 1}))
        session = result["selection"]["session_id"]

        with pytest.raises(InteractionClosed):
            await service.desk.answer(session, Answer(question_id="q1", option_ids=("pg",)), by=ADA)


async def test_b12_a_call_follows_a_changed_deadline() -> None:
    async with open_service() as service, service.agent() as agent:
        calling = asyncio.ensure_future(agent.call_tool("provide_choice", QUESTION))
        asked = await service.next_question()
        await service.desk.extend(asked.id, 1, by=ADA)
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
def test_invalid_arguments_of_any_shape_give_a_tool_error(value: object) -> None:
    async def call() -> None:
        async with open_service(hold=0.0) as service, service.agent() as agent:
            for tool in ("provide_choice", "ask_form", "collect_answer", "present_choices"):
                result = await agent.call_tool(tool, {"title": value, "options": value, "questions": value})
                assert result.is_error

    asyncio.run(call())


async def test_results_of_concurrent_calls_are_not_mixed_up() -> None:
    async with open_service() as service, service.agent() as agent:
        calls = {
            number: asyncio.ensure_future(
                agent.call_tool("provide_choice", QUESTION | {"title": f"T{number}"})
            )
            for number in range(5)
        }
        for _ in calls:
            asked = await service.next_question()
            number = int((asked.form.title or "")[1:])
            await service.answer(asked, "pg" if number % 2 else "lite")
        results = {number: content(await call) for number, call in calls.items()}

        chosen = {number: result["selection"]["selected_ids"][0] for number, result in results.items()}
        assert chosen == {number: "pg" if number % 2 else "lite" for number in calls}
