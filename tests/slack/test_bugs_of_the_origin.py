"""Rendering and parsing bugs of the original Slack bot that must not come back."""

import json

import pytest

from choice.desk import Draft
from choice.dialects import dialect_named
from choice.models import Answer, Answered, Form, Option, Question
from choice.slack.events.actions import (
    ChooseOptions,
    FreeText,
    chosen_answer,
    free_text_answer,
    parse_action,
    recommended_answers,
)
from choice.slack.render.limits import problems
from choice.slack.render.messages import closed_messages, open_messages
from choice.slack.render.text import Rendered
from choice.stream import detect
from choice.testing.manual_clock import NOON
from tests.slack.forms import (
    ENGLISH,
    HANDLE,
    asked,
    block_texts,
    buttons,
    clicks,
    elements,
    interaction_of,
    marked_texts,
    store_question,
)


def found(payload: object) -> Form:
    """Return the form that a model's JSON asks."""
    (form,) = detect(json.dumps(payload)).forms
    return form


def shown(form: Form, draft: Draft | None = None) -> list[Rendered]:
    return open_messages(HANDLE, asked(form), draft or Draft(), ENGLISH)


@pytest.mark.requirement("SL9")
def test_s1_own_words_in_a_form_reach_the_model_whole() -> None:
    form = Form(questions=(store_question(1), store_question(2)))
    words = "A sentence that is a good deal longer than fifty characters. " * 20
    written = free_text_answer(FreeText(HANDLE, "v", 0, words), form)
    chosen = chosen_answer(ChooseOptions(HANDLE, "v", 1, (1,)), form)
    assert written is not None
    assert chosen is not None

    reply = dialect_named("user_choices").reply(form, Answered(answers=(written, chosen)))

    assert reply == f"Which store, 1?: {words}\nWhich store, 2?: lite. SQLite"


@pytest.mark.requirement("SL5")
def test_s3_title_context_and_part_are_still_there_after_a_click() -> None:
    form = Form(title="Storage", context="For all data.", questions=tuple(map(store_question, range(8))))
    draft = Draft((Answer(question_id="q0", option_ids=("pg",)),))

    for message in shown(form, draft):
        assert message.blocks[0]["text"]["text"] == "Storage"
        assert "of 2 · 1 of 8 answered" in message.text
    assert "For all data." in block_texts(shown(form, draft)[0].blocks)


def test_s6_what_is_accepted_as_recommended_was_shown_and_has_no_suffix() -> None:
    options = [{"id": str(at), "label": f"Option {at}"} for at in range(1, 5)]
    choices = [*options, {"id": "5", "label": "Option 5 (Recommended)"}]
    one = {"type": "user_choice", "question": "Which?", "options": choices}
    form = found({"type": "user_choice_group", "question": "All", "choices": [one, one]})

    (first, second) = recommended_answers(form, Draft())
    assert (first.option_ids, second.option_ids) == (("5",), ("5",))
    assert shown(form)[0].text.count("5. Option 5 (recommended)") == 2
    assert "(Recommended)" not in dialect_named("user_choices").reply(form, Answered(answers=(first, second)))


@pytest.mark.parametrize("value", [f"{HANDLE}:9:0", f"{HANDLE}:0:9", f"{HANDLE}:99:99"])
def test_s8_a_forged_question_or_option_is_no_answer(value: str) -> None:
    interaction = interaction_of(store_question(1), store_question(2))
    sent = clicks(open_messages(HANDLE, interaction, Draft(), ENGLISH))["multi_choice_0_0"]
    action = parse_action({**sent, "value": value}, {})

    assert isinstance(action, ChooseOptions)
    assert chosen_answer(action, interaction.form) is None


@pytest.mark.parametrize(
    "options",
    [
        [{"label": "A"}, {"label": "B"}],
        [{"id": "1", "label": "A"}, {"id": "1", "label": "B"}],
        [{"id": "1", "label": "A"}, None, {"id": "2"}, {"id": "3", "label": "B"}],
    ],
)
def test_s9_missing_and_repeated_option_ids_make_no_message_that_slack_refuses(options: list[object]) -> None:
    form = found({"type": "user_choice", "question": "Which one?", "options": options})
    messages = shown(form)

    assert problems(messages[0].blocks) == []
    assert [one["text"]["text"] for one in elements(messages)][:2] == ["A", "B"]


def test_s10_long_questions_make_no_long_values_and_no_long_sections() -> None:
    question = Question(text="q" * 3500, context="c" * 3500, options=["l" * 200, "B"])
    messages = shown(Form(questions=(question,)))

    assert [problem for message in messages for problem in problems(message.blocks)] == []
    assert max(len(one["value"]) for one in buttons(messages).values()) < 40
    joined = "".join(text for message in messages for text in block_texts(message.blocks))
    assert (joined.count("q") >= 3500, joined.count("c") >= 3500) == (True, True)


def test_s11_nothing_that_a_model_writes_is_live() -> None:
    evil = "<!channel> <@U999> <https://evil.example|Approved by you>"
    options = [Option(id="a", label=evil, description=evil), Option(id="b", label="B")]
    form = Form(title=evil, context=evil, questions=(Question(text=evil, context=evil, options=options),))
    ended = asked(form, agent=evil).ended(
        Answered(answers=(Answer(question_id="q1", custom_text=evil),), note=evil, surface=evil), NOON
    )

    for message in [
        *open_messages(HANDLE, asked(form, evil), Draft(), ENGLISH),
        *closed_messages(ended, ENGLISH, name=evil),
    ]:
        live = [message.text, *marked_texts(message.blocks)]
        assert [text for text in live if "<" in text.replace("<!date^", "")] == []
        assert problems(message.blocks) == []


@pytest.mark.requirement("SL4")
@pytest.mark.parametrize("count", [5, 6, 11, 25, 100])
def test_s13_no_option_is_hidden(count: int) -> None:
    form = Form(questions=(Question(text="Which?", options=[f"Choice {at}" for at in range(count)]),))
    messages = shown(form)

    entries = [option["text"]["text"] for one in elements(messages) for option in one.get("options", [])]
    assert entries == [f"Choice {at}" for at in range(count)]


def test_s14_questions_without_ids_can_be_completed() -> None:
    one = {"question": "Which?", "choices": [{"id": "1", "label": "A"}, {"id": "2", "label": "B"}]}
    form = found({"type": "user_choices", "title": "All", "questions": [one, {**one, "question": "And?"}]})
    draft = Draft()
    for at in range(2):
        answer = chosen_answer(ChooseOptions(HANDLE, "v", at, (0,)), form)
        assert answer is not None
        draft = Draft((*draft.answers, answer))

    assert draft.complete(form) == draft.answers
    assert "submit_form_form" in buttons(shown(form, draft))


@pytest.mark.requirement("SL10")
def test_s15_answers_are_told_with_their_question_and_label() -> None:
    one = {"question": "Which store?", "choices": [{"id": "1", "label": "A"}, {"id": "2", "label": "B"}]}
    form = found(
        {"type": "user_choices", "title": "All", "questions": [one, {**one, "question": "Which host?"}]}
    )
    answers = [chosen_answer(ChooseOptions(HANDLE, "v", at, (at,)), form) for at in range(2)]
    outcome = Answered(answers=tuple([answer for answer in answers if answer]))

    assert dialect_named("user_choices").reply(form, outcome) == "Which store?: 1. A\nWhich host?: 2. B"
    (message,) = closed_messages(asked(form).ended(outcome, NOON), ENGLISH)
    assert "Answer: A" in message.text
    assert "Answer: B" in message.text
