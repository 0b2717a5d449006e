import json

import pytest

from choice.dialects import dialect_names, instructions
from tests.cli.choicewire import choicewire

pytestmark = pytest.mark.requirement("SL3")


def test_without_a_name_the_dialects_are_listed() -> None:
    listed = choicewire("instructions").stdout.decode().split()

    # A closing question needs no format that a model could be taught.
    assert {*listed, "closing_question"} == {*dialect_names()}
    assert json.loads(choicewire("instructions", "--json").stdout) == {"names": listed}


@pytest.mark.parametrize("name", ["lettered_list", "user_choice", "provide_choice"])
def test_with_a_name_the_text_of_that_dialect_is_printed(name: str) -> None:
    text = instructions.read(name)

    assert choicewire("instructions", name).stdout.decode().strip() == text.strip()
    assert json.loads(choicewire("instructions", name, "--json").stdout) == {"name": name, "text": text}


def test_a_tool_is_found_by_its_own_name() -> None:
    done = choicewire("instructions", "AskUserQuestion")

    assert (done.returncode, done.stdout.decode().strip()) == (
        0,
        instructions.read("ask_user_question").strip(),
    )


def test_an_unknown_name_ends_with_2_and_lists_the_known_names() -> None:
    done = choicewire("instructions", "../secret")

    assert done.returncode == 2
    assert done.stdout == b""
    assert "user_choice" in done.stderr.decode()
