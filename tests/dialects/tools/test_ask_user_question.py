import json
from typing import Any

import pytest

from choice.dialects import ASK_USER_QUESTION
from choice.dialects.replies import CANCELLED, DEFAULTS, NOTHING_CHOSEN
from choice.errors import InvalidRequest
from choice.models import MAX_PREVIEW, Answer, Answered, Cancelled, Form, Option, Question, TimedOut

pytestmark = pytest.mark.requirement("UP11")

STORE = {
    "question": "Which store should the service use?",
    "header": "Store",
    "multiSelect": False,
    "options": [
        {"label": "SQLite (recommended)", "description": "One file", "preview": "`app.db`"},
        {"label": "PostgreSQL", "description": "A server"},
    ],
}
CITIES = {
    "question": "Which cities come first?",
    "header": "Cities",
    "multiSelect": True,
    "options": [
        {"label": "Bonn", "description": "On the Rhine"},
        {"label": "Halle, Saale", "description": "In the east"},
    ],
}
CALL = {"questions": [STORE, CITIES]}


def reply(*answers: Answer, note: str | None = None) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(
        ASK_USER_QUESTION.reply(ASK_USER_QUESTION.read(CALL), Answered(answers=answers, note=note))
    )
    return told


def test_a_call_becomes_a_form() -> None:
    store, cities = ASK_USER_QUESTION.read(CALL).questions

    assert (store.id, store.text, store.selection_mode) == ("q1", STORE["question"], "single")
    assert store.metadata == {"header": "Store"}
    assert store.options[0].preview == "`app.db`"
    assert (store.options[0].label, store.options[0].recommended) == ("SQLite", True)
    assert (cities.id, cities.selection_mode, cities.max_selections) == ("q2", "multi", 2)


def test_aliases_and_json_text_are_normalised() -> None:
    bare = {key: value for key, value in STORE.items() if key != "multiSelect"}
    sloppy = json.dumps(
        {"questions": [json.dumps(bare), bare | CITIES | {"multiple": True, "multiSelect": None}]}
    )

    assert ASK_USER_QUESTION.read(sloppy) == ASK_USER_QUESTION.read(CALL)


def test_one_question_may_be_given_without_its_list() -> None:
    assert ASK_USER_QUESTION.read(STORE) == ASK_USER_QUESTION.read({"questions": [STORE]})


def test_a_single_question_may_replace_the_list() -> None:
    question = {"question": "Where?", "options": ["Rome", "Paris"]}

    assert ASK_USER_QUESTION.read({"questions": question}) == ASK_USER_QUESTION.read(
        {"questions": [question]}
    )


def test_a_header_alone_is_the_question() -> None:
    question = ASK_USER_QUESTION.read({"questions": [{"header": "Store?", "options": ["A", "B"]}]}).questions[
        0
    ]

    assert question.text == "Store?"


def test_a_question_needs_no_header() -> None:
    form = ASK_USER_QUESTION.read({"questions": [{"question": "Which store?", "options": ["A", "B"]}]})

    assert form.questions[0].metadata == {}
    assert json.loads(ASK_USER_QUESTION.reply(form, Cancelled()))["questions"][0]["header"] == ""


@pytest.mark.parametrize(
    ("questions", "field"),
    [
        (None, "questions"),
        ([], "questions"),
        ([STORE] * 5, "questions"),
        (["Which?"], "questions[0]"),
        ([STORE | {"question": "", "header": ""}], "questions[0].question"),
        ([STORE | {"options": ["A"]}], "questions[0].options"),
        ([STORE | {"multiSelect": "some"}], "questions[0].multiSelect"),
        ([STORE | {"header": "x" * 101}], "questions[0].header"),
        (
            [STORE | {"options": ["A", {"label": "B", "preview": "x" * (MAX_PREVIEW + 1)}]}],
            "questions[0].options[1].preview",
        ),
        (
            [STORE | {"options": ["A", {"label": "B", "preview": "\u200b" * MAX_PREVIEW}]}],
            "questions[0].options[1].preview",
        ),
        ([STORE | {"max_selections": 2}], "questions[0].max_selections"),
        ([STORE | {"text": "Another?"}], "questions[0].text"),
        ([STORE | {"choices": ["A", "B"]}], "questions[0].choices"),
    ],
)
def test_an_invalid_call_is_rejected_with_its_field(questions: object, field: str) -> None:
    with pytest.raises(InvalidRequest) as caught:
        ASK_USER_QUESTION.read({"questions": questions})

    assert caught.value.field == field


def test_two_questions_with_the_same_text_are_rejected() -> None:
    with pytest.raises(InvalidRequest, match="must differ from the other questions") as caught:
        ASK_USER_QUESTION.read({"questions": [STORE, CITIES, STORE | {"question": f"{STORE['question']} "}]})

    assert caught.value.field == "questions[2].question"


def test_answers_are_keyed_by_the_text_of_the_question() -> None:
    told = reply(
        Answer(question_id="q2", option_ids=("1",)),
        Answer(question_id="q1", option_ids=("1",)),
    )

    assert told["answers"] == {STORE["question"]: "SQLite (recommended)", CITIES["question"]: "Bonn"}
    assert told["annotations"] == {STORE["question"]: {"preview": "`app.db`"}}
    assert told["questions"] == [STORE, CITIES]


def test_own_words_are_the_answer() -> None:
    words = "whatever,\nis there\n" * 500

    assert reply(Answer(question_id="q1", custom_text=words))["answers"] == {STORE["question"]: words}


def test_several_labels_are_joined_and_the_notes_tell_them_apart() -> None:
    told = reply(Answer(question_id="q2", option_ids=("1", "2")))

    assert told["answers"] == {CITIES["question"]: "Bonn, Halle, Saale"}
    assert told["annotations"] == {CITIES["question"]: {"notes": 'Chosen: "Bonn", "Halle, Saale"'}}


def test_all_notes_are_rendered() -> None:
    told = reply(
        Answer(question_id="q1", option_ids=("2",), option_notes={"1": "too small"}),
        Answer(question_id="q2", option_ids=()),
        note="By Friday",
    )

    assert told["annotations"] == {STORE["question"]: {"notes": "SQLite (recommended): too small\nBy Friday"}}
    assert told["answers"][CITIES["question"]] == NOTHING_CHOSEN


def test_a_note_without_an_answer_is_rendered() -> None:
    told = reply(note="Later")

    assert told["answers"] == {}
    assert told["annotations"] == {STORE["question"]: {"notes": "Later"}}


def test_answers_are_keyed_by_the_exact_text() -> None:
    asked = "Which store?\r\n(today) "
    form = ASK_USER_QUESTION.read({"questions": [STORE | {"question": asked}]})

    told = json.loads(
        ASK_USER_QUESTION.reply(form, Answered(answers=(Answer(question_id="q1", option_ids=("2",)),)))
    )

    assert form.questions[0].text == "Which store?\n(today)"
    assert told["answers"] == {asked: "PostgreSQL"}
    assert told["questions"][0]["question"] == asked


def test_a_text_with_a_lone_surrogate_is_keyed_by_its_canonical_form() -> None:
    form = ASK_USER_QUESTION.read({"questions": [STORE | {"question": "Which \ud800?"}]})

    assert form.questions[0].metadata.get("key") is None


def test_answers_to_a_form_that_asks_the_same_twice_do_not_collide() -> None:
    question = Question(text="Which?", options=(Option(id="1", label="A"), Option(id="2", label="B")))
    form = Form(questions=tuple(question.model_copy(update={"id": each}) for each in ("q1", "q2", "q3")))
    answers = tuple(Answer(question_id=each, option_ids=("1",)) for each in ("q1", "q2", "q3"))

    told = json.loads(ASK_USER_QUESTION.reply(form, Answered(answers=answers)))

    assert told["answers"] == {"Which?": "A", "Which? (q2)": "A", "Which? (q3)": "A"}
    assert [asked["question"] for asked in told["questions"]] == list(told["answers"])


@pytest.mark.requirement("UP3")
def test_without_an_answer_the_answers_are_empty() -> None:
    form = ASK_USER_QUESTION.read({"questions": [STORE]})
    defaults = TimedOut(answers=(Answer(question_id="q1", option_ids=("1",)),), used_defaults=True)

    cancelled = json.loads(ASK_USER_QUESTION.reply(form, Cancelled()))
    timed_out = json.loads(ASK_USER_QUESTION.reply(form, defaults))

    assert (cancelled["answers"], cancelled["response"]) == ({}, CANCELLED)
    assert (timed_out["answers"], timed_out["response"]) == ({}, f"{DEFAULTS}\nSQLite")


@pytest.mark.parametrize(
    ("limits", "mode"), [({"max_selections": 2}, "multi"), ({"min_selections": 2}, "multi"), ({}, "single")]
)
def test_limits_without_a_flag_decide_whether_several_options_can_be_chosen(
    limits: dict[str, int], mode: str
) -> None:
    options = [{"label": label, "description": "One of three"} for label in ("Red", "Green", "Blue")]

    form = ASK_USER_QUESTION.read({"questions": [{"question": "Which?", "options": options, **limits}]})

    assert form.questions[0].selection_mode == mode
