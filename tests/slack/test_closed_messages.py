"""Messages of interactions that have ended."""

import pytest

from choice.desk import Interaction
from choice.models import Answer, Answered, Cancelled, Outcome, Question, Superseded, TimedOut
from choice.slack.posting import late_note
from choice.slack.render.blocks import numbers, outcome_text
from choice.slack.render.limits import problems
from choice.slack.render.messages import closed_messages
from choice.slack.render.text import Rendered, words_for
from choice.testing.manual_clock import NOON
from tests.slack.forms import ENGLISH, block_texts, elements, interaction_of, labelled, store_question

SINGLE = interaction_of(store_question(), title="Storage")
WHEN = "<!date^1893499200^{date_short_pretty} {time}|2030-01-01 12:00 UTC>"
PG = Answer(question_id="q1", option_ids=("pg",))


def closed(
    interaction: Interaction, outcome: Outcome, user_id: str | None = None, name: str | None = None
) -> Rendered:
    (message,) = closed_messages(interaction.ended(outcome, NOON), ENGLISH, user_id, name)
    return message


@pytest.mark.parametrize(
    ("outcome", "user_id", "name", "expected"),
    [
        (Answered(answers=(PG,), surface="slack"), "U123", None, f"Answered by <@U123> · {WHEN}"),
        (Answered(answers=(PG,), surface="slack"), None, None, f"Answered · {WHEN}"),
        (Answered(answers=(PG,), surface="web"), None, None, f"Answered in the inbox · {WHEN}"),
        (
            Answered(answers=(PG,), surface="web"),
            None,
            "A <b>",
            f"Answered in the inbox by A &lt;b&gt; · {WHEN}",
        ),
        (
            Answered(answers=(PG,), surface="<new>"),
            "U123",
            None,
            f"Answered in &lt;new&gt; by <@U123> · {WHEN}",
        ),
        (Answered(answers=(PG,)), "<!here>", "x", f"Answered by x · {WHEN}"),
        (Cancelled(), "U123", None, f"Cancelled by <@U123> · {WHEN}"),
        (Cancelled(), None, None, f"Cancelled · {WHEN}"),
        (TimedOut(), None, None, f"Time ran out. Nothing was chosen. · {WHEN}"),
        (
            TimedOut(answers=(PG,), used_defaults=True),
            None,
            None,
            f"Time ran out. The defaults count; nobody chose them. · {WHEN}",
        ),
        (Superseded(), None, None, f"No longer needed · {WHEN}"),
    ],
)
def test_a_closed_message_shows_the_outcome_the_person_and_the_time(
    outcome: Outcome, user_id: str | None, name: str | None, expected: str
) -> None:
    message = closed(SINGLE, outcome, user_id, name)

    assert block_texts(message.blocks)[-1] == expected
    assert message.text.startswith(f"{expected}\nStorage\nWhich store, 1?")
    assert elements([message]) == []
    assert problems(message.blocks) == []


def test_question_and_options_stay() -> None:
    assert block_texts(closed(SINGLE, Answered(answers=(PG,))).blocks)[:-1] == [
        "Storage",
        "Which store, 1?",
        "1. PostgreSQL (recommended)\n    Several writers at once.\n2. SQLite\n    One file, no server.",
        "Answer: PostgreSQL",
    ]


@pytest.mark.parametrize("outcome", [Cancelled(), TimedOut(), Superseded()])
def test_an_undecided_question_shows_no_answer(outcome: Outcome) -> None:
    assert "Answer:" not in closed(SINGLE, outcome).text + repr(closed(SINGLE, outcome).blocks)


def test_long_free_text_is_shown_whole() -> None:
    words = "Use both: <PostgreSQL> & SQLite, *as before*. " * 50
    message = closed(SINGLE, Answered(answers=(Answer(question_id="q1", custom_text=words),)))

    assert f"Answer: “{words.strip()}”" in block_texts(message.blocks)


def test_overlong_free_text_is_truncated_with_a_hint_that_the_agent_has_all_of_it() -> None:
    words = "word " * 5000
    message = closed(SINGLE, Answered(answers=(Answer(question_id="q1", custom_text=words),)))

    assert problems(message.blocks) == []
    assert "The agent has the whole text." in block_texts(message.blocks)
    assert any(
        text.startswith("Answer: “word") and text.endswith("…”") for text in block_texts(message.blocks)
    )


def test_options_and_free_text_are_both_shown() -> None:
    question = labelled(3, mode="hybrid")
    answer = Answer(question_id="q1", option_ids=("o0", "o2"), custom_text="and more")

    assert (
        "Answer: Option 0, Option 2; “and more”"
        in closed(interaction_of(question), Answered(answers=(answer,))).text
    )


def test_many_long_labels_are_shown_as_numbers() -> None:
    interaction = interaction_of(labelled(100, "x" * 190, mode="multi"))
    ids = tuple([f"o{at}" for at in range(100) if at % 10 != 3])
    messages = closed_messages(
        interaction.ended(Answered(answers=(Answer(question_id="q1", option_ids=ids),)), NOON), ENGLISH
    )

    assert "Answer: Options 1–3, 5–13, 15–23, " in "\n".join(block_texts(messages[-1].blocks))
    assert [problems(message.blocks) for message in messages] == [[]] * len(messages)
    assert all(message.text.startswith("Answered · ") for message in messages)


def test_numbers_that_follow_each_other_are_a_range() -> None:
    assert numbers([0, 1, 2, 6, 8, 9]) == "1–3, 7, 9–10"


def test_an_empty_selection_is_shown() -> None:
    question = labelled(3, mode="multi").model_copy(update={"min_selections": 0})
    answered = Answered(answers=(Answer(question_id="q1", option_ids=()),))

    assert "Answer: none" in closed(interaction_of(question), answered).text


def test_a_question_without_an_answer_shows_none() -> None:
    form = interaction_of(store_question(1), store_question(2))

    assert closed(form, Answered(answers=(PG,))).text.count("Answer: none") == 1


@pytest.mark.parametrize(
    "outcome", [Answered(answers=(PG,), note="Be <quick>"), Cancelled(note="Be <quick>")]
)
def test_a_note_is_shown(outcome: Outcome) -> None:
    message = closed(SINGLE, outcome)

    assert "Note: Be <quick>" in block_texts(message.blocks)
    assert "Note: Be &lt;quick&gt;" in message.text


def test_the_outcome_text_has_every_answer() -> None:
    form = interaction_of(store_question(1), store_question(2), title="Storage <1>")
    answers = (PG, Answer(question_id="q2", custom_text="neither <!here>"))
    ended = form.ended(Answered(answers=answers, surface="slack", note="soon"), NOON)

    assert outcome_text(ended, ENGLISH, "U123").split("\n") == [
        "*Storage &lt;1&gt;*",
        "Which store, 1?: PostgreSQL",
        "Which store, 2?: “neither &lt;!here&gt;”",
        f"Answered by <@U123> · {WHEN}",
        "Note: soon",
    ]


def test_the_outcome_text_of_an_undecided_form_has_the_question_and_the_reason() -> None:
    ended = interaction_of(Question(text="Which?", options=["A"])).ended(Superseded(), NOON)

    assert outcome_text(ended, ENGLISH) == f"Which?\nNo longer needed · {WHEN}"


@pytest.mark.requirement("SL14")
def test_the_note_on_a_late_click_has_the_outcome() -> None:
    ended = SINGLE.ended(Answered(answers=(PG,), surface="slack"), NOON)

    assert late_note(ended, ENGLISH, "U123").split("\n") == [
        "This question is closed.",
        "*Storage*",
        "Which store, 1?: PostgreSQL",
        f"Answered by <@U123> · {WHEN}",
    ]


@pytest.mark.requirement("SL13")
def test_the_outcome_text_is_in_the_users_language() -> None:
    ended = SINGLE.ended(Answered(answers=(PG,), surface="web"), NOON)
    (message,) = closed_messages(ended, words_for("ko"), "U123")

    assert message.text.startswith("<@U123> 님이 받은 질문에서 답변함 · ")
    assert "답변: PostgreSQL" in message.text
