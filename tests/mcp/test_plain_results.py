"""The answer is a plain tool result, wherever it was given, for every kind of client."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest
from mcp_types import CallToolResult, ElicitRequestParams, ElicitResult
from typing_extensions import override

from choice.clock import Clock
from choice.desk import Desk, Interaction, LocalWakeups, MemoryStore
from choice.mcp.calls import ToolCalls
from choice.mcp.questions import REUSE, local_caller
from tests.mcp.agent import (
    ADA,
    ADA_PRINCIPAL,
    LEGACY,
    MODERN,
    QUESTION,
    FixedLinks,
    QueueSurface,
    Service,
    content,
    open_service,
    text,
)
from tests.mcp.test_tasks import Poller
from tests.mcp.test_tasks import agent as task_agent

BOTH = pytest.mark.parametrize("mode", [LEGACY, MODERN])


async def never(_params: ElicitRequestParams) -> ElicitResult:
    await asyncio.Event().wait()
    raise AssertionError


@pytest.mark.requirement("UP4", "UP2")
@BOTH
async def test_an_answer_on_the_page_ends_the_call_at_once_although_the_client_has_forms(mode: str) -> None:
    async with open_service(has_display=True) as service, service.agent(mode, elicits=never) as agent:
        calling = asyncio.ensure_future(agent.call_tool("provide_choice", QUESTION))
        asked = await service.next_question()
        if mode == MODERN:
            await service.links.opened.wait()
        await service.answer(asked, "pg")
        async with asyncio.timeout(1):
            result = content(await calling)

        assert (result["action_status"], result["selection"]["transport"]) == ("selected", "web")


@pytest.mark.requirement("UP4")
@BOTH
async def test_a_client_whose_limit_comes_first_collects_the_answer(mode: str) -> None:
    async with open_service(hold=0.05, has_display=True) as service, service.agent(mode) as agent:
        first = content(await agent.call_tool("provide_choice", QUESTION))
        session = first["selection"]["session_id"]
        still = content(await agent.call_tool("collect_answer", {"session_id": session}))
        await service.answer(await service.next_question(), "pg")
        last = await agent.call_tool("collect_answer", {"session_id": session})

        assert (first["action_status"], still["status"]) == ("pending", "pending")
        assert "collect_answer" in first["next"]
        assert "collect_answer" in still["next"]
        assert content(last)["answers"][0]["labels"] == ["PostgreSQL"]
        assert content(last)["answered_by"] == "ada"
        assert "PostgreSQL" in text(last)
        assert service.surface.asked.empty()


@pytest.mark.requirement("UP2")
async def test_who_answers_too_late_in_a_form_is_told_what_was_answered() -> None:
    opened, answered = asyncio.Event(), asyncio.Event()

    async def answers_late(_params: ElicitRequestParams) -> ElicitResult:
        opened.set()
        await answered.wait()
        return ElicitResult(action="accept", content={"q1": "lite"})

    async with open_service() as service, service.agent(MODERN, elicits=answers_late) as agent:
        calling = asyncio.ensure_future(agent.call_tool("provide_choice", QUESTION))
        await opened.wait()
        await service.answer(await service.next_question(), "pg")
        answered.set()
        result = await calling

        assert content(result)["selection"]["selected_ids"] == ["pg"]
        for said in (text(result), content(result)["selection"]["summary"]):
            assert "PostgreSQL" in said
            assert "that reply does not count. Tell them so" in said


@pytest.mark.requirement("UP4")
async def test_claude_code_gets_no_task_and_other_clients_do() -> None:
    poller = Poller()
    async with open_service(hold=0.01) as service:
        async with task_agent(service, poller, name="claude-code") as one:
            held = content(await one.call_tool("provide_choice", QUESTION))
        service.calls.tasks = "on"
        async with task_agent(service, poller, name="claude-code") as one:
            calling = asyncio.ensure_future(one.call_tool("provide_choice", QUESTION | {"title": "Task"}))
            await poller.polled.wait()
            asked = [await service.next_question() for _ in range(2)][-1]
            await service.answer(asked, "pg")
            poller.ended.set()
            polled = content(await calling)

        assert held["action_status"] == "pending"
        assert polled["action_status"] == "selected"


@pytest.mark.requirement("UP4", "PC5")
async def test_a_task_calls_attention_and_says_where_to_answer() -> None:
    poller = Poller()
    async with open_service() as service, task_agent(service, poller) as one:
        calling = asyncio.ensure_future(one.call_tool("provide_choice", QUESTION))
        asked = await service.next_question()
        await poller.polled.wait()
        await service.answer(asked, "pg")
        poller.ended.set()
        await calling

        page = f"http://127.0.0.1:8400/choice/{asked.id}"
        assert service.links.seen == [page]
        assert (
            poller.states[0]["statusMessage"] == f"Answer at {page} or with `choicewire answer {asked.id}`."
        )


@pytest.mark.requirement("PC5")
async def test_a_terminal_question_is_handed_over_before_it_becomes_a_task() -> None:
    async with open_service() as service, task_agent(service, Poller()) as one:
        result = content(await one.call_tool("provide_choice", QUESTION | {"transport": "terminal"}))

        assert result["action_status"] == "pending_terminal_launch"


# --- Once and fresh ---


class SetClock(Clock):
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.time = datetime(2026, 1, 1, 12, tzinfo=UTC)

    @override
    def now(self) -> datetime:
        return self.time


async def _asked_again(after: timedelta) -> tuple[CallToolResult, Interaction, QueueSurface]:
    clock = SetClock()
    async with Desk(
        MemoryStore(clock), LocalWakeups(), default_duration=lambda _asker, _audience: timedelta(days=1)
    ) as desk:
        surface, links = QueueSurface(), FixedLinks()
        await desk.attach(surface)
        calls = ToolCalls(desk, links, lambda context: local_caller(context, ADA_PRINCIPAL, "p"), hold=0.01)
        service = Service(desk, surface, calls, links)
        async with service.agent() as agent:
            await agent.call_tool("provide_choice", QUESTION)
            asked = await service.next_question()
            await service.answer(asked, "pg")
            clock.time += after
            return await agent.call_tool("provide_choice", QUESTION), asked, surface


@pytest.mark.requirement("UP1", "UP3")
async def test_an_answer_of_the_last_minutes_is_returned_and_marked_as_earlier() -> None:
    result, asked, _ = await _asked_again(REUSE - timedelta(seconds=1))

    assert content(result)["selection"]["session_id"] == asked.id
    assert "Answered earlier, at 2026-01-01 12:00:00 UTC." in content(result)["selection"]["summary"]
    assert "Answered earlier, at 2026-01-01 12:00:00 UTC." in text(result)


@pytest.mark.requirement("UP3")
async def test_an_older_answer_is_not_used_for_the_same_words() -> None:
    result, asked, _ = await _asked_again(REUSE + timedelta(seconds=1))

    assert content(result)["action_status"] == "pending"
    assert content(result)["selection"]["session_id"] != asked.id


@pytest.mark.requirement("UP1")
async def test_two_clients_that_ask_the_same_at_one_instant_share_a_question() -> None:
    async with open_service() as service:
        other = ToolCalls(
            service.desk,
            service.links,
            lambda context: local_caller(context, ADA_PRINCIPAL, "project"),
            registry=service.calls.registry,
        )
        beside = Service(service.desk, service.surface, other, service.links)
        async with service.agent() as one, beside.agent() as two:
            calling = [
                asyncio.ensure_future(agent.call_tool("provide_choice", QUESTION)) for agent in (one, two)
            ]
            asked = await service.next_question()
            await service.answer(asked, "pg")
            results = [content(await each) for each in calling]

        assert {each["selection"]["session_id"] for each in results} == {asked.id}
        assert service.surface.asked.empty()


@pytest.mark.requirement("PC3", "UP3")
@pytest.mark.parametrize("tool", ["provide_choice", "ask_form"])
async def test_an_ending_without_an_answer_reads_the_same_in_all_tools(tool: str) -> None:
    asking = (
        QUESTION if tool == "provide_choice" else {"questions": [{"text": "Which?", "options": ["A", "B"]}]}
    )
    async with open_service() as service, service.agent() as agent:
        calling = asyncio.ensure_future(agent.call_tool(tool, asking))
        asked = await service.next_question()
        await service.desk.cancel(asked.id, by=ADA)
        cancelled = text(await calling)
        timed_out = text(await agent.call_tool(tool, asking | {"timeout_seconds": 1}))

    assert "Nobody chose. Do not act on any option; the question was cancelled." in cancelled
    assert "Nobody chose. Do not act on any option; there was no answer in time" in timed_out
    assert "Do not choose for the person." in cancelled
