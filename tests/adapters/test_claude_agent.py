"""Claude Agent SDK: questions and tool approvals are asked on the desk."""

from typing import Any

import pytest
from claude_agent_sdk import PermissionResultAllow, PermissionResultDeny, ToolPermissionContext

import choice
from choice.adapters.claude_agent import can_use_tool
from choice.testing import ScriptedPerson
from choice.testing.scripted_person import Script
from tests.adapters.people import answering

ASKED: dict[str, Any] = {
    "questions": [
        {
            "question": "Which database?",
            "header": "Database",
            "multiSelect": False,
            "options": [
                {"label": "SQLite", "description": "One file"},
                {"label": "PostgreSQL", "description": "A server"},
            ],
        },
        {
            "question": "Which regions?",
            "header": "Regions",
            "multiSelect": True,
            "options": [
                {"label": "Europe", "description": ""},
                {"label": "Asia", "description": ""},
                {"label": "Africa", "description": ""},
            ],
        },
    ]
}
CONTEXT = ToolPermissionContext(tool_use_id="toolu_1", title="Claude wants to run a command")


@pytest.mark.requirement("UP11")
async def test_questions_are_answered_on_the_desk() -> None:
    script: Script = {"Which database?": "PostgreSQL", "Which regions?": ("Europe", "Asia")}
    async with answering(script) as (desk, person):
        result = await can_use_tool(desk)("AskUserQuestion", ASKED, CONTEXT)

        assert isinstance(result, PermissionResultAllow)
        assert result.updated_input == ASKED | {
            "answers": {"Which database?": "PostgreSQL", "Which regions?": "Europe, Asia"}
        }
        assert [seen.asked_by.agent for seen in person.seen] == ["claude-agent"]


async def test_the_same_call_is_asked_once() -> None:
    script = {"Which database?": "PostgreSQL", "Which regions?": "Asia"}
    async with answering(script) as (desk, person):
        decide = can_use_tool(desk, timeout=60)
        first = await decide("AskUserQuestion", ASKED, CONTEXT)

        assert await decide("AskUserQuestion", ASKED, CONTEXT) == first
        assert len(person.seen) == 1


@pytest.mark.requirement("UP3")
async def test_unanswered_questions_are_denied_with_the_reason() -> None:
    script = {"Which database?": ScriptedPerson.CANCEL, "Which regions?": ""}
    async with answering(script) as (desk, _person):
        result = await can_use_tool(desk)("AskUserQuestion", ASKED, CONTEXT)

    assert isinstance(result, PermissionResultDeny)
    assert result.message.startswith("Nobody chose")
    assert not result.interrupt


async def test_invalid_questions_are_denied_with_the_error() -> None:
    async with answering({}) as (desk, person):
        result = await can_use_tool(desk)("AskUserQuestion", {"questions": []}, CONTEXT)

        assert isinstance(result, PermissionResultDeny)
        assert result.message.startswith("The question was not asked: questions")
        assert not person.seen


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("Allow", PermissionResultAllow(updated_input={"command": "make"})),
        ("Do not allow", PermissionResultDeny(message="The person does not allow this.")),
        ("Use ninja", PermissionResultDeny(message="Use ninja")),
    ],
)
async def test_other_tools_need_approval(reply: str, expected: object) -> None:
    async with answering({"May Bash run?": reply}) as (desk, person):
        result = await can_use_tool(desk)("Bash", {"command": "make"}, CONTEXT)

        assert result == expected
        context = person.seen[0].form.questions[0].context
        assert context is not None
        assert context.startswith("Claude wants to run a command\n\n")


async def test_a_callback_of_the_caller_can_decide_on_other_tools() -> None:
    async def deny(name: str, given: dict[str, Any], context: ToolPermissionContext) -> PermissionResultDeny:
        return PermissionResultDeny(message=f"{name} {given} {context.tool_use_id}")

    async with choice.open_desk("memory:") as desk:
        result = await can_use_tool(desk, deny)("Bash", {"command": "make"}, CONTEXT)

    assert result == PermissionResultDeny(message="Bash {'command': 'make'} toolu_1")
