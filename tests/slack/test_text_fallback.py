"""A form as numbered text, and the replies to it."""

import pytest

from choice.slack.render.messages import fallback_texts, numbered_replies
from tests.slack.forms import ENGLISH, interaction_of, labelled, store_question

FORM = interaction_of(store_question(1), store_question(2), title="Storage <1>", context="For *all* data.")


@pytest.mark.requirement("SL7")
def test_one_question_is_a_numbered_list() -> None:
    (text,) = fallback_texts(interaction_of(store_question()), ENGLISH)

    assert text.split("\n") == [
        "Which store, 1?",
        "1. PostgreSQL (recommended): Several writers at once.",
        "2. SQLite: One file, no server.",
        "Reply here with a number, an option or your own words.",
    ]


@pytest.mark.requirement("SL7")
def test_a_form_says_how_to_reply_to_each_question() -> None:
    (text,) = fallback_texts(FORM, ENGLISH)

    assert text.startswith("*Storage &lt;1&gt;*\nFor _all_ data.\n*1.* Which store, 1?\n1. PostgreSQL")
    assert text.endswith("Reply here with one line for each question, its number first: 1. your answer")


def test_how_many_may_be_chosen_is_said() -> None:
    (text,) = fallback_texts(interaction_of(labelled(3, mode="multi")), ENGLISH)

    assert "_Choose as many as you like._" in text


def test_a_long_question_takes_several_messages_and_loses_nothing() -> None:
    texts = fallback_texts(interaction_of(labelled(100, "x" * 190)), ENGLISH)

    assert max(map(len, texts)) <= 4000
    assert all(f"{at + 1}. {'x' * 190} {at}" in "\n".join(texts) for at in range(100))


@pytest.mark.requirement("SL7")
@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("1. PostgreSQL\n2. 2", {0: "PostgreSQL", 1: "2"}),
        ("1: a\n2) b", {0: "a", 1: "b"}),
        ("Q2 = SQLite", {1: "SQLite"}),
        ("1. own words\nover two lines\n2. b", {0: "own words\nover two lines", 1: "b"}),
        ("1、甲\n2：乙", {0: "甲", 1: "乙"}),
        ("hello\n1. a", {0: "a"}),
        ("1. a\n3. not a question", {0: "a\n3. not a question"}),
        ("1.PostgreSQL\n2:2", {0: "PostgreSQL", 1: "2"}),
        ("1.5 GB", {}),
        ("1.", {}),
        ("both please", {}),
    ],
)
def test_numbered_lines_answer_the_questions_of_a_form(reply: str, expected: dict[int, str]) -> None:
    assert numbered_replies(reply, FORM.form) == expected


def test_a_reply_to_one_question_is_whole() -> None:
    assert numbered_replies(" 1. PostgreSQL\nor 2 \n", interaction_of(store_question()).form) == {
        0: "1. PostgreSQL\nor 2"
    }
