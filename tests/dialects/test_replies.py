import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from choice.dialects.replies import (
    CANCELLED,
    DEFAULTS,
    NOT_ANSWERED,
    NOTHING_CHOSEN,
    SUPERSEDED,
    TIMED_OUT,
    WordedDialect,
    by_id,
    by_label,
    by_value,
)
from choice.models import Answer, Answered, Cancelled, Form, Option, Outcome, Question, Superseded, TimedOut

STORE = Question(
    id="q1",
    text="Which store?",
    options=(Option(id="a", label="SQLite", value="sqlite"), Option(id="b", label="PostgreSQL")),
)
CITIES = Question(
    id="q2",
    text="Which cities:",
    selection_mode="multi",
    options=(
        Option(id="1", label="Bonn"),
        Option(id="2", label="Köln"),
        Option(id="3", label="Ulm; old town"),
    ),
)
ONE = Form(questions=(STORE,))
SEVERAL = Form(questions=(CITIES.model_copy(update={"id": "q1"}),))
TWO = Form(questions=(STORE, CITIES))


def answered(*option_ids: str, words: str | None = None, question_id: str = "q1") -> Answered:
    return Answered(answers=(Answer(question_id=question_id, option_ids=option_ids, custom_text=words),))


@pytest.mark.requirement("QC14", "SL9", "FB4")
def test_the_reply_to_one_question_is_the_bare_option() -> None:
    outcome = answered("a")

    assert by_label(ONE, outcome) == "SQLite"
    assert by_id(ONE, outcome) == "a"
    assert by_value(ONE, outcome) == "sqlite"


@pytest.mark.requirement("FB4")
def test_an_option_without_a_value_is_rendered_by_its_label() -> None:
    assert by_value(ONE, answered("b")) == "PostgreSQL"


@pytest.mark.requirement("QC14", "SL9")
@given(st.text(min_size=1, max_size=3000))
def test_own_words_are_the_whole_reply(words: str) -> None:
    outcome = answered(words=words)

    assert by_label(ONE, outcome) == words
    assert by_id(ONE, outcome) == words
    assert by_value(ONE, outcome) == words


def test_several_options_are_rendered_in_the_order_shown() -> None:
    assert by_id(SEVERAL, answered("2", "1")) == "1, 2"
    assert by_label(SEVERAL, answered("2", "1")) == "Bonn, Köln"


LABELS = st.lists(
    st.text(st.sampled_from('a, "\n\\'), min_size=1, max_size=6), min_size=2, max_size=4, unique=True
)


@given(LABELS)
def test_different_choices_have_different_replies(labels: list[str]) -> None:
    options = tuple(Option(id=str(number), label=label) for number, label in enumerate(labels))
    form = Form(questions=(Question(text="Which?", selection_mode="multi", options=options),))
    ids = [option.id for option in options]
    picks = [pick for count in range(1, len(ids) + 1) for pick in itertools.combinations(ids, count)]

    replies = {by_label(form, answered(*pick)) for pick in picks}

    assert len(replies) == len(picks)


def test_labels_with_a_comma_are_quoted_if_several_are_chosen() -> None:
    labels = ("Yes, now", "No", '"Perhaps", later')
    options = tuple(Option(id=str(number), label=label) for number, label in enumerate(labels, start=1))
    form = Form(questions=(Question(text="Which?", selection_mode="multi", options=options),))

    assert by_label(form, answered("1", "2")) == '"Yes, now", "No"'
    assert by_label(form, answered("1")) == "Yes, now"
    assert by_label(form, answered("3")) == r'"\"Perhaps\", later"'


def test_options_and_own_words_are_both_rendered() -> None:
    hybrid = Form(questions=(STORE.model_copy(update={"selection_mode": "hybrid"}),))

    assert by_label(hybrid, answered("a", words="small")) == "SQLite\nOwn words: small"


def test_an_answer_without_a_choice_says_so() -> None:
    assert by_label(ONE, answered()) == NOTHING_CHOSEN
    assert by_label(ONE, Answered(answers=())) == NOT_ANSWERED


def test_notes_on_options_and_on_the_whole_follow_the_answer() -> None:
    answer = Answer(question_id="q1", option_ids=("a",), option_notes={"a": "one file", "b": "too large"})

    assert by_id(ONE, Answered(answers=(answer,), note="By Friday")) == (
        "a\nNote on a: one file\nNote on b: too large\nNote: By Friday"
    )


@pytest.mark.requirement("SL10")
def test_a_form_is_rendered_line_by_line() -> None:
    outcome = Answered(
        answers=(
            Answer(question_id="q2", option_ids=("1", "2")),
            Answer(question_id="q1", option_ids=("b",), option_notes={"b": "shared"}),
        ),
        note="Thanks",
    )

    assert by_id(TWO, outcome).splitlines() == [
        "Which store?: b. PostgreSQL",
        "Note on b. PostgreSQL: shared",
        'Which cities: "1. Bonn"; "2. Köln"',
        "Note: Thanks",
    ]


@pytest.mark.requirement("SL10")
@given(st.text(min_size=1, max_size=3000).filter(lambda words: len(words.splitlines()) == 1))
def test_own_words_in_a_form_are_whole(words: str) -> None:
    outcome = Answered(
        answers=(
            Answer(question_id="q1", custom_text=words),
            Answer(question_id="q2", option_ids=("1",), custom_text=words),
        )
    )

    assert by_id(TWO, outcome) == f"Which store?: {words}\nWhich cities: 1. Bonn; own words: {words}"


@pytest.mark.requirement("SL10")
@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r", "\u2028", "\x0b"])
def test_own_words_in_a_form_cannot_imitate_another_answer(line_end: str) -> None:
    words = f"Neither{line_end}Which cities: 1. Bonn"

    told = by_id(TWO, answered(words=words))

    assert told == f"Which store?: Neither{line_end}  Which cities: 1. Bonn\nWhich cities: {NOT_ANSWERED}"
    assert [line for line in told.splitlines() if line.startswith("Which cities")] == told.splitlines()[-1:]


@pytest.mark.requirement("SL10")
@given(st.text(st.sampled_from("ab: \n\r\u2028"), min_size=1))
def test_own_words_in_a_form_are_whole_but_for_the_indent(words: str) -> None:
    told = by_id(TWO, answered(words=words))

    said = told.removeprefix("Which store?: ").removesuffix(f"\nWhich cities: {NOT_ANSWERED}")
    assert "".join(line.removeprefix("  ") for line in f"  {said}".splitlines(keepends=True)) == words


def test_a_note_of_several_lines_is_indented() -> None:
    answer = Answer(question_id="q1", option_ids=("a",), option_notes={"a": "one\nNote: no"})

    assert by_id(ONE, Answered(answers=(answer,), note="By\nFriday")) == (
        "a\nNote on a: one\n  Note: no\nNote: By\n  Friday"
    )


def test_a_missing_answer_in_a_form_is_stated() -> None:
    assert by_id(TWO, answered()) == (f"Which store?: {NOTHING_CHOSEN}\nWhich cities: {NOT_ANSWERED}")


def test_a_question_of_several_lines_is_rendered_on_one() -> None:
    form = Form(questions=(STORE.model_copy(update={"text": "Which\n store?"}), CITIES))

    assert by_id(form, answered("a")).splitlines()[0] == "Which store?: a. SQLite"


@pytest.mark.requirement("UP3")
@pytest.mark.parametrize(
    ("outcome", "sentence"),
    [
        (Cancelled(), CANCELLED),
        (Cancelled(note="Not today"), f"{CANCELLED} The reason given: Not today"),
        (TimedOut(), TIMED_OUT),
        (TimedOut(answers=(Answer(question_id="q1", option_ids=("a",)),)), TIMED_OUT),
        (TimedOut(used_defaults=True), TIMED_OUT),
        (Superseded(), SUPERSEDED),
        (Superseded(note="Asked again"), f"{SUPERSEDED} The reason given: Asked again"),
    ],
)
def test_an_outcome_without_an_answer_is_a_sentence(outcome: Outcome, sentence: str) -> None:
    for form in (ONE, TWO):
        for told in (by_label, by_id, by_value):
            assert told(form, outcome) == sentence


@pytest.mark.requirement("UP3")
def test_defaults_are_marked_as_not_chosen_by_a_person() -> None:
    outcome = TimedOut(answers=(Answer(question_id="q1", option_ids=("a",)),), used_defaults=True)

    assert by_label(ONE, outcome) == f"{DEFAULTS}\nSQLite"


@pytest.mark.requirement("UP3")
def test_defaults_of_the_questions_are_rendered_if_the_outcome_has_none() -> None:
    usual = STORE.model_copy(update={"default_selection_ids": ("b",)})
    outcome = TimedOut(used_defaults=True)

    assert by_label(Form(questions=(usual,)), outcome) == f"{DEFAULTS}\nPostgreSQL"
    assert by_id(Form(questions=(usual, CITIES)), outcome) == (
        f"{DEFAULTS}\nWhich store?: b. PostgreSQL\nWhich cities: {NOT_ANSWERED}"
    )


def test_a_text_dialect_has_a_name_and_a_renderer() -> None:
    dialect = WordedDialect("lettered_list", by_label)

    assert dialect.name == "lettered_list"
    assert dialect.reply(ONE, answered("b")) == "PostgreSQL"
