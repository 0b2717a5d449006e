"""The hand-written JSON of an answer equals that of a JSON library."""

import json

from hypothesis import given
from hypothesis import strategies as st
from pydantic_core import to_json

from choice.desk.log import answer_texts
from choice.desk.sql.reads import decode_outcome, outcome_text
from choice.models import Answer, Answered, Form, Option, Question

WORDS = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
OPTIONS = ("tea", 'a "b"', "ä\\ö", "\u2028")
FORM = Form(
    questions=(
        Question(
            id="q1",
            text="Tea?\n\t\x07 \x7f 🍵",
            options=[Option(id=each, label=f"<{each}>") for each in OPTIONS],
            selection_mode="multi",
        ),
    )
)
ANSWERS = st.builds(
    Answer,
    question_id=st.sampled_from(["q1", "gone"]),
    option_ids=st.lists(st.sampled_from(OPTIONS), unique=True).map(tuple),
    custom_text=st.none() | WORDS,
    option_notes=st.dictionaries(st.sampled_from(OPTIONS), WORDS),
)


@given(
    st.lists(ANSWERS, max_size=3), *[st.none() | WORDS] * 3, st.none() | st.dictionaries(st.just("q1"), WORDS)
)
def test_both_texts_equal_those_of_a_json_library(
    answers: list[Answer],
    note: str | None,
    by: str | None,
    surface: str | None,
    matched: dict[str, str] | None,
) -> None:
    outcome = Answered(answers=tuple(answers), note=note, answered_by=by, surface=surface)

    texts = answer_texts(FORM, outcome, matched)

    assert texts.outcome == outcome_text(outcome)
    assert decode_outcome(texts.outcome, 0, FORM.model_dump_json()).model_copy(update={"at": None}) == outcome
    recorded = {"answers": [spelled_out(answer, matched) for answer in answers], "note": note}
    assert texts.body == to_json(recorded).decode()
    assert json.loads(texts.body) == recorded


def spelled_out(answer: Answer, matched: dict[str, str] | None) -> dict[str, object]:
    question = FORM.question(answer.question_id)
    options = question.options if question else ()
    return {
        "question_id": answer.question_id,
        "question": question.text if question else None,
        "option_ids": list(answer.option_ids),
        "labels": [option.label for option in options if option.id in answer.option_ids],
        "custom_text": answer.custom_text,
        "option_notes": answer.option_notes,
        "matched": (matched or {}).get(answer.question_id),
    }
