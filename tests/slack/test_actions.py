"""Encoding and parsing of action ids, button values and modal state; forged payloads are rejected."""

import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from choice.desk import Draft
from choice.models import Answer, Cancelled, Form, Option, Question
from choice.slack.events.actions import (
    AcceptRecommended,
    Action,
    ChangeAnswer,
    ChooseOptions,
    FreeText,
    OpenFreeText,
    OpenFromHome,
    ResetForm,
    SubmitForm,
    chosen_answer,
    free_text_answer,
    is_current,
    parse_action,
    parse_view_submission,
    recommended_answers,
)
from choice.slack.render.blocks import free_text_view
from choice.slack.render.messages import HomeRow, closed_messages, home_view, open_messages
from choice.testing.manual_clock import NOON
from choice.validation import check_answer
from tests.slack.forms import (
    ENGLISH,
    HANDLE,
    asked,
    buttons,
    clicks,
    elements,
    forms,
    interaction_of,
    labelled,
    store_question,
)

SINGLE = interaction_of(store_question())
FORM = interaction_of(store_question(1), store_question(2, selection_mode="multi"), store_question(3))
V = FORM.version
HALF = Draft((Answer(question_id="q1", option_ids=("pg",)),))
FULL = Draft(tuple([Answer(question_id=f"q{at}", option_ids=("pg",)) for at in (1, 2, 3)]))


def picked(question: int, *positions: int, version: str = V) -> dict[str, object]:
    """Return what Slack says is ticked."""
    options = [{"value": str(position)} for position in positions]
    return {f"{version}:{question}:picked": {"picked": {"type": "checkboxes", "selected_options": options}}}


@pytest.mark.requirement("SL8")
def test_the_buttons_of_one_question_have_their_names() -> None:
    messages = open_messages(HANDLE, SINGLE, Draft(), ENGLISH)

    assert list(buttons(messages)) == ["user_choice_0", "user_choice_1", "custom_input_single"]


@pytest.mark.requirement("SL8")
def test_the_buttons_of_a_form_have_their_names() -> None:
    assert list(buttons(open_messages(HANDLE, FORM, HALF, ENGLISH))) == [
        "edit_choice_0",
        "multi_choice_1_confirm",
        "custom_input_multi_1",
        "multi_choice_2_0",
        "multi_choice_2_1",
        "custom_input_multi_2",
        "accept_recommended_form",
        "reset_form_form",
    ]
    assert "submit_form_form" in buttons(open_messages(HANDLE, FORM, FULL, ENGLISH))


@pytest.mark.requirement("SL8")
@settings(deadline=None, max_examples=15, suppress_health_check=list(HealthCheck))
@given(forms())
def test_only_button_values_contain_the_handle(form: object) -> None:
    interaction = asked(form)  # type: ignore[arg-type]
    messages = open_messages(HANDLE, interaction, Draft(), ENGLISH)

    for element in elements(messages):
        if element["type"] == "button":
            assert re.fullmatch(rf"{HANDLE}(:\d{{1,2}}){{0,2}}", element.pop("value"))
        else:
            assert all(re.fullmatch(r"\d{1,2}", option["value"]) for option in element["options"])
    assert HANDLE not in repr(messages)
    assert interaction.id not in repr(messages)


@pytest.mark.parametrize(
    ("name", "draft", "expected"),
    [
        ("multi_choice_0_1", Draft(), ChooseOptions(HANDLE, V, 0, (1,))),
        ("multi_choice_1_confirm", Draft(), ChooseOptions(HANDLE, V, 1, (0, 1))),
        ("custom_input_multi_1", Draft(), OpenFreeText(HANDLE, V, 1, (0, 1))),
        ("custom_input_multi_2", Draft(), OpenFreeText(HANDLE, V, 2, ())),
        ("edit_choice_0", HALF, ChangeAnswer(HANDLE, V, 0)),
        ("submit_form_form", FULL, SubmitForm(HANDLE, V)),
        ("reset_form_form", HALF, ResetForm(HANDLE, V)),
        ("accept_recommended_form", HALF, AcceptRecommended(HANDLE, V)),
    ],
)
def test_a_click_on_a_form_is_parsed(name: str, draft: Draft, expected: Action) -> None:
    sent = clicks(open_messages(HANDLE, FORM, draft, ENGLISH))[name]

    assert parse_action(sent, picked(1, 1, 0)) == expected
    assert is_current(expected, FORM)


def test_a_click_on_one_question_is_parsed() -> None:
    sent = clicks(open_messages(HANDLE, SINGLE, Draft(), ENGLISH))

    assert parse_action(sent["user_choice_1"], {}) == ChooseOptions(HANDLE, SINGLE.version, 0, (1,))
    assert parse_action(sent["custom_input_single"], {}) == OpenFreeText(HANDLE, SINGLE.version, 0)


@pytest.mark.parametrize("count", [7, 50])
def test_selected_options_are_parsed_on_confirmation(count: int) -> None:
    interaction = interaction_of(labelled(count))
    sent = clicks(open_messages(HANDLE, interaction, Draft(), ENGLISH))["user_choice_confirm"]
    block = f"{interaction.version}:0:picked"
    chosen = {block: {"picked": {"type": "radio_buttons", "selected_option": {"value": "6"}}}}
    nothing = {block: {"picked": {"type": "radio_buttons", "selected_option": None}}}

    assert parse_action(sent, chosen) == ChooseOptions(HANDLE, interaction.version, 0, (6,))
    assert parse_action(sent, nothing) == ChooseOptions(HANDLE, interaction.version, 0, ())


def test_a_click_in_the_home_tab_is_parsed() -> None:
    view = home_view([HomeRow(HANDLE, SINGLE)], [], ENGLISH)
    sent = view["blocks"][1]["accessory"]

    assert parse_action(sent, {}) == OpenFromHome(HANDLE)
    assert is_current(OpenFromHome(HANDLE), FORM)


def test_a_click_on_an_older_version_of_the_form_is_detected() -> None:
    sent = clicks(open_messages(HANDLE, SINGLE, Draft(), ENGLISH))["user_choice_1"]
    action = parse_action(sent, {})
    changed = SINGLE.revised(interaction_of(labelled(2)).form)

    assert action is not None
    assert not is_current(action, changed)


GOOD = clicks(open_messages(HANDLE, FORM, FULL, ENGLISH))["edit_choice_1"]
CONFIRM = clicks(open_messages(HANDLE, FORM, Draft(), ENGLISH))["multi_choice_1_confirm"]


@pytest.mark.parametrize(
    "changed",
    [
        {"type": "static_select"},
        {"type": None},
        {"action_id": "approve"},
        {"action_id": 7},
        {"action_id": "submit_form_form"},
        {"action_id": "home_open_0"},
        {"value": ""},
        {"value": "short"},
        {"value": f"{HANDLE}:"},
        {"value": f"{HANDLE}:-1"},
        {"value": f"{HANDLE}:100"},
        {"value": f"{HANDLE}:01"},
        {"value": f"{HANDLE}:１"},
        {"value": f"{HANDLE}:1:2"},
        {"value": f"{HANDLE}:1:2:3"},
        {"value": f"{HANDLE}\n:1"},
        {"value": HANDLE},
        {"value": {"handle": HANDLE}},
        {"block_id": "other"},
        {"block_id": None},
    ],
)
def test_a_forged_click_is_rejected(changed: dict[str, object]) -> None:
    assert parse_action(GOOD, {}) is not None

    assert parse_action({**GOOD, **changed}, {}) is None


@pytest.mark.parametrize("value", ["x", "", "100", None, {}])
def test_a_forged_selection_is_rejected(value: object) -> None:
    block = {"picked": {"selected_options": [{"value": value}]}}

    assert parse_action(CONFIRM, {f"{V}:1:picked": block}) is None


@pytest.mark.parametrize("state", [{}, {f"{V}:1:picked": 7}, {f"{V}:1:picked": {"picked": []}}])
def test_malformed_state_selects_nothing(state: dict[str, object]) -> None:
    assert parse_action(CONFIRM, state) == ChooseOptions(HANDLE, V, 1, ())


HYBRID = interaction_of(Question(text="Which?", options=["A", "B"], selection_mode="hybrid"))


def sent_view(typed: object, **changed: object) -> dict[str, object]:
    view = free_text_view(OpenFreeText(HANDLE, HYBRID.version, 0, (1,)), HYBRID.form, ENGLISH)
    assert view is not None
    values = {
        f"{HYBRID.version}:0:picked": {"picked": {"selected_options": [{"value": "1"}]}},
        f"{HYBRID.version}:0:typed": {"typed": {"type": "plain_text_input", "value": typed}},
    }
    return {**view, "state": {"values": values}, **changed}


@pytest.mark.requirement("SL11")
def test_free_text_is_parsed_completely() -> None:
    words = "It depends. " * 200

    assert parse_view_submission(sent_view(words)) == FreeText(
        HANDLE, HYBRID.version, 0, words, (1,), f"{HYBRID.version}:0:typed"
    )


def test_an_empty_field_is_empty_free_text() -> None:
    found = parse_view_submission(sent_view(None))

    assert found is not None
    assert found.text == ""


@pytest.mark.parametrize(
    "changed",
    [
        {"callback_id": "other"},
        {"private_metadata": ""},
        {"private_metadata": HANDLE},
        {"private_metadata": f"{HANDLE}:0:1"},
        {"state": None},
        {"state": {"values": {"typed": {"typed": {"value": "x"}}}}},
        {"state": {"values": {f"{HYBRID.version}:0:typed": {"typed": "x"}}}},
        {
            "state": {
                "values": {
                    f"{HYBRID.version}:0:typed": {"typed": {"value": "x"}},
                    f"{HYBRID.version}:0:picked": {"picked": {"selected_options": [{}]}},
                }
            }
        },
    ],
)
def test_a_forged_view_is_rejected(changed: dict[str, object]) -> None:
    assert parse_view_submission(sent_view("x", **changed)) is None


JSON = st.recursive(
    st.none()
    | st.integers()
    | st.sampled_from([HANDLE, f"{HANDLE}:0", "button", "user_choice_0", f"{V}:0:picked"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["type", "action_id", "value", "block_id", "state", "values", "picked", f"{V}:0:picked"]
            ),
            inner,
        )
    ),
    max_leaves=12,
)


@given(
    st.dictionaries(
        st.sampled_from(["type", "action_id", "value", "block_id", "state", "callback_id"]), JSON
    ),
    JSON,
)
def test_parsing_never_raises(payload: dict[str, object], state: object) -> None:
    parse_action(payload, state if isinstance(state, dict) else {})
    parse_view_submission(payload)


def test_a_guessable_handle_is_rejected() -> None:
    with pytest.raises(ValueError, match="token_urlsafe"):
        open_messages("1", SINGLE, Draft(), ENGLISH)


def test_a_closed_message_has_no_handle() -> None:
    assert elements(closed_messages(FORM.ended(Cancelled(), NOON), ENGLISH)) == []


TWO_QUESTIONS = Form(
    questions=(store_question(1), labelled(3, mode="hybrid").model_copy(update={"id": "q2"}))
)


@pytest.mark.parametrize(
    ("question", "options", "expected"),
    [
        (0, (1,), Answer(question_id="q1", option_ids=("lite",))),
        (1, (0, 2), Answer(question_id="q2", option_ids=("o0", "o2"))),
        (1, (), Answer(question_id="q2", option_ids=())),
        (0, (2,), None),
        (0, (99,), None),
        (2, (0,), None),
        (99, (), None),
    ],
)
def test_positions_name_options(question: int, options: tuple[int, ...], expected: Answer | None) -> None:
    assert chosen_answer(ChooseOptions("h", "v", question, options), TWO_QUESTIONS) == expected


@pytest.mark.requirement("SL9")
def test_free_text_is_kept_whole_and_replaces_options() -> None:
    words = "Neither of them: " + "because " * 300

    assert free_text_answer(FreeText("h", "v", 0, words, (1,)), TWO_QUESTIONS) == Answer(
        question_id="q1", option_ids=(), custom_text=words
    )


def test_free_text_is_added_to_options_if_a_question_allows_both() -> None:
    assert free_text_answer(FreeText("h", "v", 1, "more", (1,)), TWO_QUESTIONS) == Answer(
        question_id="q2", option_ids=("o1",), custom_text="more"
    )


@pytest.mark.parametrize("words", [FreeText("h", "v", 9, "x"), FreeText("h", "v", 1, "x", (3,))])
def test_free_text_for_an_unknown_question_is_not_an_answer(words: FreeText) -> None:
    assert free_text_answer(words, TWO_QUESTIONS) is None


def test_the_answer_of_a_click_is_valid() -> None:
    chosen = chosen_answer(ChooseOptions("h", "v", 0, (0,)), TWO_QUESTIONS)
    written = free_text_answer(FreeText("h", "v", 1, "", (2,)), TWO_QUESTIONS)

    assert chosen is not None
    assert written is not None
    assert check_answer(TWO_QUESTIONS.questions[0], chosen) == chosen
    assert check_answer(TWO_QUESTIONS.questions[1], written) == written


def test_recommendations_answer_open_questions_only() -> None:
    form = Form(questions=(store_question(1), store_question(2)))
    draft = Draft((Answer(question_id="q1", option_ids=("lite",)),))

    assert recommended_answers(form, draft) == (Answer(question_id="q2", option_ids=("pg",)),)
    assert [answer.question_id for answer in recommended_answers(form, Draft())] == ["q1", "q2"]


def test_there_are_no_recommendations_if_one_question_has_none_or_too_many() -> None:
    two = Question(
        id="q2",
        text="Which?",
        options=[Option(id="a", label="A", recommended=True), Option(id="b", label="B", recommended=True)],
    )

    assert (
        recommended_answers(
            Form(questions=(store_question(1), labelled(2).model_copy(update={"id": "q2"}))), Draft()
        )
        == ()
    )
    assert recommended_answers(Form(questions=(store_question(1), two)), Draft()) == ()
    full = Draft((Answer(question_id="q1", option_ids=("pg",)),))
    assert recommended_answers(Form(questions=(store_question(1),)), full) == ()
