import json

import pytest

from choice.dialects import PROVIDE_CHOICE
from choice.errors import InvalidRequest
from choice.models import Answer, Answered, Cancelled, Form, Option, Question, TimedOut
from choice.validation import parse_form

pytestmark = pytest.mark.requirement("PC1")

CALL = {
    "title": "Choose a store",
    "prompt": "The service needs a store. Which one?",
    "selection_mode": "multi",
    "options": [
        {"id": "1", "label": "SQLite", "recommended": True},
        {"id": "2", "label": "PostgreSQL"},
    ],
    "default_selection_ids": ["2"],
}


def test_a_call_becomes_a_form_of_one_question() -> None:
    form = PROVIDE_CHOICE.read(CALL)

    assert form.title == "Choose a store"
    assert form.questions[0].text == "The service needs a store. Which one?"
    assert form.questions[0].default_selection_ids == ("2",)


def test_the_settings_of_a_call_are_kept_in_its_request() -> None:
    request = PROVIDE_CHOICE.request(CALL | {"timeout_seconds": 60, "transport": "web"})

    assert (request.timeout_seconds, request.transport) == (60, "web")
    assert request.form == PROVIDE_CHOICE.read(CALL)


@pytest.mark.requirement("PC7")
@pytest.mark.parametrize(
    ("said", "terms"),
    [
        ({}, {}),
        ({"timeout_seconds": 60}, {"timeout": 60, "policy": "fail"}),
        ({"use_defaults": True}, {"policy": "use_defaults"}),
        ({"timeout_seconds": 60, "use_defaults": True}, {"timeout": 60, "policy": "use_defaults"}),
    ],
)
def test_a_call_may_set_its_deadline_and_policy(said: dict[str, object], terms: object) -> None:
    call = PROVIDE_CHOICE.read_call(CALL | said | {"transport": "web"})

    assert call.terms == terms
    assert (call.form, call.transport, call.instruction) == (PROVIDE_CHOICE.read(CALL), "web", None)


def test_every_field_of_the_schema_is_understood() -> None:
    every = CALL | {
        "selection_mode": "hybrid",
        "min_selections": 0,
        "max_selections": 2,
        "allow_custom_input": True,
        "placeholder": "Anything else",
        "show_placeholder": True,
        "single_submit_mode": False,
        "allow_option_annotations": True,
        "allow_global_annotation": True,
        "timeout_seconds": 60,
        "use_defaults": True,
        "transport": "terminal",
        "session_id": "s1",
    }

    assert set(every) == set(PROVIDE_CHOICE.parameters["properties"])
    assert PROVIDE_CHOICE.request(every).use_defaults


def test_the_schema_names_every_mode_and_transport() -> None:
    properties = PROVIDE_CHOICE.parameters["properties"]

    assert properties["selection_mode"]["enum"] == ["single", "multi", "text_input", "hybrid"]
    assert sorted(properties["transport"]["enum"]) == ["auto", "terminal", "web"]


@pytest.mark.parametrize(
    "change",
    [
        {"options": json.dumps(CALL["options"])},
        {"options": [json.dumps(option) for option in json.loads(json.dumps(CALL["options"]))]},
        {"options": None, "choices": CALL["options"]},
        {"options": ["SQLite (recommended)", "PostgreSQL"]},
        {
            "options": [
                {"text": "SQLite", "is_default": "true"},
                {"id": 2, "name": "PostgreSQL", "recommended": "no"},
            ]
        },
        {"default_selection_ids": "2"},
        {"default_selection_ids": 2},
        {"default_selection_ids": "[2]"},
        {"selection_mode": None, "multiple": True},
        {"multi": True, "multiSelect": "true"},
        {"choices": json.dumps(CALL["options"])},
        {
            "options": [
                {"label": "SQLite", "text": "SQLite", "recommended": 1, "is_default": "yes"},
                "PostgreSQL",
            ]
        },
        {"options": ["SQLite (recommended)", {"label": "PostgreSQL", "name": None, "id": " 2 "}]},
    ],
)
def test_aliases_and_json_text_are_normalised(change: dict[str, object]) -> None:
    assert PROVIDE_CHOICE.read(CALL | change) == PROVIDE_CHOICE.read(CALL)
    assert PROVIDE_CHOICE.read(json.dumps(CALL | change)) == PROVIDE_CHOICE.read(CALL)


@pytest.mark.parametrize(
    ("given", "read"),
    [
        (["2", None], ["2", "2-2"]),
        ([None, "1"], ["1-2", "1"]),
        ([None, "1", "1-2"], ["1-3", "1", "1-2"]),
        (["", " "], ["1", "2"]),
    ],
)
def test_a_missing_id_is_a_number_that_no_other_option_has(given: list[object], read: list[str]) -> None:
    options = [
        {"id": option_id, "label": label, "recommended": True}
        for option_id, label in zip(given, "ABC", strict=False)
    ]

    question = PROVIDE_CHOICE.read(CALL | {"options": options, "default_selection_ids": []}).questions[0]

    assert list(question.option_ids) == read


def test_a_flag_may_set_the_single_mode() -> None:
    assert (
        PROVIDE_CHOICE.read(CALL | {"selection_mode": None, "multi": False}).questions[0].selection_mode
        == "single"
    )


def test_own_words_alone_need_no_options() -> None:
    call = {"title": "Name it", "prompt": "What should it be called?", "selection_mode": "text_input"}

    assert PROVIDE_CHOICE.read(call).questions[0].options == ()


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"title": ""}, "title"),
        ({"options": ["SQLite", "PostgreSQL"]}, "options"),
        ({"options": ["A (recommended)", "A"]}, "options[1].label"),
        ({"options": [{"id": "1", "label": label, "recommended": True} for label in "AB"]}, "options[1].id"),
        ({"options": ["A (recommended)", None]}, "options[1]"),
        ({"options": [{"label": "A", "recommended": True, "colour": "red"}]}, "options[0].colour"),
        ({"default_selection_ids": ["3"]}, "default_selection_ids"),
        ({"default_selection_ids": {}}, "default_selection_ids"),
        ({"colour": "red"}, "colour"),
        ({"selection_mode": "single", "multi": True}, "multi"),
        ({"selection_mode": "multi", "multiple": "no"}, "multiple"),
        ({"selection_mode": "hybrid", "multi": False}, "multi"),
        ({"selection_mode": "text_input", "multi": True}, "multi"),
        ({"selection_mode": None, "multi": True, "multiple": False}, "multiple"),
        ({"multiSelect": "banana"}, "multiSelect"),
        ({"selection_mode": "banana", "multi": True}, "selection_mode"),
        ({"selection_mode": ["multi"], "multi": True}, "selection_mode"),
        ({"selectionMode": "multi"}, "selectionMode"),
        ({"choices": ["A (recommended)", "B"]}, "choices"),
        ({"options": [{"label": "A", "text": "B", "recommended": True}]}, "options[0].text"),
        ({"options": [{"label": "A", "recommended": True, "is_default": False}]}, "options[0].is_default"),
        ({"options": [{"label": "A", "recommended": "banana"}]}, "options[0].recommended"),
        ({"options": [{"label": "A", "recommended": True, "is_default": "banana"}]}, "options[0].is_default"),
        ({"options": [{"label": "A", "id": {"a": 1}, "recommended": True}]}, "options[0].id"),
        ({"options": [{"label": "A", "id": [], "recommended": True}, "B"]}, "options[0].id"),
        ({"options": [{"recommended": True}]}, "options[0].label"),
        ({"options": [{"label": ["A"], "recommended": True}]}, "options[0].label"),
        ({"options": ["A (recommended)"] * 101}, "options"),
        ({"options": "[" + "[]," * 300_000 + "[]]"}, "options"),
        ({"options": ["A (recommended)", "[" * 1000]}, "options[1]"),
        ({"default_selection_ids": ""}, "default_selection_ids"),
        ({"default_selection_ids": "[" * 1000}, "default_selection_ids"),
        ({"default_selection_ids": ["2"] * 101}, "default_selection_ids"),
    ],
)
@pytest.mark.requirement("PC2")
def test_a_call_that_breaks_a_rule_is_rejected_with_its_field(change: dict[str, object], field: str) -> None:
    with pytest.raises(InvalidRequest) as caught:
        PROVIDE_CHOICE.read(CALL | change)

    assert caught.value.field == field


@pytest.mark.parametrize(
    "change",
    [
        {"label": "x" * 10_000_000},
        {"label": "\u200b" * 10_000_000},
        {"label": " " * 10_000_000},
        {"id": "x" * 10_000_000},
        {"description": "x" * 10_000_000},
        {"recommended": "x" * 10_000_000},
    ],
)
def test_an_option_that_is_far_too_long_is_rejected_quickly(change: dict[str, object]) -> None:
    options = [{"label": f"Store {number}", "recommended": True} | change for number in range(100)]

    with pytest.raises(InvalidRequest) as caught:
        PROVIDE_CHOICE.read(CALL | {"options": options})

    assert caught.value.field == f"options[0].{next(iter(change))}"
    assert caught.value.rule in {
        "must be true or false.",
        *[f"must be at most {n} characters." for n in (100, 200, 500)],
    }


def test_the_example_of_a_contradiction_has_the_requested_mode() -> None:
    with pytest.raises(InvalidRequest) as caught:
        PROVIDE_CHOICE.read(CALL | {"multi": False})

    assert caught.value.example["selection_mode"] == "multi"


def test_one_option_and_own_words_are_no_contradiction() -> None:
    one = {"selection_mode": "hybrid", "multi": False, "max_selections": 1}

    assert PROVIDE_CHOICE.read(CALL | one).questions[0].max_selections == 1


def test_boolean_ids_are_sent_as_text() -> None:
    options = [{"id": True, "label": "Yes", "recommended": True}, {"id": False, "label": "No"}]

    question = PROVIDE_CHOICE.read(CALL | {"options": options, "default_selection_ids": True}).questions[0]

    assert question.option_ids == ("true", "false")
    assert question.default_selection_ids == ("true",)


@pytest.mark.parametrize("arguments", [None, [CALL], "title", 3])
def test_arguments_are_an_object(arguments: object) -> None:
    with pytest.raises(InvalidRequest):
        PROVIDE_CHOICE.read(arguments)


@pytest.mark.requirement("PC3")
def test_the_reply_is_the_response_as_json() -> None:
    answer = Answer(question_id="q1", option_ids=("1", "2"), option_notes={"1": "for tests"})

    reply = json.loads(
        PROVIDE_CHOICE.reply(PROVIDE_CHOICE.read(CALL), Answered(answers=(answer,), note="Soon"))
    )

    assert reply["action_status"] == "selected"
    assert reply["selection"]["selected_ids"] == ["1", "2"]
    assert reply["selection"]["option_annotations"] == {"1": "for tests"}
    assert reply["selection"]["global_annotation"] == "Soon"


@pytest.mark.requirement("PC3")
def test_timeouts_and_cancellations_have_their_own_status() -> None:
    form = PROVIDE_CHOICE.read(CALL)

    assert json.loads(PROVIDE_CHOICE.reply(form, Cancelled()))["action_status"] == "cancelled"
    assert json.loads(PROVIDE_CHOICE.reply(form, TimedOut()))["action_status"] == "timeout"


def test_a_form_without_a_title_is_answered_too() -> None:
    question = Question(text="Which " * 100, options=(Option(id="1", label="A"),))

    reply = PROVIDE_CHOICE.reply(
        Form(questions=(question,)), Answered(answers=(Answer(question_id="q1", option_ids=("1",)),))
    )

    assert json.loads(reply)["selection"]["selected_ids"] == ["1"]


@pytest.mark.requirement("PC3")
def test_a_form_of_two_questions_is_rejected() -> None:
    form = Form(
        questions=(
            Question(text="Tea?", options=["Yes", "No"]),
            Question(id="q2", text="Milk?", options=["Yes", "No"]),
        )
    )

    with pytest.raises(InvalidRequest) as caught:
        PROVIDE_CHOICE.reply(form, Cancelled())

    assert caught.value.field == "questions"
    assert "one decision" in caught.value.rule
    assert parse_form(caught.value.example).questions == form.questions[:1]
