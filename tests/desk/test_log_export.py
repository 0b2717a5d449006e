"""Export of the log as CSV and JSON lines, without spreadsheet formulas."""

import csv
import io
import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from choice.desk.log import Record, answers_body, asked_body, body
from choice.desk.log_reports import COLUMNS, csv_header, csv_lines, json_line
from choice.models import Answer, Form, Question
from choice.testing.manual_clock import NOON

FORM = Form(
    questions=(
        Question(id="a", text="=Drink?", options=["Tea", "Coffee"], selection_mode="multi"),
        Question(id="b", text="Name?", selection_mode="text_input"),
    )
)


def record(words: str = "Anna", actor: str = "anna") -> Record:
    answers = [Answer(question_id="a", option_ids=("1", "2")), Answer(question_id="b", custom_text=words)]
    return Record(
        seq=7,
        at=NOON,
        tenant="local",
        interaction_id="i1",
        kind="answered",
        actor=actor,
        surface="web",
        agent="planner",
        project=None,
        shown_ms=1200,
        body=answers_body(FORM, answers, None),
        hash=bytes(32),
    )


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(csv_header() + text)))


@pytest.mark.requirement("UP5")
def test_an_answer_has_one_row_for_each_question() -> None:
    first, second = rows(csv_lines(record()))

    assert (first["question"], first["labels"], first["option_ids"]) == ("'=Drink?", "Tea | Coffee", "1 | 2")
    assert (second["question"], second["custom_text"], second["shown_ms"]) == ("Name?", "Anna", "1200")


@pytest.mark.requirement("UP5")
def test_questions_and_notes_have_one_row_each() -> None:
    asked = replace(record(), kind="opened", body=asked_body(FORM))
    cancelled = replace(record(), kind="cancelled", body=body(note="Not now"))

    first, second = rows(csv_lines(asked) + csv_lines(cancelled))

    assert (first["kind"], first["question"], first["labels"]) == ("opened", "'=Drink? | Name?", "")
    assert (second["kind"], second["question"], second["note"]) == ("cancelled", "", "Not now")


@pytest.mark.requirement("UP5")
@given(st.text(min_size=1).filter(lambda text: "\0" not in text), st.sampled_from("=+-@\t\r\n＝"))
def test_no_cell_starts_like_a_formula(words: str, start: str) -> None:
    found = list(csv.reader(io.StringIO(csv_lines(record(start + words, start + words)), newline="")))

    cells = [cell for row in found for cell in row]
    assert all(not cell.startswith(("=", "+", "-", "@", "\t", "\r", "\n", "＝")) for cell in cells)


@pytest.mark.requirement("SE1")
@pytest.mark.parametrize("space", ["", " ", "\u00a0", "  \u3000", "\u200b", "\ufeff", "\x0b"])
@pytest.mark.parametrize("start", ["=1+1", "|calc", "@SUM(A1)", "-1", "+1", "\t=1", "｜x"])
def test_s23_formulas_behind_spaces_are_escaped(space: str, start: str) -> None:
    found = rows(csv_lines(record(space + start, space + start)))

    cells = [cell for row in found for cell in row.values()]
    assert f"'{space}{start}" in cells
    assert space + start not in cells


@pytest.mark.requirement("UP5")
def test_a_json_line_contains_the_whole_record() -> None:
    line = json.loads(json_line(record()))

    assert line["body"]["answers"][1]["custom_text"] == "Anna"
    assert {"seq", "at", "hash", "kind", "actor"} < set(line)
    assert "\n" not in json_line(record("two\nlines"))


def test_the_header_names_every_column() -> None:
    assert next(csv.reader([csv_header()])) == list(COLUMNS)
