"""The tools over the MCP SDK's client, for legacy and modern protocol versions."""

import asyncio
import json
import math
from typing import Literal

import pytest
from mcp import MCPError
from mcp_types import ElicitRequestFormParams, ElicitRequestParams, ElicitResult

from choice.desk import snapshot
from choice.errors import InvalidAnswer
from choice.mcp.elicitation import ElicitationTimes
from choice.mcp.tools import parse_call, tools
from choice.models import Answer
from choice.preferences import Preferences
from choice.validation import parse_submission
from tests.mcp.agent import ADA, LEGACY, MODERN, QUESTION, Service, content, open_service, text

BOTH = pytest.mark.parametrize("mode", [LEGACY, MODERN])


@pytest.mark.requirement("PC1")
@BOTH
async def test_tools_have_input_and_output_schemas(mode: str) -> None:
    async with open_service() as service, service.agent(mode) as agent:
        listed = (await agent.list_tools()).tools

        assert [tool.name for tool in listed] == [tool.name for tool in tools()]
        assert [tool.name for tool in listed] == [
            "provide_choice",
            "ask_form",
            "collect_answer",
            "list_open_questions",
        ]
        assert all(tool.output_schema and tool.input_schema["type"] == "object" for tool in listed)


@pytest.mark.requirement("PC1", "PC3")
@BOTH
async def test_an_answer_on_the_page_is_the_result_of_the_call(mode: str) -> None:
    async with open_service() as service, service.agent(mode) as agent:
        calling = asyncio.ensure_future(agent.call_tool("provide_choice", QUESTION))
        asked = await service.next_question()
        await service.answer(asked, "pg")
        result = await calling

        selection = content(result)["selection"]
        assert content(result)["action_status"] == "selected"
        assert selection["selected_ids"] == ["pg"]
        assert (selection["answered_by"], selection["transport"]) == ("ada", "web")
        assert selection["session_id"] == asked.id
        assert selection["answered_at"]
        assert text(result).splitlines()[:3] == ["Status: selected", "PostgreSQL", "Option ids: pg"]
        assert service.links.seen == [f"http://127.0.0.1:8400/choice/{asked.id}"]


@pytest.mark.requirement("PC3")
@BOTH
async def test_unchanged_defaults_are_submitted_as_the_answer(mode: str) -> None:
    several = {"selection_mode": "multi", "max_selections": 1, "default_selection_ids": ["lite"]}
    async with open_service() as service, service.agent(mode) as agent:
        calling = asyncio.ensure_future(agent.call_tool("provide_choice", QUESTION | several))
        asked = await service.next_question()
        await service.desk.answer(asked.id, parse_submission({"answers": [{"question_id": "q1"}]}), by=ADA)
        result = content(await calling)

        assert result["action_status"] == "selected"
        assert result["selection"]["selected_ids"] == ["lite"]
        assert result["selection"]["timed_out_with_defaults"] is False


@pytest.mark.requirement("PC3")
@pytest.mark.parametrize("option_ids", [(), ("lite", "pg"), ("other",)])
async def test_an_answer_outside_the_limits_is_rejected(option_ids: tuple[str, ...]) -> None:
    several = {"selection_mode": "multi", "max_selections": 1, "default_selection_ids": ["lite"]}
    async with open_service() as service, service.agent() as agent:
        calling = asyncio.ensure_future(agent.call_tool("provide_choice", QUESTION | several))
        asked = await service.next_question()
        with pytest.raises(InvalidAnswer):
            await service.desk.answer(asked.id, Answer(question_id="q1", option_ids=option_ids), by=ADA)
        await service.desk.answer(asked.id, Answer(question_id="q1"), by=ADA)
        result = content(await calling)

        assert result["selection"]["selected_ids"] == ["lite"]


@pytest.mark.requirement("PC2")
async def test_an_invalid_call_returns_all_errors_and_a_corrected_call_and_asks_nothing() -> None:
    async with open_service() as service, service.agent() as agent:
        result = await agent.call_tool("provide_choice", QUESTION | {"prompt": "", "options": ["A", "B"]})

        assert result.is_error
        rules, _, call = text(result).partition("A corrected call: ")
        assert rules.startswith("prompt: is required")
        assert "options: must have at least one option with recommended set to true." in rules
        assert parse_call("provide_choice", json.loads(call)).form.questions[0].options
        assert service.surface.asked.empty()


@pytest.mark.requirement("UP3")
@BOTH
async def test_an_unanswered_question_times_out_without_a_selection(mode: str) -> None:
    async with open_service() as service, service.agent(mode) as agent:
        loop = asyncio.get_running_loop()
        waits: list[float] = []
        # A busy machine may delay some of them.
        while len(waits) < 3 and min(waits, default=math.inf) >= 2.5:
            started = loop.time()
            asked = QUESTION | {"prompt": f"Which, {len(waits)}?", "timeout_seconds": 2}
            result = content(await agent.call_tool("provide_choice", asked))
            waits.append(loop.time() - started)
            assert result["action_status"] == "timeout"
            assert result["selection"]["selected_ids"] == []
            assert result["selection"]["answered_by"] is None

        assert min(waits) < 2.5


@pytest.mark.requirement("UP3", "PC3")
async def test_defaults_are_used_on_timeout_only_with_use_defaults() -> None:
    extra = {"timeout_seconds": 1, "default_selection_ids": ["lite"], "use_defaults": True}
    async with open_service() as service, service.agent() as agent:
        result = content(await agent.call_tool("provide_choice", QUESTION | extra))

        assert result["action_status"] == "timeout"
        assert result["selection"]["selected_ids"] == ["lite"]
        assert result["selection"]["timed_out_with_defaults"] is True


@pytest.mark.requirement("UP1", "UP4")
async def test_a_pending_result_is_returned_before_the_client_times_out() -> None:
    async with open_service(hold=0.05) as service, service.agent() as agent:
        first = content(await agent.call_tool("provide_choice", QUESTION))
        asked = await service.next_question()
        await service.answer(asked, "lite")
        session = first["selection"]["session_id"]
        second = content(await agent.call_tool("provide_choice", {"session_id": session}))

        assert first["action_status"] == "pending"
        assert first["selection"]["url"].endswith(f"/choice/{asked.id}")
        assert first["selection"]["url"] in first["next"]
        assert f"session_id '{asked.id}'" in first["next"]
        # The model could run the command itself.
        assert "choicewire answer" not in json.dumps(first)
        assert session == asked.id
        assert second["selection"]["selected_ids"] == ["lite"]


@pytest.mark.requirement("UP1")
async def test_asking_again_is_idempotent_until_the_answer_is_collected() -> None:
    async with open_service(hold=0.05) as service, service.agent() as agent:
        first = content(await agent.call_tool("provide_choice", QUESTION))
        second = content(await agent.call_tool("provide_choice", QUESTION))
        await service.answer(await service.next_question(), "pg")
        third = content(await agent.call_tool("provide_choice", QUESTION))
        fourth = content(await agent.call_tool("provide_choice", QUESTION))

        assert first["selection"]["session_id"] == second["selection"]["session_id"]
        assert third["action_status"] == "selected"
        # Collected: asking again opens a new question, so that old consent is not reused.
        assert fourth["action_status"] == "pending"
        assert fourth["selection"]["session_id"] != first["selection"]["session_id"]


@pytest.mark.requirement("UP1")
@BOTH
async def test_an_answer_after_a_client_timeout_is_returned_by_the_next_call(
    mode: str,
) -> None:
    async with open_service() as service, service.agent(mode) as agent:
        with pytest.raises(MCPError):
            await agent.call_tool("provide_choice", QUESTION, read_timeout_seconds=0.3)
        asked = await service.next_question()
        await service.answer(asked, "pg")
        result = content(await agent.call_tool("provide_choice", QUESTION))

        assert result["selection"]["selected_ids"] == ["pg"]
        assert result["selection"]["session_id"] == asked.id


async def test_a_held_call_reports_progress_with_the_remaining_time() -> None:
    messages: list[str | None] = []
    first = asyncio.Event()

    async def on_progress(progress: float, total: float | None, message: str | None) -> None:
        assert total is not None
        assert progress < total
        messages.append(message)
        first.set()

    async with open_service() as service, service.agent() as agent:
        calling = asyncio.ensure_future(
            agent.call_tool("provide_choice", QUESTION, progress_callback=on_progress)
        )
        asked = await service.next_question()
        await first.wait()
        await service.answer(asked, "pg")
        await calling

        assert messages[0] is not None
        assert messages[0].startswith("Waiting for an answer, 4:5")
        assert f"choicewire answer {asked.id}" in messages[0]


@pytest.mark.requirement("PC5")
async def test_a_terminal_question_returns_at_once_and_is_collected_later() -> None:
    async with open_service() as service, service.agent() as agent:
        first = content(await agent.call_tool("provide_choice", QUESTION | {"transport": "terminal"}))
        await service.answer(await service.next_question(), "pg")
        session = first["selection"]["session_id"]
        later = content(await agent.call_tool("collect_answer", {"session_id": session}))

        assert first["action_status"] == "pending_terminal_launch"
        assert later["status"] == "answered"
        assert later["answers"][0]["option_ids"] == ["pg"]
        assert first["next"].startswith(
            f"Let the person answer in a terminal with `choicewire answer {session}`"
        )


@pytest.mark.requirement("PC9")
async def test_the_terminal_preference_returns_at_once() -> None:
    async with (
        open_service(preferences=lambda: Preferences(transport="terminal")) as service,
        service.agent() as agent,
    ):
        result = content(await agent.call_tool("provide_choice", QUESTION))

        assert result["action_status"] == "pending_terminal_launch"


@pytest.mark.requirement("PC9")
async def test_a_call_without_a_timeout_uses_the_persons_timeout() -> None:
    async with open_service(hold=0.0, preferences=lambda: Preferences(timeout_seconds=900)) as service:
        async with service.agent() as agent:
            for tool, asking in (
                ("provide_choice", QUESTION),
                ("ask_form", {"questions": [{"text": "Which?", "options": [{"label": "A"}]}]}),
                ("present_choices", {"question": "Which?", "choices": ["A", "B"]}),
                ("provide_choice", QUESTION | {"title": "Soon", "timeout_seconds": 60}),
            ):
                await agent.call_tool(tool, asking)
        limits = [await service.next_question() for _ in range(4)]

        assert [round((one.deadline - one.asked_at).total_seconds()) for one in limits] == [900, 900, 900, 60]


@pytest.mark.requirement("PC9")
async def test_presentation_options_of_a_call_are_stored() -> None:
    extra = {"allow_option_annotations": True, "single_submit_mode": False}
    async with open_service(hold=0.0) as service, service.agent() as agent:
        await agent.call_tool("provide_choice", QUESTION | extra)
        await agent.call_tool("provide_choice", QUESTION | {"title": "Plain"})
        configured, plain = [await service.next_question() for _ in range(2)]

        assert snapshot(configured, configured.asked_at)["presentation"] == extra
        assert snapshot(plain, plain.asked_at)["presentation"] == {}


@pytest.mark.requirement("PC8")
async def test_a_question_without_context_is_asked_and_returns_advice() -> None:
    async with open_service(hold=0.0) as service, service.agent() as agent:
        bare = await agent.call_tool("provide_choice", QUESTION | {"prompt": "Which store?"})
        explained = await agent.call_tool("provide_choice", QUESTION)

        advice = "Say why you ask and what depends on the answer."
        assert advice == content(bare)["advice"]
        assert f"Advice: {advice}" in text(bare)
        assert content(explained)["advice"] is None
        assert "Advice" not in text(explained)


@pytest.mark.requirement("PC5")
async def test_an_unanswered_terminal_question_times_out() -> None:
    async with open_service() as service, service.agent() as agent:
        asking = QUESTION | {"transport": "terminal", "timeout_seconds": 1}
        first = content(await agent.call_tool("provide_choice", asking))
        session = first["selection"]["session_id"]
        later = content(await agent.call_tool("provide_choice", {"session_id": session}))

        assert later["action_status"] == "timeout"


async def test_an_unknown_session_and_a_foreign_one_give_the_same_error() -> None:
    async with (
        open_service(hold=0.05) as service,
        service.agent() as agent,
        service.agent(name="another") as another,
    ):
        mine = content(await agent.call_tool("provide_choice", QUESTION))["selection"]["session_id"]
        foreign = await another.call_tool("collect_answer", {"session_id": mine})
        unknown = await another.call_tool("collect_answer", {"session_id": "0" * 32})

        assert foreign.is_error
        assert text(foreign).replace(mine, "0" * 32) == text(unknown)
        assert text(unknown).endswith("Call list_open_questions for open and uncollected questions.")


async def test_several_questions_are_asked_as_one_form() -> None:
    form = {
        "questions": [
            {"text": "Which?", "options": [{"label": "A"}, {"label": "B"}]},
            {"text": "Why?", "options": [{"label": "C"}, {"label": "D"}]},
        ]
    }
    async with open_service() as service, service.agent() as agent:
        calling = asyncio.ensure_future(agent.call_tool("ask_form", form))
        asked = await service.next_question()
        await _answer_all(service, asked.id)
        result = content(await calling)

        assert result["status"] == "answered"
        assert [answer["option_ids"] for answer in result["answers"]] == [["1"], ["1"]]


@pytest.mark.parametrize("tool", ["present_choices", "present_question"])
async def test_the_smaller_tools_ask_a_question(tool: str) -> None:
    asking = {
        "question": "Which store should it use?",
        "options": [{"label": "SQLite"}, {"label": "PostgreSQL"}],
    }
    asking |= {"choices": asking["options"]} if tool == "present_choices" else {}
    async with open_service() as service, service.agent() as agent:
        calling = asyncio.ensure_future(agent.call_tool(tool, asking))
        asked = await service.next_question()
        await service.answer(asked, asked.form.questions[0].option_ids[1])
        result = await calling

        assert content(result)["status"] == "answered"
        assert "PostgreSQL" in text(result)


async def test_open_questions_are_listed() -> None:
    async with open_service(hold=0.05) as service, service.agent() as agent:
        await agent.call_tool("provide_choice", QUESTION)
        result = await agent.call_tool("list_open_questions", {})
        listed = content(result)["questions"]

        assert [(one["title"], one["status"]) for one in listed] == [("Store", "open")]
        assert f"Store: {listed[0]['question']}" in text(result)


@pytest.mark.requirement("PC8")
@BOTH
async def test_the_policy_is_a_prompt_and_a_resource(mode: str) -> None:
    async with open_service() as service, service.agent(mode) as agent:
        (named,) = (await agent.list_prompts()).prompts
        prompt = await agent.get_prompt(named.name)
        (listed,) = (await agent.list_resources()).resources
        resource = await agent.read_resource(str(listed.uri))

        policy = str(prompt.messages[0].content)
        assert "more than two ways" in policy
        assert "destroyed" in policy
        assert "setting" in policy
        assert "more than two ways" in str(resource.contents[0])
        assert mode == MODERN or "more than two ways" in (agent.instructions or "")


async def _answer_all(service: Service, interaction_id: str) -> None:
    answers = [Answer(question_id=name, option_ids=("1",)) for name in ("q1", "q2")]
    await service.desk.answer(interaction_id, answers, by=ADA)


# --- The client's own window ---


@pytest.mark.requirement("UP4")
@BOTH
async def test_a_client_with_elicitation_asks_in_its_own_form(mode: str) -> None:
    shown: list[ElicitRequestFormParams] = []

    async def fill_in(params: ElicitRequestParams) -> ElicitResult:
        assert isinstance(params, ElicitRequestFormParams)
        shown.append(params)
        return ElicitResult(action="accept", content={"q1": "pg"})

    async with open_service() as service, service.agent(mode, elicits=fill_in) as agent:
        result = content(await agent.call_tool("provide_choice", QUESTION))

        field = shown[0].requested_schema["properties"]["q1"]
        assert [(one["const"], one["title"]) for one in field["oneOf"]] == [
            ("lite", "SQLite – One file"),
            ("pg", "PostgreSQL (recommended)"),
        ]
        assert shown[0].message == "The service needs a database before it starts."
        assert result["selection"]["selected_ids"] == ["pg"]
        assert result["selection"]["transport"] == "mcp"


@pytest.mark.requirement("UP4")
@BOTH
async def test_an_invalid_elicitation_result_is_elicited_again(mode: str) -> None:
    several = QUESTION | {"selection_mode": "multi", "max_selections": 1, "min_selections": 1}
    replies = iter([{"q1": "nonsense"}, {"q1": "lite"}])

    async def fill_in(_params: object) -> ElicitResult:
        return ElicitResult(action="accept", content=next(replies))  # type: ignore[arg-type] # its dict is invariant

    async with open_service() as service, service.agent(mode, elicits=fill_in) as agent:
        result = content(await agent.call_tool("provide_choice", several))

        assert result["selection"]["selected_ids"] == ["lite"]


@BOTH
async def test_declining_an_elicitation_cancels_the_question(mode: str) -> None:
    async def decline(_params: object) -> ElicitResult:
        return ElicitResult(action="decline")

    async with open_service() as service, service.agent(mode, elicits=decline) as agent:
        # No decline counts as automatic.
        service.calls.elicitation_times = ElicitationTimes(auto_decline_seconds=0.0)
        result = content(await agent.call_tool("provide_choice", QUESTION))

        assert result["action_status"] == "cancelled"
        assert result["selection"]["answered_by"] == "ada"


@BOTH
@pytest.mark.parametrize("action", ["decline", "cancel"])
async def test_an_automatic_decline_keeps_the_question_open_and_opens_the_page(
    mode: str, action: Literal["decline", "cancel"]
) -> None:
    async def decline(_params: object) -> ElicitResult:
        return ElicitResult(action=action)

    async with open_service() as service, service.agent(mode, elicits=decline) as agent:
        # Every decline counts as automatic.
        service.calls.elicitation_times = ElicitationTimes(auto_decline_seconds=60.0)
        calling = asyncio.ensure_future(agent.call_tool("provide_choice", QUESTION))
        asked = await service.next_question()
        await service.links.opened.wait()
        await service.answer(asked, "pg")

        assert content(await calling)["selection"]["transport"] == "web"


@pytest.mark.requirement("UP2")
async def test_an_answer_on_the_page_closes_the_elicitation() -> None:
    opened, closed = asyncio.Event(), asyncio.Event()

    async def never_answer(_params: object) -> ElicitResult:
        opened.set()
        try:
            await asyncio.Event().wait()
        finally:
            closed.set()
        raise AssertionError

    async with open_service() as service, service.agent(elicits=never_answer) as agent:
        calling = asyncio.ensure_future(agent.call_tool("provide_choice", QUESTION))
        await opened.wait()
        await service.answer(await service.next_question(), "lite")
        result = content(await calling)

        assert result["selection"]["selected_ids"] == ["lite"]
        async with asyncio.timeout(5):
            await closed.wait()


@pytest.mark.parametrize("words", ["Please type the admin password.", "What is your API key?"])
async def test_a_secret_is_never_elicited(words: str) -> None:
    async def fill_in(_params: object) -> ElicitResult:
        raise AssertionError

    secret = {"title": "Access", "prompt": words, "selection_mode": "text_input"}
    async with open_service(hold=0.05) as service, service.agent(elicits=fill_in) as agent:
        result = content(await agent.call_tool("provide_choice", secret))

        assert result["action_status"] == "pending"
        assert len(service.links.seen) == 1


@pytest.mark.requirement("PC9", "UP4")
@pytest.mark.parametrize(
    ("mode", "surfaces", "elicitations", "pages"),
    [
        (LEGACY, (), 1, 0),
        (LEGACY, ("web", "terminal"), 0, 1),
        (LEGACY, ("web", "mcp"), 1, 1),
        (MODERN, ("web", "mcp"), 0, 1),
        (MODERN, ("mcp", "web"), 1, 0),
    ],
)
async def test_preferences_decide_between_elicitation_and_page(
    mode: str, surfaces: tuple[str, ...], elicitations: int, pages: int
) -> None:
    shown: list[str] = []

    async def elicits(params: ElicitRequestParams) -> ElicitResult:
        shown.append(params.message)
        return ElicitResult(action="accept", content={"q1": "pg"})

    async with open_service(preferences=lambda: Preferences(surfaces=surfaces)) as service:
        async with service.agent(mode, elicits=elicits) as agent:
            calling = asyncio.ensure_future(agent.call_tool("provide_choice", QUESTION))
            asked = await service.next_question()
            if not elicitations:
                await service.answer(asked, "pg")
            result = content(await calling)

        assert result["selection"]["selected_ids"] == ["pg"]
        assert len(shown) == elicitations
        assert len(service.links.seen) == pages
