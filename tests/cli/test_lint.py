import json

import pytest

from tests.cli.choicewire import choicewire

pytestmark = pytest.mark.requirement("UP12")

WEAK = "Which one?\n(A) Option A\n(B) Tea\n"
REQUEST = {
    "title": "Choose a store",
    "prompt": "Which store?",
    "selection_mode": "single",
    "options": [{"id": "a", "label": "SQLite", "recommended": True}, {"id": "b", "label": "PostgreSQL"}],
}


def test_advice_is_printed_and_the_command_ends_with_0() -> None:
    done = choicewire("lint", text=WEAK)

    assert done.returncode == 0
    lines = done.stdout.decode().splitlines()
    assert [line.split(": ")[:2] for line in lines] == [
        ["form 1, q1", "no_context"],
        ["form 1, q1", "empty_label"],
        ["form 1, q1", "none_recommended"],
    ]


def test_json_has_the_same_advice() -> None:
    advice = json.loads(choicewire("lint", "--json", text=WEAK).stdout)

    assert [(one["form"], one["question_id"], one["rule"]) for one in advice] == [
        (1, "q1", "no_context"),
        (1, "q1", "empty_label"),
        (1, "q1", "none_recommended"),
    ]
    assert all(one["words"] for one in advice)


def test_a_request_is_read_as_json() -> None:
    done = choicewire("lint", text=json.dumps(REQUEST))

    assert done.stdout.startswith(b"form 1, q1: no_context: ")


def test_a_form_is_read_as_json() -> None:
    form = {
        "questions": [{"text": "Which?", "context": "It matters.", "options": [{"id": "1", "label": "Tea"}]}]
    }

    assert b"one_option" in choicewire("lint", text=json.dumps(form)).stdout


def test_an_invalid_request_ends_with_2_and_the_reason() -> None:
    done = choicewire("lint", text=json.dumps({**REQUEST, "options": []}))

    assert done.returncode == 2
    assert b"options" in done.stderr


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Just prose.", "No questions found.\n"),
        ('{"a": 1}', "No questions found.\n"),
        ("{braces} and prose", "No questions found.\n"),
        ('{"a": 1} and prose', "No questions found.\n"),
        (
            "It is late. Shall we stop?\n(A) Stop now (recommended)\n(B) Go on\n",
            "Nothing to improve in 1 form.\n",
        ),
    ],
)
def test_no_advice_is_reported(text: str, words: str) -> None:
    done = choicewire("lint", text=text)

    assert (done.returncode, done.stdout.decode()) == (0, words)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (json.dumps(REQUEST)[:-1], "line 1, column"),
        ('{\n  "title": "Store",\n  "prompt": "Which?",\n}', "line 4, column 1"),
        ('{"title": "Store", "title": "Shop"}', "must not name a field twice"),
        ("{", "line 1, column 2"),
        ('{"prompt": ' + "[" * 100_000, "levels deep"),
    ],
)
def test_invalid_json_ends_with_2_and_reports_the_position(text: str, words: str) -> None:
    done = choicewire("lint", text=text)

    assert (done.returncode, done.stdout) == (2, b"")
    assert words in done.stderr.decode()
