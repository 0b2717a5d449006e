"""The card as an MCP App: what the server lists, returns and takes."""

import asyncio
import json
from typing import Any

import pytest
from mcp import Client
from mcp.client.extension import advertise
from mcp_types import CallToolResult

from choice.mcp.card import CARD_META, CARD_TOOLS, CARD_URI
from choice.mcp.clients import APPS, CARD_TYPE
from choice.mcp.common_answers import MODERN_META, initialize_request, results_of
from choice.models import Answer
from tests.mcp.agent import ADA, LEGACY, MODERN, QUESTION, content, open_service, text

BOTH = pytest.mark.parametrize("mode", [LEGACY, MODERN])
CARDS = (advertise(APPS, {"mimeTypes": [CARD_TYPE]}),)


def handle(result: CallToolResult) -> dict[str, Any]:
    """Return the id and the secret that only the card gets."""
    assert result.meta is not None
    given: dict[str, Any] = result.meta[CARD_META]
    return given


async def state(agent: Client, tool: str, given: dict[str, Any], **values: object) -> dict[str, Any]:
    return content(await agent.call_tool(tool, given | values))


@pytest.mark.requirement("IN1")
@BOTH
async def test_the_card_is_listed_only_for_clients_that_show_cards(mode: str) -> None:
    async with (
        open_service() as service,
        service.agent(mode, extensions=CARDS) as shows,
        service.agent(mode, extensions=[advertise(APPS, {"mimeTypes": ["text/html"]})]) as cannot,
        service.agent(mode, extensions=CARDS, name="claude-code") as refuses,
    ):
        tools = {tool.name: tool.meta or {} for tool in (await shows.list_tools()).tools}
        resources = [str(one.uri) for one in (await shows.list_resources()).resources]
        others = [
            *(await cannot.list_tools()).tools,
            *(await refuses.list_tools()).tools,
        ]

        for name in ("provide_choice", "ask_form"):
            assert tools[name]["ui"]["resourceUri"] == CARD_URI
            assert tools[name]["ui/resourceUri"] == CARD_URI
        assert {
            name for name in tools if tools[name].get("ui", {}).get("visibility") == ["app"]
        } == CARD_TOOLS
        assert "ui" not in tools["collect_answer"]
        assert CARD_URI in resources
        assert all(tool.name not in CARD_TOOLS and not tool.meta for tool in others)


@pytest.mark.requirement("IN1")
@BOTH
async def test_the_card_is_one_page_with_the_type_of_apps(mode: str) -> None:
    async with open_service() as service, service.agent(mode, extensions=CARDS) as agent:
        (page,) = (await agent.read_resource(CARD_URI)).contents

        assert page.mime_type == "text/html;profile=mcp-app"
        assert page.meta is not None
        assert page.meta["ui"]["csp"] == {"connectDomains": [], "resourceDomains": []}
        assert "<script src" not in str(page)


@pytest.mark.requirement("IN1")
async def test_the_extension_is_declared_in_both_eras() -> None:
    (legacy,) = await results_of([initialize_request("2025-11-25")], "1")
    (modern,) = await results_of([{"method": "server/discover", "params": {"_meta": MODERN_META}}], "1")

    assert APPS in legacy["capabilities"]["extensions"]
    assert APPS in modern["capabilities"]["extensions"]


@pytest.mark.requirement("IN1", "IN2")
@BOTH
async def test_asking_returns_at_once_and_the_answer_of_the_card_is_collected(mode: str) -> None:
    async with open_service() as service, service.agent(mode, extensions=CARDS) as agent:
        async with asyncio.timeout(5):
            shown = await agent.call_tool("provide_choice", QUESTION)
        given = handle(shown)
        read = await state(agent, "card_state", given)
        answers = [{"question_id": "q1", "option_ids": ["pg"]}]
        sent = {"answers": answers, "answer_id": "a1", "version": read["interaction"]["version"]}
        first = await state(agent, "card_answer", given, **sent)
        again = await state(agent, "card_answer", given, **sent)
        collected = await agent.call_tool("collect_answer", {"session_id": given["interaction_id"]})

        assert content(shown)["action_status"] == "pending"
        assert "collect_answer" in content(shown)["next"]
        assert (read["interaction"]["state"], read["reply"]) == ("open", None)
        assert first["interaction"]["outcome"]["surface"] == "mcp"
        assert first["reply"] == "Store: PostgreSQL"
        assert again == first
        assert content(collected)["answers"][0]["option_ids"] == ["pg"]


@pytest.mark.requirement("IN2", "SE4")
@BOTH
async def test_only_the_card_gets_the_secret_and_nothing_works_without_it(mode: str) -> None:
    async with open_service() as service, service.agent(mode, extensions=CARDS) as agent:
        shown = await agent.call_tool("provide_choice", QUESTION)
        given = handle(shown)
        other = handle(await agent.call_tool("provide_choice", QUESTION | {"title": "Another"}))
        answers = [{"question_id": "q1", "option_ids": ["pg"]}]
        attempts: list[dict[str, Any]] = [
            {"interaction_id": given["interaction_id"]},
            given | {"secret": ""},
            given | {"secret": other["secret"]},
            given | {"interaction_id": other["interaction_id"]},
            given | {"secret": "\ud7ff"},
        ]
        refused = [
            await agent.call_tool(tool, attempt | {"answers": answers})
            for attempt in attempts
            for tool in sorted(CARD_TOOLS)
        ]

        visible = text(shown) + json.dumps(content(shown))
        assert given["secret"] not in visible
        assert all(one.is_error for one in refused)
        assert (await service.desk.look(given["interaction_id"], by=ADA)).outcome is None


@pytest.mark.requirement("IN2", "UP2")
async def test_a_card_shows_what_was_answered_elsewhere() -> None:
    async with open_service() as service, service.agent(extensions=CARDS) as agent:
        given = handle(await agent.call_tool("provide_choice", QUESTION))
        asked = await service.next_question()
        await service.answer(asked, "lite")
        late = await state(
            agent, "card_answer", given, answers=[{"question_id": "q1", "option_ids": ["pg"]}], answer_id="x"
        )

        assert late["interaction"]["outcome"]["answers"][0]["option_ids"] == ["lite"]
        assert late["interaction"]["outcome"]["surface"] == "web"


@pytest.mark.requirement("IN2")
async def test_a_draft_of_a_card_is_kept_and_shown_elsewhere() -> None:
    async with open_service() as service, service.agent(extensions=CARDS) as agent:
        given = handle(await agent.call_tool("provide_choice", QUESTION))
        await state(agent, "card_draft", given, question_id="q1", answer={"option_ids": ["pg"]})
        kept = (await service.desk.look(given["interaction_id"], by=ADA)).draft.answers
        await state(agent, "card_draft", given, question_id="q1")
        cleared = (await state(agent, "card_state", given))["interaction"]["draft"]["answers"]

        assert kept == (Answer(question_id="q1", option_ids=("pg",)),)
        assert cleared == []


@pytest.mark.requirement("IN2")
async def test_a_card_cancels_its_question() -> None:
    async with open_service() as service, service.agent(extensions=CARDS) as agent:
        given = handle(await agent.call_tool("provide_choice", QUESTION))
        ended = await state(agent, "card_cancel", given, answer_id="c1")

        assert ended["interaction"]["state"] == "cancelled"
        assert ended["reply"].startswith("Nobody chose. Do not act on any option")


async def test_an_invalid_answer_of_a_card_is_an_error_and_the_question_stays_open() -> None:
    async with open_service() as service, service.agent(extensions=CARDS) as agent:
        given = handle(await agent.call_tool("provide_choice", QUESTION))
        wrong = await agent.call_tool("card_answer", given | {"answers": [{"question_id": "q9"}]})
        stale = await agent.call_tool(
            "card_answer",
            given | {"version": "old", "answers": [{"question_id": "q1", "option_ids": ["pg"]}]},
        )

        assert wrong.is_error
        assert stale.is_error
        assert (await state(agent, "card_state", given))["interaction"]["state"] == "open"


@pytest.mark.requirement("PC5")
async def test_a_terminal_question_is_handed_over_also_where_cards_are_shown() -> None:
    async with open_service() as service, service.agent(extensions=CARDS) as agent:
        result = await agent.call_tool("provide_choice", QUESTION | {"transport": "terminal"})

        assert content(result)["action_status"] == "pending_terminal_launch"
        assert not (result.meta or {}).get(CARD_META)
