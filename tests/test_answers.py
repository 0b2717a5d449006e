"""Checking answers, and the outcomes of forms."""

import json
from datetime import UTC, datetime
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from choice.errors import InvalidAnswer, MissingForm, UnknownOption, UnknownQuestion, WrongCount
from choice.models import (
    MAX_NOTE,
    MAX_OWN_WORDS,
    Answer,
    Answered,
    Cancelled,
    Form,
    Option,
    Outcome,
    Question,
    SelectionMode,
    Submission,
    Superseded,
    TimedOut,
    stamped,
)
from choice.validation import check_answer, check_answers, parse_submission

MODES: tuple[SelectionMode, ...] = get_args(SelectionMode)
NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)

# --- answers ---


def question(mode: SelectionMode = "multi", **changes: object) -> Question:
    options = () if mode == "text_input" else ("Red", "Green", "Blue")
    return Question.model_validate({"text": "Which?", "selection_mode": mode, "options": options, **changes})


def checked(asked: Question, **answer: object) -> Answer:
    return check_answer(asked, Answer.model_validate({"question_id": "q1", **answer}))


@pytest.mark.requirement("PC3")
def test_chosen_ids_come_in_the_order_of_the_options_each_once() -> None:
    assert checked(question(), option_ids=["3", "1", "3"]).option_ids == ("1", "3")


@pytest.mark.requirement("PC3")
def test_one_option_of_a_single_choice_counts_if_it_is_offered() -> None:
    assert checked(question("single"), option_ids=["3"]).option_ids == ("3",)
    with pytest.raises(UnknownOption):
        checked(question("single"), option_ids=["4"])


@pytest.mark.requirement("PC3")
def test_defaults_count_if_options_are_untouched() -> None:
    asked = question(default_selection_ids=("2", "3"))

    assert checked(asked).option_ids == ("2", "3")
    assert checked(asked, option_ids=["1"]).option_ids == ("1",)


@pytest.mark.requirement("PC3")
def test_choosing_no_option_is_valid_if_min_selections_is_zero() -> None:
    asked = question(default_selection_ids=("2",), min_selections=0)

    assert checked(asked, option_ids=[]).option_ids == ()


@pytest.mark.requirement("PC3")
@pytest.mark.parametrize(
    ("asked", "option_ids", "limits"),
    [
        (question("single"), [], (1, 1)),
        (question("single"), ["1", "2"], (1, 1)),
        (question("multi", min_selections=2), ["1", "1"], (2, 3)),
        (question("multi", max_selections=2), ["1", "2", "3"], (1, 2)),
        (question("hybrid", min_selections=1), [], (1, 3)),
    ],
)
def test_too_few_or_too_many_options_are_rejected(
    asked: Question, option_ids: list[str], limits: tuple[int, int]
) -> None:
    with pytest.raises(WrongCount) as caught:
        checked(asked, option_ids=option_ids)

    assert (caught.value.least, caught.value.most) == limits


def test_an_option_that_the_question_does_not_have_is_rejected() -> None:
    with pytest.raises(UnknownOption) as chosen:
        checked(question(), option_ids=["1", "9"])
    with pytest.raises(UnknownOption) as noted:
        checked(question(), option_ids=["1"], option_notes={"8": "why"})

    assert (chosen.value.option_id, noted.value.option_id) == ("9", "8")


def test_an_answer_to_another_question_is_rejected() -> None:
    with pytest.raises(UnknownQuestion) as caught:
        checked(question(), question_id="q7")

    assert caught.value.known == ("q1",)


@pytest.mark.requirement("PC3")
def test_own_words_are_kept_whole_with_normalised_line_endings() -> None:
    asked = question("text_input")
    words = "  first\r\nsecond\r\u202ethird  " + "x" * 20_000

    answer = checked(asked, custom_text=words)

    assert answer.custom_text == words.replace("\r\n", "\n").replace("\r", "\n")


@pytest.mark.parametrize("mode", ["single", "multi"])
def test_own_words_replace_options(mode: SelectionMode) -> None:
    asked = question(mode, default_selection_ids=("1",))

    assert checked(asked, custom_text="Pink").option_ids == ()
    assert checked(asked, custom_text="Pink", option_ids=[]).option_ids == ()
    assert checked(asked, custom_text="").option_ids == ("1",)


def test_own_words_accompany_options_in_hybrid() -> None:
    asked = question("hybrid", default_selection_ids=("1",))

    assert checked(asked, custom_text="Pink") == checked(asked, custom_text="Pink", option_ids=["1"])
    assert checked(asked, custom_text="Pink", option_ids=[]).option_ids == ()


@pytest.mark.parametrize(
    ("asked", "answer", "field", "rule"),
    [
        (question(allow_free_text=False), {"custom_text": "Pink"}, "custom_text", "options alone"),
        (question(), {"custom_text": "Pink", "option_ids": ["1"]}, "custom_text", "not both"),
        (question(), {"custom_text": " \n"}, "custom_text", "blank"),
        (question(), {"custom_text": "a\x00"}, "custom_text", "NUL"),
        (question(), {"custom_text": "\udfff"}, "custom_text", "surrogate"),
        (question(), {"custom_text": "x" * (MAX_OWN_WORDS + 1)}, "custom_text", "at most 32000"),
        (question("text_input"), {}, "custom_text", "own words"),
        (question("text_input"), {"custom_text": ""}, "custom_text", "own words"),
        (question("hybrid"), {"option_ids": []}, "option_ids", "choose an option"),
        (
            question(),
            {"option_ids": ["1"], "option_notes": {"1": "x" * 8001}},
            "option_notes",
            "at most 8000",
        ),
    ],
)
def test_an_answer_that_does_not_fit_its_question_is_rejected(
    asked: Question, answer: dict[str, object], field: str, rule: str
) -> None:
    with pytest.raises(InvalidAnswer) as caught:
        checked(asked, **answer)

    assert caught.value.field == field
    assert rule in caught.value.rule


def test_notes_may_be_about_any_option_and_empty_ones_are_dropped() -> None:
    answer = checked(question(), option_ids=["1"], option_notes={"3": "too cold", "1": "warm", "2": ""})

    assert list(answer.option_notes.items()) == [("1", "warm"), ("3", "too cold")]


@given(
    st.sampled_from(MODES),
    st.none() | st.lists(st.sampled_from(["1", "2", "3"]), max_size=5),
    st.none() | st.text(max_size=5),
)
@settings(max_examples=80)
def test_checking_an_answer_is_idempotent(
    mode: SelectionMode, option_ids: list[str] | None, words: str | None
) -> None:
    asked = question(mode)
    touched = {} if option_ids is None or mode == "text_input" else {"option_ids": option_ids}
    try:
        answer = checked(asked, custom_text=words, **touched)
    except InvalidAnswer:
        return

    assert check_answer(asked, answer) == answer


# --- submissions ---

FORM = Form(questions=(question(), question("text_input", id="q2")))
SENT_BOTH: list[dict[str, object]] = [
    {"question_id": "q2", "custom_text": "Mauve"},
    {"question_id": "q1", "option_ids": ["2", "1"], "option_notes": {"2": "calm"}},
]


def submitted(payload: object, form: Form = FORM) -> tuple[Answer, ...]:
    """Return the answers of a payload as they count."""
    return check_answers(form, parse_submission(payload).answers)


def test_a_submission_answers_every_question_in_the_order_of_the_form() -> None:
    payload = {"answers": SENT_BOTH, "note": "soon\r\n", "answer_id": "a-1"}

    submission = parse_submission(payload)

    assert submitted(payload) == (
        Answer(question_id="q1", option_ids=("1", "2"), option_notes={"2": "calm"}),
        Answer(question_id="q2", custom_text="Mauve"),
    )
    assert (submission.note, submission.answer_id) == ("soon\n", "a-1")
    assert parse_submission(json.dumps(payload)) == submission


def test_a_submission_may_leave_options_untouched() -> None:
    form = Form(questions=(question("single", default_selection_ids=("3",)),))

    untouched = submitted({"answers": [{"question_id": "q1"}]}, form)

    assert untouched[0].option_ids == ("3",)
    with pytest.raises(WrongCount):
        submitted({"answers": [{"question_id": "q1", "option_ids": []}]}, form)


@pytest.mark.parametrize(
    ("payload", "field"),
    [
        (None, "payload"),
        ("{", "payload"),
        ("[" * 10_000, "payload"),
        ({"answers": []}, "answers"),
        ({"answers": SENT_BOTH[:1]}, "answers"),
        ({"answers": [*SENT_BOTH, SENT_BOTH[0]]}, "question_id"),
        ({"answers": [{}] * 21}, "answers"),
        ({"answers": ["q1"]}, "answers[0]"),
        ({"answers": [{"question_id": None}]}, "answers[0].question_id"),
        ({"answers": [{"question_id": "q9"}]}, "question_id"),
        ({"answers": [{"question_id": "q1", "option_ids": [1]}]}, "answers[0].option_ids[0]"),
        ({"answers": [{"question_id": "q1", "option_ids": ["x"] * 100_000}]}, "answers[0].option_ids"),
        ({"answers": [{"question_id": "q1", "option_notes": []}]}, "answers[0].option_notes"),
        ({"answers": [{"question_id": "q1", "option_notes": {"\n": 1}}]}, "answers[0].option_notes.'\\n'"),
        ({"answers": [{"question_id": "q1", "status": "done"}]}, "answers[0].status"),
        ({"answers": [{"question_id": "q2", "custom_text": "x" * 10**7}]}, "answers[0].custom_text"),
        ({"answers": SENT_BOTH, "note": " "}, "note"),
        ({"answers": SENT_BOTH, "note": "x" * (MAX_NOTE + 1)}, "note"),
        ({"answers": SENT_BOTH, "answer_id": "a\u200bb"}, "answer_id"),
        ({"answers": SENT_BOTH, "answered_by": "me"}, "answered_by"),
    ],
    ids=lambda value: repr(value)[:40],
)
def test_an_invalid_submission_is_rejected(payload: object, field: str) -> None:
    with pytest.raises(InvalidAnswer) as caught:
        submitted(payload)

    assert caught.value.field == field
    assert len(str(caught.value)) <= 500


# --- outcomes ---

ANSWERS = (Answer(question_id="q1", option_ids=("1",), custom_text="Pink", option_notes={"1": "warm"}),)


@pytest.mark.parametrize(
    "outcome",
    [
        Answered(answers=ANSWERS, note="soon", answered_by="ada", surface="web", at=NOON),
        Cancelled(note="not now", answered_by="ada", surface="slack", at=NOON),
        TimedOut(answers=ANSWERS, at=NOON, used_defaults=True),
        Superseded(note="a newer question", at=NOON),
    ],
    ids=lambda outcome: outcome.kind,
)
def test_an_outcome_round_trips_through_json(outcome: Outcome) -> None:
    adapter: TypeAdapter[Outcome] = TypeAdapter(Outcome)

    assert adapter.validate_json(adapter.dump_json(outcome)) == outcome


def test_an_answered_outcome_never_uses_defaults() -> None:
    with pytest.raises(ValidationError):
        Answered.model_validate({"answers": (), "used_defaults": True})


def test_submissions_are_immutable() -> None:
    submission = Submission(answers=ANSWERS)

    with pytest.raises(ValidationError, match="frozen"):
        submission.note = "later"


def test_unset_option_ids_differ_from_empty_option_ids() -> None:
    untouched = Answer.model_validate({"question_id": "q1"})
    emptied = Answer.model_validate({"question_id": "q1", "option_ids": []})

    assert "option_ids" not in untouched.model_fields_set
    assert "option_ids" in emptied.model_fields_set


@pytest.mark.parametrize(
    "outcome",
    [Answered(answers=(Answer(question_id="q1"),)), Cancelled(note="later"), TimedOut(), Superseded()],
)
def test_stamping_an_outcome_changes_only_its_time(outcome: Outcome) -> None:
    final = stamped(outcome, NOON)

    expected = outcome.model_copy(update={"at": NOON})
    assert (final, final.model_fields_set) == (expected, expected.model_fields_set)
    assert final.model_dump_json() == expected.model_dump_json()
    assert outcome.at is None


# --- the answer in short: choice, choices, labels, text ---

STORES = Form(
    questions=(
        Question(
            text="Which stores?",
            selection_mode="hybrid",
            options=[Option(id="a", label="SQLite", value="sqlite"), Option(id="b", label="PostgreSQL")],
        ),
        Question(id="q2", text="What name?", selection_mode="text_input"),
    )
)


def said(*answers: Answer) -> Answered:
    return Answered(answers=answers).about(STORES)


@pytest.mark.parametrize(
    ("answer", "choice", "choices", "labels", "text"),
    [
        (Answer(question_id="q1", option_ids=("a",)), "sqlite", ("sqlite",), ("SQLite",), None),
        (Answer(question_id="q1", option_ids=("b",)), "PostgreSQL", ("PostgreSQL",), ("PostgreSQL",), None),
        (
            Answer(question_id="q1", option_ids=("a", "b"), custom_text="small"),
            "sqlite",
            ("sqlite", "PostgreSQL"),
            ("SQLite", "PostgreSQL"),
            "small",
        ),
        (Answer(question_id="q1", custom_text="DuckDB"), None, (), (), "DuckDB"),
        (Answer(question_id="q1"), None, (), (), None),
    ],
)
def test_an_answered_outcome_has_choice_choices_labels_and_text(
    answer: Answer, choice: str | None, choices: tuple[str, ...], labels: tuple[str, ...], text: str | None
) -> None:
    outcome = said(answer)

    assert (outcome.choice, outcome.choices, outcome.labels, outcome.text) == (choice, choices, labels, text)


def test_the_choices_of_several_questions_are_concatenated() -> None:
    outcome = said(
        Answer(question_id="q1", option_ids=("b",)), Answer(question_id="q2", custom_text="billing")
    )

    assert (outcome.choices, outcome.text) == (("PostgreSQL",), "billing")


@pytest.mark.parametrize(
    "outcome",
    [
        Cancelled(note="later"),
        TimedOut(),
        TimedOut(answers=(Answer(question_id="q1", option_ids=("a",)),), used_defaults=True),
        Superseded(),
    ],
)
def test_without_an_answer_nothing_was_chosen(outcome: Outcome) -> None:
    ended = outcome.about(STORES)

    assert (ended.choice, ended.choices, ended.labels, ended.text) == (None, (), (), None)


@pytest.mark.parametrize(
    "outcome",
    [
        Answered(answers=(Answer(question_id="q1", option_ids=("a",)),)),
        said(Answer(question_id="q9", option_ids=("a",))),
    ],
)
def test_labels_need_the_form_of_the_outcome(outcome: Answered) -> None:
    with pytest.raises(MissingForm, match=r"outcome\.about"):
        _ = outcome.labels


def test_the_form_of_an_outcome_is_neither_serialised_nor_compared() -> None:
    answer = Answer(question_id="q1", option_ids=("a",))

    assert said(answer) == Answered(answers=(answer,))
    assert said(answer).model_dump_json() == Answered(answers=(answer,)).model_dump_json()
    assert "form" not in Answered.model_json_schema()["properties"]
    assert {said(answer), Answered(answers=(answer,))} == {said(answer)}
    assert Cancelled() != Superseded()
    assert Cancelled() != "cancelled"
