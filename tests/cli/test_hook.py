"""The hook that answers Claude Code's own questions."""

import json
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.cli.choicewire import ROOT, choicewire, environment
from tests.mcp.conftest import no_resident_stays, residents

__all__ = ["no_resident_stays"]

EVENT = {
    "hook_event_name": "PreToolUse",
    "tool_name": "AskUserQuestion",
    "tool_input": {
        "questions": [
            {
                "question": "Which store?",
                "header": "Store",
                "multiSelect": False,
                "options": [
                    {"label": "SQLite", "description": "One file"},
                    {"label": "PostgreSQL", "description": "A server"},
                ],
            }
        ]
    },
}


@pytest.mark.requirement("UP2")
@pytest.mark.parametrize("is_shared", [True, False], ids=["by_the_shared_server", "by_itself"])
def test_an_answer_from_the_inbox_answers_claude_codes_question(tmp_path: Path, *, is_shared: bool) -> None:
    variables = {"CHOICE_DATA_DIR": str(tmp_path), "CHOICE_PORT": "9"}
    # A desk that is named is used by the command itself.
    variables |= {} if is_shared else {"CHOICE_DATABASE_URL": f"sqlite:///{tmp_path / 'desk.db'}"}
    watching = subprocess.Popen(
        [sys.executable, "-m", "choice", "inbox", "--watch"],
        stdout=subprocess.PIPE,
        env=environment(**variables),
        cwd=ROOT,
    )
    hook = subprocess.Popen(
        [sys.executable, "-m", "choice", "hook", "claude-code"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment(**variables),
        cwd=ROOT,
    )
    with watching, hook, ExitStack() as at_the_end:
        at_the_end.callback(watching.kill)
        at_the_end.callback(hook.kill)
        assert watching.stdout is not None
        assert hook.stdin is not None
        hook.stdin.write(json.dumps(EVENT).encode())
        hook.stdin.close()
        asked_id = watching.stdout.readline().decode().split()[0]
        choicewire("answer", asked_id, "PostgreSQL", **variables)
        assert hook.stdout is not None
        printed = json.loads(hook.stdout.read())["hookSpecificOutput"]
        started = residents(tmp_path)

    assert len(started) == is_shared

    assert printed["permissionDecision"] == "allow"
    assert printed["updatedInput"]["answers"] == {"Which store?": "PostgreSQL"}
    assert printed["updatedInput"]["questions"] == EVENT["tool_input"]["questions"]  # type: ignore[index]


@pytest.mark.parametrize(
    "event", [{"tool_name": "Bash", "tool_input": {}}, {"tool_name": "AskUserQuestion", "tool_input": {}}, []]
)
def test_other_events_are_left_to_claude_code(tmp_path: Path, event: object) -> None:
    variables = {"CHOICE_DATA_DIR": str(tmp_path), "CHOICE_DATABASE_URL": f"sqlite:///{tmp_path / 'desk.db'}"}
    done = choicewire("hook", "claude-code", text=json.dumps(event), **variables)

    assert (done.returncode, done.stdout) == (0, b"")
