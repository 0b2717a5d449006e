"""How a form looks in Slack while it is being filled in."""

import pytest

from choice.answers import Answer
from choice.desk.draft import Draft
from choice.models import Form, Question
from choice.slack.render.kit import Rendered
from choice.slack.render.limits import problems
from choice.slack.render.messages import open_messages
from tests.slack.forms import (
    ENGLISH,
    HANDLE,
    asked,
    block_texts,
    buttons,
    elements,
    interaction_of,
    labelled,
    store_question,
)

FORM = interaction_of(
    store_question(1), store_question(2), store_question(3), title="Storage", context="For *all* data."
)


def filled(*ids: str) -> Draft:
    return Draft(tuple([Answer(question_id=question_id, option_ids=("pg",)) for question_id in ids]))


def shown(draft: Draft) -> Rendered:
    (message,) = open_messages(HANDLE, FORM, draft, ENGLISH)
    return message


@pytest.mark.requirement("SL5")
@pytest.mark.parametrize(
    ("ids", "said"),
    [((), "0 of 3 answered"), (("q2",), "1 of 3 answered"), (("q1", "q2", "q3"), "3 of 3 answered")],
)
def test_progress_is_said(ids: tuple[str, ...], said: str) -> None:
    message = shown(filled(*ids))

    assert said in block_texts(message.blocks)
    assert said in message.text


@pytest.mark.requirement("SL5")
def test_an_answered_question_shows_its_answer_and_can_be_changed() -> None:
    message = shown(filled("q2"))

    assert "Chosen: PostgreSQL" in block_texts(message.blocks)
    assert "Chosen: PostgreSQL" in message.text
    assert "edit_choice_1" in buttons([message])
    assert not {"multi_choice_1_0", "multi_choice_1_1"} & buttons([message]).keys()
    assert {"multi_choice_0_0", "multi_choice_2_1"} <= buttons([message]).keys()


@pytest.mark.requirement("SL5")
def test_own_words_are_shown_as_they_were_typed() -> None:
    typed = "Neither: *both*, <!here> & more, " * 8
    message = shown(Draft((Answer(question_id="q1", custom_text=typed),)))

    assert f"Chosen: “{typed.strip()}”" in block_texts(message.blocks)


@pytest.mark.requirement("SL5")
def test_every_open_question_takes_own_words() -> None:
    assert {"custom_input_multi_0", "custom_input_multi_2"} <= buttons([shown(filled("q2"))]).keys()


@pytest.mark.requirement("SL5")
def test_the_form_can_be_submitted_when_all_is_answered_and_not_before() -> None:
    assert "submit_form_form" not in buttons([shown(filled("q1", "q2"))])

    submit = buttons([shown(filled("q1", "q2", "q3"))])["submit_form_form"]
    assert submit["style"] == "primary"


@pytest.mark.requirement("SL5")
def test_starting_over_asks_whether_the_person_is_sure() -> None:
    reset = buttons([shown(filled("q1"))])["reset_form_form"]

    assert reset["confirm"]["text"]["text"] == "All answers chosen so far are taken back."
    assert reset["confirm"]["style"] == "danger"
    assert "reset_form_form" not in buttons([shown(Draft())])


def test_what_is_recommended_can_be_accepted_while_something_is_open() -> None:
    assert "accept_recommended_form" in buttons([shown(Draft())])
    assert "accept_recommended_form" in buttons([shown(filled("q1"))])
    assert "accept_recommended_form" not in buttons([shown(filled("q1", "q2", "q3"))])


def test_nothing_is_accepted_where_an_open_question_recommends_nothing() -> None:
    interaction = interaction_of(store_question(1), labelled(2).model_copy(update={"id": "q2"}))

    assert "accept_recommended_form" not in buttons(open_messages(HANDLE, interaction, Draft(), ENGLISH))
    half = Draft((Answer(question_id="q2", option_ids=("o1",)),))
    assert "accept_recommended_form" in buttons(open_messages(HANDLE, interaction, half, ENGLISH))


def test_only_submitting_is_emphasised_in_a_form() -> None:
    questions = [store_question(at, default_selection_ids=("pg",)) for at in range(3)]
    (message,) = open_messages(HANDLE, interaction_of(*questions), Draft(), ENGLISH)

    assert {one.get("style") for one in elements([message])} == {None}


@pytest.mark.parametrize("ids", [(), ("q1",), ("q1", "q2", "q3")])
def test_title_and_context_stay_while_the_form_is_filled_in(ids: tuple[str, ...]) -> None:
    message = shown(filled(*ids))

    assert block_texts(message.blocks)[0] == "Storage"
    assert "For _all_ data." in block_texts(message.blocks)
    assert message.text.startswith("Storage\n")


def test_inputs_of_a_form_say_to_which_question_they_belong() -> None:
    interaction = interaction_of(store_question(1), labelled(6).model_copy(update={"id": "q2"}))
    (message,) = open_messages(HANDLE, interaction, Draft(), ENGLISH)

    assert [block["label"]["text"] for block in message.blocks if block["type"] == "input"] == [
        "2. Choose one"
    ]


@pytest.mark.requirement("SL6")
def test_eight_questions_take_two_messages_with_their_numbers() -> None:
    interaction = interaction_of(*[store_question(at) for at in range(1, 9)], title="Storage")
    first, second = open_messages(HANDLE, interaction, filled("q1", "q8"), ENGLISH, "U123")

    assert "Part 1 of 2 · 2 of 8 answered" in block_texts(first.blocks)
    assert "Part 2 of 2 · 2 of 8 answered" in block_texts(second.blocks)
    assert first.text.startswith("Storage\n")
    assert second.text.startswith("Storage\n")
    assert "*6.* Which store, 6?" in first.text
    assert "*7.* Which store, 7?" in second.text
    assert "Submit it in part 2." in block_texts(first.blocks)
    assert {"accept_recommended_form", "reset_form_form"} <= buttons([second]).keys()
    assert not [name for name in buttons([first]) if name.startswith(("accept", "reset", "submit"))]
    assert "<@U123>" not in first.text + repr(first.blocks)
    assert "<@U123>" in second.text


@pytest.mark.requirement("SL6")
@pytest.mark.parametrize(("count", "messages"), [(2, 1), (6, 1), (7, 2), (12, 2), (13, 3), (20, 4)])
def test_six_questions_fit_into_a_message(count: int, messages: int) -> None:
    interaction = interaction_of(*[store_question(at) for at in range(count)])

    assert len(open_messages(HANDLE, interaction, Draft(), ENGLISH)) == messages


def test_the_number_of_messages_does_not_depend_on_what_is_filled_in() -> None:
    form = Form(questions=tuple([store_question(at, context="c" * 700) for at in range(9)]))
    written = Draft(tuple([Answer(question_id=f"q{at}", custom_text="w" * 3000) for at in range(9)]))

    empty = open_messages(HANDLE, asked(form), Draft(), ENGLISH)
    full = open_messages(HANDLE, asked(form), written, ENGLISH)

    assert len(empty) == len(full)
    assert [problems(message.blocks) for message in full] == [[]] * len(full)


def test_the_largest_form_is_taken_by_slack() -> None:
    long = "word **bold** & more <!here> "
    questions = [
        labelled(100, "L" * 190).model_copy(
            update={"id": f"q{at}", "text": long * 270, "context": long * 270}
        )
        for at in range(20)
    ]
    messages = open_messages(HANDLE, interaction_of(*questions, title="t" * 200), Draft(), ENGLISH)

    assert [problem for message in messages for problem in problems(message.blocks)] == []
    assert max(len(message.text) for message in messages) <= 4000
    assert set(range(20)) == {
        int(name.split("_")[2]) for name in buttons(messages) if name.startswith("multi_choice_")
    }


def test_a_question_that_goes_on_in_the_next_message_says_which_it_is() -> None:
    long = Question(id="long", text="Which?", options=[f"{'z' * 180} {at}" for at in range(60)])
    interaction = interaction_of(store_question(1), long)
    messages = open_messages(HANDLE, interaction, Draft(), ENGLISH)

    assert "*Question 2 of 2*" in messages[-1].text
    assert "*2.* Which?" in "\n".join(message.text for message in messages)
