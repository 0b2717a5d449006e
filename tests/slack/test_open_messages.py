"""Messages of open questions and forms."""

from typing import Any

import pytest

from choice.desk import Draft
from choice.models import Answer, Form, Option, Question, SelectionMode
from choice.slack.posting import count_note
from choice.slack.render.limits import problems
from choice.slack.render.messages import open_messages
from choice.slack.render.text import LABEL, Block, Rendered, words_for
from tests.slack.forms import (
    ENGLISH,
    HANDLE,
    STORES,
    asked,
    block_texts,
    buttons,
    elements,
    interaction_of,
    labelled,
    store_question,
)

UNTIL = "<!date^1893585600^{date_short_pretty} {time}|2030-01-02 12:00 UTC>"


def shown(question: Question, **more: Any) -> Rendered:  # noqa: ANN401 - what a form takes
    (message,) = open_messages(HANDLE, interaction_of(question, **more), Draft(), ENGLISH, "U123")
    return message


def kinds(message: Rendered) -> list[str]:
    return [element["type"] for element in elements([message])]


def texts(message: Rendered) -> dict[str, str]:
    return {name: one["text"]["text"] for name, one in buttons([message]).items()}


@pytest.mark.requirement("SL4")
def test_two_options_are_buttons_with_their_descriptions_as_text() -> None:
    message = shown(store_question(context="It holds **all** data."), title="Storage")

    assert block_texts(message.blocks) == [
        "Storage",
        "Which store, 1?",
        "It holds *all* data.",
        "1. PostgreSQL (recommended)\n    Several writers at once.\n2. SQLite\n    One file, no server.",
        "PostgreSQL",
        "SQLite",
        "In My Own Words",
        f"Asked by agent builder · for <@U123> · answer until {UNTIL}",
    ]


@pytest.mark.requirement("SL4")
def test_the_plain_text_has_everything_for_screen_readers() -> None:
    message = shown(store_question(context="It holds all data."), title="Storage")

    assert message.text.split("\n")[:-1] == [
        "Storage",
        "Which store, 1?",
        "It holds all data.",
        "1. PostgreSQL (recommended): Several writers at once.",
        "2. SQLite: One file, no server.",
    ]


@pytest.mark.requirement("SL4")
@pytest.mark.parametrize(
    ("count", "mode", "expected"),
    [
        (1, "single", ["button", "button"]),
        (4, "single", ["button"] * 5),
        (5, "single", ["radio_buttons", "button", "button"]),
        (10, "single", ["radio_buttons", "button", "button"]),
        (11, "single", ["static_select", "button", "button"]),
        (100, "single", ["static_select", "button", "button"]),
        (2, "multi", ["checkboxes", "button", "button"]),
        (10, "multi", ["checkboxes", "button", "button"]),
        (11, "multi", ["multi_static_select", "button", "button"]),
        (100, "hybrid", ["multi_static_select", "button", "button"]),
    ],
)
def test_the_number_of_options_decides_the_control(count: int, mode: Any, expected: list[str]) -> None:  # noqa: ANN401
    message = shown(labelled(count, mode=mode))

    assert kinds(message) == expected
    assert f"{count}. Option {count - 1}" in message.text


def test_menus_and_checkboxes_are_inputs_of_their_own() -> None:
    message = shown(labelled(11, mode="multi"))

    assert [block["type"] for block in message.blocks if "element" in block or "elements" in block] == [
        "input",
        "actions",
        "context",
    ]


@pytest.mark.requirement("SL4")
def test_a_question_without_options_has_a_button_to_write() -> None:
    assert texts(shown(Question(text="Which name?", selection_mode="text_input"))) == {
        "custom_input_single": "Write an Answer"
    }


def test_a_question_without_free_text_has_no_button_for_it() -> None:
    assert list(texts(shown(store_question(allow_free_text=False)))) == ["user_choice_0", "user_choice_1"]


def test_a_recommended_option_that_is_no_default_is_not_emphasised() -> None:
    styles = [one.get("style") for one in elements([shown(store_question())])]

    assert styles == [None, None, None]


def test_the_default_is_emphasised() -> None:
    styles = [one.get("style") for one in elements([shown(store_question(default_selection_ids=("lite",)))])]

    assert styles == [None, "primary", None]


def test_the_default_option_is_preselected() -> None:
    question = labelled(7).model_copy(update={"default_selection_ids": ("o2",)})
    radio = elements([shown(question)])[0]

    assert radio["initial_option"] == radio["options"][2]


def test_several_default_options_are_preselected() -> None:
    question = labelled(3, mode="multi").model_copy(update={"default_selection_ids": ("o0", "o2")})
    boxes = elements([shown(question)])[0]

    assert boxes["initial_options"] == [boxes["options"][0], boxes["options"][2]]


@pytest.mark.parametrize("label", ["A label that is longer than thirty", "한" * 31])
def test_long_labels_are_numbered_in_the_text_and_on_the_buttons(label: str) -> None:
    message = shown(
        Question(text="Which?", options=[Option(id="a", label=label), Option(id="b", label="Short")])
    )

    assert texts(message) == {
        "user_choice_0": "1",
        "user_choice_1": "2",
        "custom_input_single": "In My Own Words",
    }
    assert [one.get("accessibility_label") for one in elements([message])] == [
        f"1: {label}",
        "2: Short",
        None,
    ]
    assert f"1. {label}\n2. Short" in "\n".join(block_texts(message.blocks))


@pytest.mark.parametrize("count", [6, 12])
def test_entries_that_are_too_long_are_numbered_and_whole_in_the_text(count: int) -> None:
    message = shown(labelled(count, "x" * 190))
    entries = [option["text"]["text"] for option in elements([message])[0]["options"]]

    assert entries[1].startswith("2. xxx")
    assert all(len(entry) <= LABEL for entry in entries)
    assert all(f"{at + 1}. {'x' * 190} {at}" in "\n".join(block_texts(message.blocks)) for at in range(count))


@pytest.mark.parametrize(
    ("least", "most", "expected"),
    [
        (0, 3, "Choose as many as you like."),
        (1, 3, "Choose as many as you like."),
        (2, 3, "Choose 2 to 3 options."),
        (2, 2, "Choose 2 options."),
        (0, 2, "Choose up to 2 options."),
        (1, 2, "Choose 1 to 2 options."),
    ],
)
def test_the_allowed_number_of_options_is_shown(least: int, most: int, expected: str) -> None:
    question = labelled(3, mode="multi").model_copy(update={"min_selections": least, "max_selections": most})
    message = shown(question)
    block = next(block for block in message.blocks if block["type"] == "input")

    assert block["hint"]["text"] == expected
    assert block["optional"] is (least == 0)
    assert expected in message.text


@pytest.mark.parametrize(
    ("mode", "least", "expected"),
    [
        ("multi", 1, "Choose at least 1 option."),
        ("multi", 2, "Choose at least 2 options."),
        ("hybrid", 1, "Choose an option or write an answer."),
    ],
)
def test_a_confirmation_with_too_few_options_says_how_many_are_needed(
    mode: SelectionMode, least: int, expected: str
) -> None:
    question = labelled(3, mode=mode).model_copy(update={"min_selections": least, "max_selections": 3})

    assert count_note(question, ENGLISH) == expected


def test_a_multi_select_menu_limits_the_selection() -> None:
    question = labelled(20, mode="multi").model_copy(update={"max_selections": 3})

    assert elements([shown(question)])[0]["max_selected_items"] == 3


def test_a_title_that_repeats_the_question_is_omitted() -> None:
    message = shown(Question(text="Which store?", options=STORES), title="Which store?")

    assert message.text.count("Which store?") == 1
    assert message.blocks[0]["type"] == "section"


def test_a_title_too_long_for_a_heading_is_a_paragraph() -> None:
    assert shown(store_question(), title="t" * 150).blocks[0]["type"] == "section"
    assert shown(store_question(), title="t" * 142).blocks[0]["type"] == "header"


def test_an_invisible_label_is_replaced_by_its_number() -> None:
    message = shown(Question(text="Which?", options=[Option(id="a", label=" "), Option(id="b", label="\n")]))

    assert problems(message.blocks) == []
    assert list(texts(message).values())[:2] == ["1", "2"]


def test_a_blank_question_can_still_be_answered() -> None:
    message = shown(Question(text=" ", options=["A", "B"]))

    assert problems(message.blocks) == []
    assert "1. A" in message.text


def test_text_that_begins_with_code_or_a_list_begins_on_a_line_of_its_own_in_a_form() -> None:
    interaction = interaction_of(store_question(1, text="- one\n- two"), store_question(2))
    (message,) = open_messages(HANDLE, interaction, Draft(), ENGLISH)

    assert "*1.*\n• one\n• two" in message.text


def test_an_unknown_asker_is_not_named() -> None:
    interaction = interaction_of(store_question())
    (message,) = open_messages(HANDLE, interaction, Draft(), ENGLISH, "not-a-user")
    footer: Block = message.blocks[-1]

    assert footer["elements"][0]["text"].startswith("Asked by agent builder · answer until <!date^")


@pytest.mark.requirement("SL13")
def test_messages_are_in_the_users_language() -> None:
    (message,) = open_messages(HANDLE, interaction_of(store_question()), Draft(), words_for("ko-KR"))

    assert "1. PostgreSQL (추천)" in message.text
    assert texts(message)["custom_input_single"] == "직접 입력"


def test_a_question_of_any_length_is_shown_whole_over_several_messages() -> None:
    text = "\n\n".join(f"Paragraph {at}: " + "words " * 30 for at in range(40))
    question = labelled(100, "y" * 190).model_copy(update={"text": text, "context": text})
    messages = open_messages(HANDLE, interaction_of(question), Draft(), ENGLISH)
    read = "\n".join(message.text for message in messages)

    assert len(messages) > 5
    assert [problems(message.blocks) for message in messages] == [[]] * len(messages)
    assert all(f"Paragraph {at}:" in read and f"{at + 1}. {'y' * 190} {at}" in read for at in range(40))
    assert messages[0].text.startswith(f"Part 1 of {len(messages)}\n")
    assert kinds(messages[-1]) == ["static_select", "button", "button"]
    assert [kinds(message) for message in messages[:-1]] == [[]] * (len(messages) - 1)


def test_escaped_control_characters_are_split_over_several_sections() -> None:
    option = Option(id="a", label="A", description="\x1f" * 500)
    message = shown(Question(text="Which?", options=[option, Option(id="b", label="B")]))

    assert problems(message.blocks) == []
    assert "".join(block_texts(message.blocks)).count("<U+001F>") == 500


FORM = interaction_of(
    store_question(1), store_question(2), store_question(3), title="Storage", context="For *all* data."
)


def filled(*ids: str) -> Draft:
    return Draft(tuple([Answer(question_id=question_id, option_ids=("pg",)) for question_id in ids]))


def rendered_form(draft: Draft) -> Rendered:
    (message,) = open_messages(HANDLE, FORM, draft, ENGLISH)
    return message


@pytest.mark.requirement("SL5")
@pytest.mark.parametrize(
    ("ids", "said"),
    [((), "0 of 3 answered"), (("q2",), "1 of 3 answered"), (("q1", "q2", "q3"), "3 of 3 answered")],
)
def test_progress_is_shown(ids: tuple[str, ...], said: str) -> None:
    message = rendered_form(filled(*ids))

    assert said in block_texts(message.blocks)
    assert said in message.text


@pytest.mark.requirement("SL5")
def test_an_answered_question_shows_its_answer_and_can_be_changed() -> None:
    message = rendered_form(filled("q2"))

    assert "Chosen: PostgreSQL" in block_texts(message.blocks)
    assert "Chosen: PostgreSQL" in message.text
    assert "edit_choice_1" in buttons([message])
    assert not {"multi_choice_1_0", "multi_choice_1_1"} & buttons([message]).keys()
    assert {"multi_choice_0_0", "multi_choice_2_1"} <= buttons([message]).keys()


@pytest.mark.requirement("SL5")
def test_free_text_is_shown_as_typed() -> None:
    typed = "Neither: *both*, <!here> & more, " * 8
    message = rendered_form(Draft((Answer(question_id="q1", custom_text=typed),)))

    assert f"Chosen: “{typed.strip()}”" in block_texts(message.blocks)


@pytest.mark.requirement("SL5")
def test_every_open_question_of_a_form_has_a_free_text_button() -> None:
    assert {"custom_input_multi_0", "custom_input_multi_2"} <= buttons([rendered_form(filled("q2"))]).keys()


@pytest.mark.requirement("SL5")
def test_a_form_can_be_submitted_only_when_complete() -> None:
    assert "submit_form_form" not in buttons([rendered_form(filled("q1", "q2"))])

    submit = buttons([rendered_form(filled("q1", "q2", "q3"))])["submit_form_form"]
    assert submit["style"] == "primary"


@pytest.mark.requirement("SL5")
def test_reset_asks_for_confirmation() -> None:
    reset = buttons([rendered_form(filled("q1"))])["reset_form_form"]

    assert reset["confirm"]["text"]["text"] == "All answers chosen so far are taken back."
    assert reset["confirm"]["style"] == "danger"
    assert "reset_form_form" not in buttons([rendered_form(Draft())])


def test_recommendations_can_be_accepted_while_questions_are_open() -> None:
    assert "accept_recommended_form" in buttons([rendered_form(Draft())])
    assert "accept_recommended_form" in buttons([rendered_form(filled("q1"))])
    assert "accept_recommended_form" not in buttons([rendered_form(filled("q1", "q2", "q3"))])


def test_recommendations_cannot_be_accepted_if_an_open_question_has_none() -> None:
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
    message = rendered_form(filled(*ids))

    assert block_texts(message.blocks)[0] == "Storage"
    assert "For _all_ data." in block_texts(message.blocks)
    assert message.text.startswith("Storage\n")


def test_inputs_of_a_form_show_their_question_number() -> None:
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


def test_the_number_of_messages_does_not_depend_on_the_draft() -> None:
    form = Form(questions=tuple([store_question(at, context="c" * 700) for at in range(9)]))
    written = Draft(tuple([Answer(question_id=f"q{at}", custom_text="w" * 3000) for at in range(9)]))

    empty = open_messages(HANDLE, asked(form), Draft(), ENGLISH)
    full = open_messages(HANDLE, asked(form), written, ENGLISH)

    assert len(empty) == len(full)
    assert [problems(message.blocks) for message in full] == [[]] * len(full)


def test_the_largest_form_is_valid() -> None:
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


def test_a_question_continued_in_the_next_message_shows_its_number() -> None:
    long = Question(id="long", text="Which?", options=[f"{'z' * 180} {at}" for at in range(60)])
    interaction = interaction_of(store_question(1), long)
    messages = open_messages(HANDLE, interaction, Draft(), ENGLISH)

    assert "*Question 2 of 2*" in messages[-1].text
    assert "*2.* Which?" in "\n".join(message.text for message in messages)
