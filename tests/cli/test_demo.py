import os
import re
import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest

from choice.cli.commands.demo import CONVERSATION
from choice.stream import Text, detect
from tests.cli.choicewire import ROOT, choicewire, environment

COLOUR = re.compile(r"\x1b\[[0-9;]*m")


def shown_in_terminal(*arguments: str, **changes: str) -> str:
    """Return what the demo writes to a terminal of its own."""
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "choice", "demo", "--pace", "0", *arguments],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        cwd=ROOT,
        env=environment(**changes),
    ) as process:
        os.close(theirs)
        written = b""
        while True:
            try:
                piece = os.read(ours, 65536)
            except OSError:  # Linux says so when the other end is closed.
                break
            if not piece:
                break
            written += piece
        os.close(ours)
        assert process.wait(timeout=60) == 0
    return written.decode().replace("\r\n", "\n")


def columns(line: str) -> int:
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in line)


def test_terminal_output_differs_only_in_colour() -> None:
    coloured = shown_in_terminal()

    assert COLOUR.search(coloured)
    assert COLOUR.sub("", coloured) == choicewire("demo").stdout.decode()


@pytest.mark.parametrize(
    ("arguments", "variables", "coloured"),
    [
        (["--no-colour"], {}, False),
        (["--no-color"], {}, False),
        (["--plain"], {}, False),
        ([], {"NO_COLOR": "1"}, False),
        ([], {"TERM": "dumb"}, False),
        ([], {"NO_COLOR": ""}, True),
    ],
)
def test_options_and_the_environment_can_switch_colour_off(
    arguments: list[str], variables: dict[str, str], *, coloured: bool
) -> None:
    assert ("\x1b" in shown_in_terminal(*arguments, **variables)) is coloured


def test_output_to_a_file_has_no_colour() -> None:
    assert b"\x1b" not in choicewire("demo").stdout


def test_each_question_is_a_card_with_its_dialect_and_its_reply() -> None:
    shown = choicewire("demo").stdout.decode()

    dialects = re.findall(r"asked as (\w+)", shown)
    assert dialects == ["lettered_list", "choices_fence", "numbered_list", "user_choice_group"]
    assert "★  1  In one SQLite file\n" in shown
    assert "Your answer, as sent to the model\nmerge\n" in shown
    assert "QUESTION = {" in shown
    assert "(A)" not in shown
    assert "choicewire split" in shown.splitlines()[-2]


def test_the_output_fits_into_80_columns() -> None:
    assert max(columns(line) for line in choicewire("demo").stdout.decode().splitlines()) <= 80


def test_plain_has_no_frames() -> None:
    shown = choicewire("demo", "--plain").stdout.decode()

    assert not set("│┌└─") & set(shown)


def test_all_prose_of_the_conversation_is_shown() -> None:
    shown = "".join(choicewire("demo").stdout.decode().split())

    for turn in CONVERSATION:
        for segment in detect(turn.model).segments:
            if isinstance(segment, Text):
                assert "".join(segment.text.split()) in shown


def test_control_characters_of_a_file_are_escaped(tmp_path: Path) -> None:
    file = tmp_path / "hostile.txt"
    file.write_text(
        "\x1b[2J\x1b]0;title\x07 \x9b31m \u202e prose\rover\r\n\n"
        "Which\x1b[2J one?\n(A) \x1b[31mRed\u202e\n(B) \x9b2J\x07Blue - \x1bc\n\n"
        '{"type":"user_choice","question":"\\u001b[2J?",'
        '"options":[{"label":"\\u009b1m"},{"label":"b\\u0007"}]}\n',
        "utf-8",
    )

    shown = shown_in_terminal("--plain", str(file))

    assert "asked as lettered_list" in shown
    assert "asked as user_choice" in shown
    assert all(line.isprintable() for line in shown.split("\n"))


def test_a_long_label_is_wrapped(tmp_path: Path) -> None:
    file = tmp_path / "long.txt"
    file.write_text(f"Which one?\n(A) {'word ' * 35}\n(B) {'가나다라 ' * 30}\n(C) {'漢' * 150}\n", "utf-8")

    shown = choicewire("demo", str(file)).stdout.decode()

    assert "asked as lettered_list" in shown
    assert max(columns(line) for line in shown.splitlines()) <= 80


@pytest.mark.parametrize("pace", ["-1", "nan", "inf", "11", "fast"])
def test_an_invalid_pace_ends_with_2(pace: str) -> None:
    assert choicewire("demo", "--pace", pace).returncode == 2
