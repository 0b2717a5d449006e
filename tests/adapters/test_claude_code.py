"""Claude Code, bundled with its SDK, with a scripted model: people answer its questions."""

import asyncio
import json
import os
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import claude_agent_sdk
import pytest
from claude_agent_sdk import (
    ClaudeAgentOptions,
    ClaudeSDKClient,
    PermissionResultDeny,
    ToolPermissionContext,
    ToolResultBlock,
    UserMessage,
)

from choice.adapters.claude_agent import can_use_tool
from tests.adapters.people import answering
from tests.providers import anthropic_events as events
from tests.providers.answers import Answer
from tests.providers.server import Received, choosing

ROOT = Path(__file__).resolve().parents[2]
CLAUDE = Path(claude_agent_sdk.__file__).parent / "_bundled" / "claude"
QUESTION = "Which database?"
ASKED: dict[str, Any] = {
    "questions": [
        {
            "question": QUESTION,
            "header": "Database",
            "multiSelect": False,
            "options": [
                {"label": "SQLite", "description": "One file"},
                {"label": "PostgreSQL", "description": "A server"},
            ],
        }
    ]
}
CHOICE: dict[str, Any] = {
    "title": "Store",
    "prompt": QUESTION,
    "selection_mode": "single",
    "options": [{"id": "lite", "label": "SQLite", "recommended": True}, {"id": "pg", "label": "PostgreSQL"}],
    "timeout_seconds": 120,
}
TOOL = "mcp__choicewire__provide_choice"

pytestmark = pytest.mark.skipif(not CLAUDE.exists(), reason="the SDK bundles no Claude Code for this system")


def calling(tool: str, arguments: dict[str, Any]) -> Callable[[Received], Answer]:
    """Return a model that calls one tool, after a tool search where it needs one, and then ends."""

    def choose(received: Received) -> Answer:
        messages = json.dumps(received.body.get("messages", []))
        tools = [each.get("name") for each in received.body.get("tools", [])]
        if not tools or "toolu_1" in messages:
            return events.text(["Done."])
        if tool not in tools and "toolu_0" not in messages:
            return events.calls(("toolu_0", "ToolSearch", json.dumps({"query": f"select:{tool}"})))
        return events.calls(("toolu_1", tool, json.dumps(arguments)))

    return choose


@asynccontextmanager
async def environment_of(folder: Path, choose: Callable[[Received], Answer]) -> AsyncIterator[dict[str, str]]:
    """Yield environment variables that point Claude Code to the scripted model and an empty home."""
    async with choosing(choose) as model:
        yield {
            "ANTHROPIC_BASE_URL": model.url,
            "ANTHROPIC_API_KEY": "key",
            "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
            "HOME": str(folder),
            "CHOICE_DATA_DIR": str(folder / "data"),
            "PYTHONPATH": str(ROOT),
        }


async def results(options: ClaudeAgentOptions) -> list[str]:
    """Run Claude Code and return the results of its tools."""
    found: list[str] = []
    async with asyncio.timeout(120), ClaudeSDKClient(options) as client:
        await client.query("Set it up")
        async for message in client.receive_response():
            if isinstance(message, UserMessage) and isinstance(message.content, list):
                found += [str(each.content) for each in message.content if isinstance(each, ToolResultBlock)]
    return found


async def command(environment: dict[str, str], *arguments: str) -> str:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "choice", *arguments),
        env={**os.environ, **environment},
        stdout=asyncio.subprocess.PIPE,
    )
    output, _ = await process.communicate()
    return output.decode()


async def answer_the_next(environment: dict[str, str]) -> None:
    """Poll the inbox with the CLI until a question is open, and answer it."""
    while '"id"' not in (listed := await command(environment, "inbox", "--json")):
        pass
    (asked,) = json.loads(listed)
    await command(environment, "answer", asked["id"], "PostgreSQL")


async def both(working: Awaitable[list[str]], environment: dict[str, str]) -> list[str]:
    found, _ = await asyncio.gather(working, answer_the_next(environment))
    return found


@pytest.mark.requirement("UP11")
async def test_the_callback_of_the_sdk_is_answered_on_the_desk(tmp_path: Path) -> None:
    async with (
        environment_of(tmp_path, calling("AskUserQuestion", ASKED)) as environment,
        answering({QUESTION: "PostgreSQL"}) as (desk, _person),
    ):
        options = ClaudeAgentOptions(can_use_tool=can_use_tool(desk), cwd=tmp_path, env=environment)
        (result,) = await results(options)

    assert f'"{QUESTION}"="PostgreSQL"' in result


@pytest.mark.requirement("UP11")
async def test_the_hook_is_answered_on_our_surfaces(tmp_path: Path) -> None:
    async def never(tool: str, given: dict[str, Any], context: ToolPermissionContext) -> PermissionResultDeny:
        return PermissionResultDeny(message=f"{tool} came to the callback: {given} {context}")

    hook = {"type": "command", "command": f"{sys.executable} -m choice hook claude-code"}
    settings = {"hooks": {"PreToolUse": [{"matcher": "AskUserQuestion", "hooks": [hook]}]}}
    async with environment_of(tmp_path, calling("AskUserQuestion", ASKED)) as environment:
        options = ClaudeAgentOptions(
            can_use_tool=never, settings=json.dumps(settings), cwd=tmp_path, env=environment
        )
        (result,) = await both(results(options), environment)

    assert f'"{QUESTION}"="PostgreSQL"' in result


@pytest.mark.requirement("PC1", "UP2")
async def test_a_question_asked_over_mcp_is_answered_from_another_surface(tmp_path: Path) -> None:
    async with environment_of(tmp_path, calling(TOOL, CHOICE)) as environment:
        options = ClaudeAgentOptions(
            mcp_servers={
                "choicewire": {
                    "type": "stdio",
                    "command": sys.executable,
                    "args": ["-m", "choice", "mcp"],
                    "env": environment,
                }
            },
            allowed_tools=[TOOL],
            cwd=tmp_path,
            env=environment,
        )
        found = await both(results(options), environment)

    assert json.loads(found[-1])["selection"]["selected_ids"] == ["pg"]
