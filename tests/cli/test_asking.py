"""Shell scripts ask, list, answer and cancel."""

import json
import os
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from choice.assembly.desk import open_desk
from choice.desk import Asker
from choice.models import Option, Question
from tests.cli.choicewire import ROOT, choicewire, environment, in_its_own_process

ASK = ("ask", "--title", "Store", "--prompt", "Which store?", "--surface", "web")
OPTIONS = ("--option", "lite=SQLite", "--option", "pg=PostgreSQL")


@contextmanager
def asking(folder: Path, *arguments: str) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    """Ask in the background; give the process and the id of its question, once it is asked.

    For a desk of another name, what is said about it stands for the id.
    """
    process = subprocess.Popen(
        [sys.executable, "-m", "choice", *ASK, *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(**_variables(folder)),
        cwd=ROOT,
    )
    with process, ExitStack() as at_the_end:
        at_the_end.callback(process.kill)
        assert process.stderr is not None
        said = process.stderr.readline().decode()
        assert "choicewire answer " in said, said
        yield process, said if "--database" in said else said.split()[-1]


def _variables(folder: Path) -> dict[str, str]:
    # A desk that is named is used by the command itself: no shared server is started.
    url = f"sqlite:///{folder / 'desk.db'}"
    return {"CHOICE_DATA_DIR": str(folder), "CHOICE_PORT": "9", "CHOICE_DATABASE_URL": url}


async def _asked(folder: Path) -> str:
    """Put a question on the desk; return its id."""
    options = [Option(id="lite", label="SQLite"), Option(id="pg", label="PostgreSQL")]
    async with open_desk(_variables(folder)["CHOICE_DATABASE_URL"]) as desk:
        asker = Asker("choicewire ask", tenant="local")
        asked = await desk.open(Question(text="Which store?", options=options), asked_by=asker)
    return asked.id


@pytest.mark.requirement("UP9")
def test_a_question_is_answered_from_another_shell(tmp_path: Path) -> None:
    with asking(tmp_path, *OPTIONS) as (process, asked_id):
        answered = choicewire("answer", asked_id[:8], "pg", **_variables(tmp_path))
        out, _err = process.communicate(timeout=60)

        assert answered.returncode == 0, answered.stderr
        assert answered.stdout.decode().startswith(f"answered {asked_id} ")
        late = choicewire("answer", asked_id, "lite", **_variables(tmp_path))
        assert late.returncode == 4
        assert b"nothing was changed" in late.stderr
        assert choicewire("answer", asked_id[:8], "lite", **_variables(tmp_path)).returncode == 4
        assert choicewire("cancel", asked_id, **_variables(tmp_path)).returncode == 4
        assert out.decode() == "pg\n"
        assert process.returncode == 0


@pytest.mark.requirement("UP9")
@pytest.mark.parametrize(
    ("words", "chosen"), [(["the", "second", "one"], "pg"), (["sqlite"], "lite"), (["1"], "lite")]
)
async def test_words_are_matched_to_options(tmp_path: Path, words: list[str], chosen: str) -> None:
    asked_id = await _asked(tmp_path)
    answered = choicewire("answer", asked_id[:8], "--note", "as before", *words, **_variables(tmp_path))

    assert answered.returncode == 0, answered.stderr
    assert f'"option_ids": ["{chosen}"]' in answered.stdout.decode()


@pytest.mark.requirement("HE7", "UP7")
async def test_the_rest_of_a_typed_choice_is_its_note(tmp_path: Path) -> None:
    asked_id = await _asked(tmp_path)
    answered = choicewire(
        "answer", asked_id, "--json", "--note", "as before", "2, then restart it", **_variables(tmp_path)
    )

    assert answered.returncode == 0, answered.stderr
    decided = json.loads(answered.stdout)
    assert "then restart it\\nas before" in json.dumps(decided)
    assert '"pg"' in json.dumps(decided)


@pytest.mark.requirement("UP9")
def test_cancel_ends_ask_with_code_3_and_json_has_the_details(tmp_path: Path) -> None:
    with asking(tmp_path, *OPTIONS, "--json") as (process, asked_id):
        listed = json.loads(choicewire("inbox", "--json", **_variables(tmp_path)).stdout)
        cancelled = choicewire("cancel", asked_id, "--note", "not today", **_variables(tmp_path))
        out, _err = process.communicate(timeout=60)

        assert [one["id"] for one in listed] == [asked_id]
        assert cancelled.returncode == 0
        assert cancelled.stdout.decode().startswith(f"cancelled {asked_id}")
        printed = json.loads(out)
        assert (printed["state"], printed["outcome"]["note"]) == ("cancelled", "not today")
        assert process.returncode == 3


@pytest.mark.requirement("UP9")
def test_options_come_from_standard_input(tmp_path: Path) -> None:
    text = "main\nnext=The next version\n"
    done = choicewire(*ASK, "--option", "-", "--multi", "--timeout", "1", text=text, **_variables(tmp_path))

    assert done.returncode == 4
    assert done.stdout == b""


@pytest.mark.requirement("UP9")
def test_an_option_without_an_id_is_named_and_printed_by_its_label(tmp_path: Path) -> None:
    options = ("--option", "main", "--option", "dev=Development", "--multi", "--recommend", "main")
    with asking(tmp_path, *options) as (process, asked_id):
        [listed] = json.loads(choicewire("inbox", "--json", **_variables(tmp_path)).stdout)
        choicewire("answer", asked_id, "main", "dev", **_variables(tmp_path))
        out, _err = process.communicate(timeout=60)

        assert [one["id"] for one in listed["form"]["questions"][0]["options"]] == ["1", "dev"]
        assert listed["form"]["questions"][0]["options"][0]["recommended"]
        assert out.decode() == "main\ndev\n"


def test_a_question_on_another_desk_is_answered_by_the_command_that_is_shown(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'the other desk.db'}"
    with asking(tmp_path, *OPTIONS, "--database", url) as (process, shown):
        command = shlex.split(shown.partition("with: ")[2])
        answered = choicewire(*command[1:], "pg", **_variables(tmp_path))
        out, _err = process.communicate(timeout=60)

        assert "http" not in shown
        assert answered.returncode == 0, answered.stderr
        assert out.decode() == "pg\n"


@pytest.mark.requirement("UP3")
def test_used_defaults_are_printed_with_the_exit_code_of_a_timeout(tmp_path: Path) -> None:
    wanted = ("--default", "pg", "--use-defaults", "--timeout", "1", "--json")
    done = choicewire(*ASK, *OPTIONS, *wanted, **_variables(tmp_path))

    printed = json.loads(done.stdout)
    assert done.returncode == 4
    assert (printed["state"], printed["outcome"]["used_defaults"]) == ("timed_out", True)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((*ASK,), "Add options"),
        ((*ASK, *OPTIONS, "--default", "x"), "Unknown option 'x'"),
        ((*ASK, *OPTIONS, "--timeout", "0"), "--timeout: must be between 1 second and 30 days."),
        ((*ASK, *OPTIONS, "--min", "7"), "--min must be 1 or left out: only one option can be"),
        ((*ASK, *OPTIONS, "--multi", "--min", "2", "--max", "1"), "--min: must not be more than --max."),
        ((*ASK, *OPTIONS, "--option", "pg=Again"), "--option number 3, id: must differ"),
        ((*ASK, *OPTIONS, "--use-defaults"), "--use-defaults requires --default."),
        ((*ASK, "--text", "--max", "2"), "--max requires at least one --option."),
        (("ask", "--title", " ", "--prompt", "Which?", *OPTIONS), "--title must not be empty"),
        ((*ASK, "--option", "="), "--option must be ID=LABEL or only a label."),
        ((*ASK, *OPTIONS, "--timeout", "soon"), "must be a number of seconds, such as 300, not 'soon'"),
        ((*ASK, *OPTIONS, "--multi", "--max", "two"), "must be a whole number, such as 2, not 'two'"),
        (("answer",), "are required: ID\n"),
        (("log",), "are required: {export,verify}\n"),
        (("answer", "ffffffff"), "No open question has the id"),
        (("cancel", "f" * 32), "No open question has the id"),
        (("answer", "ab"), "at least 4"),
    ],
)
def test_wrong_usage_ends_with_code_2_and_a_sentence(
    tmp_path: Path, arguments: tuple[str, ...], message: str
) -> None:
    done = choicewire(*arguments, **_variables(tmp_path))

    assert done.returncode == 2
    assert message in done.stderr.decode()


@pytest.mark.requirement("HE7")
@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        ("2, what does it cost?", "asks something"),
        ("2, if it is free", "depends on a condition"),
    ],
)
async def test_a_counter_question_or_a_condition_leaves_the_question_open(
    tmp_path: Path, reply: str, reason: str
) -> None:
    asked_id = await _asked(tmp_path)
    done = choicewire("answer", asked_id, reply, **_variables(tmp_path))

    assert done.returncode == 2
    assert f"{reason}, so the choice stays open. To send it to the agent" in done.stderr.decode()
    sent = choicewire("answer", asked_id, "--text", reply, **_variables(tmp_path))
    assert sent.returncode == 0, sent.stderr


async def test_an_ambiguous_answer_is_rejected(tmp_path: Path) -> None:
    asked_id = await _asked(tmp_path)
    done = choicewire("answer", asked_id, "either", **_variables(tmp_path))

    assert done.returncode == 2
    assert "Choose from: lite, pg" in done.stderr.decode()


@pytest.mark.parametrize(
    ("variables", "names_setting"),
    [
        ({}, True),
        ({"SLACK_BOT_TOKEN": "xoxb-1", "SLACK_SIGNING_SECRET": "s" * 32}, True),
        (
            {
                "SLACK_BOT_TOKEN": "xoxb-1",
                "SLACK_SIGNING_SECRET": "s" * 32,
                "CHOICE_SLACK_CHANNEL": "C0123456789",
            },
            False,
        ),
    ],
)
def test_asking_in_slack_names_the_missing_settings(
    tmp_path: Path, variables: dict[str, str], *, names_setting: bool
) -> None:
    nowhere = f"sqlite:///{tmp_path / 'missing' / 'desk.txt' / 'x.db'}"
    (tmp_path / "missing").write_text("no folder")

    done = choicewire(*ASK, *OPTIONS, "--surface", "slack", "--database", nowhere, **variables)

    assert done.returncode == 2
    assert b"Choose a writable folder." in done.stderr
    assert (b"CHOICE_SLACK_CHANNEL" in done.stderr) is names_setting


def test_settings_that_cannot_be_used_are_named_before_slack_is_asked() -> None:
    done = choicewire(*ASK, *OPTIONS, "--surface", "slack", CHOICE_PORT="many")

    assert done.returncode == 2
    assert b"CHOICE_PORT" in done.stderr


def test_the_inbox_is_watched(tmp_path: Path) -> None:
    watching = subprocess.Popen(
        [sys.executable, "-m", "choice", "inbox", "--watch"],
        stdout=subprocess.PIPE,
        env=environment(**_variables(tmp_path)),
        cwd=ROOT,
    )
    with watching, ExitStack() as at_the_end:
        at_the_end.callback(watching.kill)
        _process, asked_id = at_the_end.enter_context(asking(tmp_path, *OPTIONS))
        assert watching.stdout is not None
        assert watching.stdout.readline().decode().startswith(asked_id)
        choicewire("answer", asked_id, "pg", **_variables(tmp_path))
        assert watching.stdout.readline().decode().split() == [asked_id, "answered"]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_completion_script_names_every_command_and_can_be_read_by_its_shell(shell: str) -> None:
    script = choicewire("completion", shell).stdout

    assert all(name in script for name in (b"ask", b"inbox", b"answer", b"surface", b"serve"))
    if any((Path(folder) / shell).exists() for folder in os.environ["PATH"].split(":")):
        read = subprocess.run([shell, "-n"], input=script, capture_output=True, check=False)
        assert read.returncode == 0, read.stderr


@pytest.mark.parametrize(
    ("typed", "completed"),
    [
        ("ask --surface te", "terminal"),
        ("mcp install --client cu", "cursor"),
        ("mcp i", "install"),
        ("mcp --tr", "--transport"),
        ("completion z", "zsh"),
        ("inbox --w", "--watch"),
    ],
)
def test_bash_completes_options_and_their_values(typed: str, completed: str) -> None:
    script = choicewire("completion", "bash").stdout.decode()
    at = len(typed.split())
    words = f"COMP_WORDS=(choicewire {typed}); COMP_CWORD={at}; _choicewire; echo ${{COMPREPLY[@]}}"
    done = subprocess.run(["bash", "-c", f"{script}\n{words}"], capture_output=True, check=True, text=True)  # noqa: S607 - the system's

    assert done.stdout == f"{completed}\n"


def test_options_on_standard_input_are_utf_8_in_every_locale(tmp_path: Path) -> None:
    # The timeout is rejected after the options have been parsed.
    ask = ("ask", "--title", "Tea", "--prompt", "Which?", "--option", "-", "--timeout", "0")
    elsewhere = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}

    read = in_its_own_process(*ask, text="á\n", **elsewhere, **_variables(tmp_path))
    refused = choicewire(*ask, text=b"\xe1\n", **_variables(tmp_path))

    assert read.stderr.startswith(b"choicewire ask: --timeout: ")
    assert refused.stderr.startswith(b"choicewire ask: the text is not UTF-8 (byte 0xe1)")
    assert (read.returncode, refused.returncode) == (2, 2)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere arguments are text")
@pytest.mark.parametrize(
    "arguments",
    [
        (b"answer", b"abcd1234", b"a", b"--note", b"\xff"),
        (b"answer", b"abcd1234", b"--note", b"n", b"\xff"),
        (b"cancel", b"abcd1234", b"--note", b"\xff"),
        (b"log", b"export", b"--words", b"\xff"),
        (b"stats", b"--tenant", b"\xff"),
        (b"ask", b"--title", b"\xff", b"--prompt", b"P", b"--option", b"a"),
    ],
)
def test_an_argument_that_is_not_utf_8_is_rejected(tmp_path: Path, arguments: tuple[bytes, ...]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "choice", *arguments],
        capture_output=True,
        env=environment(CHOICE_DATA_DIR=str(tmp_path)),
        cwd=ROOT,
        check=False,
    )

    assert done.returncode == 2
    assert "is not valid UTF-8" in done.stderr.decode()
    assert "Traceback" not in done.stderr.decode()
