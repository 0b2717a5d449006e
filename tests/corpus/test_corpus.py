import random
from collections.abc import Iterable

import pytest

from choice.stream import Splitter
from choice.stream.segments import FormFound, Segment, Text, joined
from tests.corpus.add import drafted, render
from tests.corpus.cases import (
    DIALECTS,
    LANGUAGES,
    MISSED,
    MIXED,
    NOT_A_QUESTION,
    WRONG,
    Case,
    CorpusError,
    by_file,
    complete,
    found,
    load,
    parse,
)

CASES = load()
EACH_FILE = pytest.mark.parametrize(
    "cases", [pytest.param(cases, id=file) for file, cases in by_file().items()]
)
LISTS = {"lettered_list", "numbered_list"}


@EACH_FILE
def test_the_result_is_as_expected(cases: list[Case]) -> None:
    for case in cases:
        is_right = found(split(case), case.segments) == complete(case.segments)
        # A known error that is gone belongs back into the file of its dialect.
        assert is_right == (case.group not in {MISSED, WRONG}), case.name


@pytest.mark.requirement("QC5")
@EACH_FILE
def test_texts_and_sources_concatenate_to_the_input(cases: list[Case]) -> None:
    for case in cases:
        pieces = [segment.text if isinstance(segment, Text) else segment.source for segment in split(case)]
        assert "".join(pieces) == case.text, case.name


@pytest.mark.requirement("UP6")
@EACH_FILE
def test_the_result_does_not_depend_on_the_chunking(cases: list[Case]) -> None:
    for case in cases:
        whole = split(case)
        for pieces in cuts(case):
            assert split(case, pieces) == whole, (case.name, pieces)


@pytest.mark.requirement("QC8")
def test_texts_that_only_resemble_a_question_stay_text() -> None:
    cases = [case for case in CASES if case.group == NOT_A_QUESTION]

    assert [case.name for case in cases if forms_found(case)] == []


@pytest.mark.requirement("HE2")
def test_the_scorer_misses_few_questions_and_makes_few_wrong_cards() -> None:
    """The errors are known and listed: a change of the weights may not add to them."""
    lists = [case for case in CASES if dialects(case) & LISTS and case.group != MISSED]
    missed_cases = [case for case in CASES if case.group == MISSED]
    silent = [case for case in CASES if case.group == NOT_A_QUESTION]
    wrong = [case for case in CASES if case.group == WRONG]

    assert len(missed_cases) <= 0.3 * (len(lists) + len(missed_cases))
    assert len(wrong) <= 0.25 * (len(silent) + len(wrong))


@pytest.mark.requirement("QC2")
def test_lettered_options_under_a_question_become_a_card() -> None:
    cases = proving("QC2")

    assert missed(cases) == []
    assert [case.name for case in cases if "lettered_list" not in dialects(case)] == []


@pytest.mark.requirement("QC3")
def test_numbered_options_under_a_question_become_a_card() -> None:
    cases = proving("QC3")

    assert missed(cases) == []
    assert [case.name for case in cases if "numbered_list" not in dialects(case)] == []


@pytest.mark.requirement("QC4")
def test_lists_are_questions_only_outside_chat_and_explicit_blocks_in_every_mode() -> None:
    cases = proving("QC4")

    assert missed(cases) == []
    assert {case.mode for case in cases if dialects(case) & LISTS} == {"clarification"}
    assert {case.mode for case in cases if dialects(case) - LISTS} == {"chat"}
    assert {case.mode for case in cases if not dialects(case)} == {"chat"}


@pytest.mark.requirement("QC7")
def test_several_questions_in_one_message_are_found_in_order() -> None:
    cases = proving("QC7")

    assert missed(cases) == []
    assert [case.name for case in cases if len(forms_found(case)) < 2] == []


@pytest.mark.requirement("QC8")
def test_a_malformed_list_stays_text() -> None:
    assert missed(proving("QC8")) == []


@pytest.mark.requirement("QC9")
def test_labels_fit_and_ids_are_unique() -> None:
    cases = proving("QC9")

    assert missed(cases) == []
    for question in (
        question for case in cases for form in forms_found(case) for question in form.form.questions
    ):
        assert len(set(question.option_ids)) == len(question.options)
        assert all(len(option.label) <= 200 for option in question.options)


@pytest.mark.requirement("QC11")
def test_rationale_recommendation_and_selection_limits_are_parsed() -> None:
    assert missed(proving("QC11")) == []


@pytest.mark.requirement("SL1")
def test_every_form_of_user_choice_is_parsed() -> None:
    assert missed(proving("SL1")) == []


@pytest.mark.requirement("SL2")
def test_json_of_a_question_is_hidden_and_the_text_around_it_is_kept() -> None:
    assert missed(proving("SL2")) == []


@pytest.mark.requirement("FB1")
def test_a_choices_fence_anywhere_in_the_text_becomes_a_question() -> None:
    assert missed(proving("FB1")) == []


@pytest.mark.requirement("FB7")
def test_a_malformed_block_stays_text() -> None:
    assert missed(proving("FB7")) == []


@pytest.mark.requirement("FB8")
def test_yes_no_questions_are_found() -> None:
    assert missed(proving("FB8")) == []


def test_every_dialect_has_cases() -> None:
    assert {case.group for case in CASES} == DIALECTS | {NOT_A_QUESTION, MIXED, MISSED, WRONG}


def test_the_corpus_has_positive_and_negative_cases_in_seven_languages() -> None:
    asked = {case.language for case in CASES if case.group != NOT_A_QUESTION}
    not_asked = {case.language for case in CASES if case.group == NOT_A_QUESTION}

    assert asked == not_asked == LANGUAGES


def test_a_case_is_in_the_file_of_its_dialect() -> None:
    for case in CASES:
        groups = dialects(case) | {MIXED} if dialects(case) else {NOT_A_QUESTION}
        groups |= {MISSED, WRONG}
        assert case.group in groups, (case.file, case.name)


def test_a_draft_contains_the_current_result() -> None:
    drafts = [(case, drafted(case.text, case.mode)) for case in CASES]

    assert [case.name for case, draft in drafts if found(split(case), draft) != complete(draft)] == []


def test_a_draft_can_be_parsed() -> None:
    for case in CASES:
        settings = {"proves": ", ".join(case.rows), "language": case.language, "mode": case.mode}
        written = render(case.name, settings, case.segments, case.group)

        (again,) = parse(case.file, f"# Title\ngroup: {case.group}\n{written}")
        assert again == case


EXAMPLE = """# Title
group: lettered_list
language: en

## a case
proves: QC2

```````` example
⟦Which?
A) One
B) Two⟧
.
? Which?
- A: One
- B: Two
````````
"""


@pytest.mark.parametrize(
    ("written", "instead", "line", "problem"),
    [
        ("# Title", "Title", 1, "begins with its title"),
        ("group: lettered_list", "group: lists", 5, "unknown group"),
        ("language: en", "language: xx", 5, "unknown language"),
        ("language: en", "colour: red", 3, "unknown here"),
        ("## a case", "a case", 5, "heading of a case"),
        ("proves: QC2", "proves: quickly", 5, "requirements such as QC2"),
        ("proves: QC2", "proves: QC2\nmode: loud", 5, "unknown language"),
        ("```````` example", "```", 8, "expected ```````` example"),
        ("⟦Which?", "Which?", 5, "do not belong together"),
        ("⟦Which?\nA) One\nB) Two⟧", "Which?", 5, "marks 0 forms, and 1 are expected"),
        ("? Which?\n", "", 13, "stands under its question"),
        ("? Which?", "? Which?\n  max_selections: two", 14, "is a number"),
        ("? Which?", "? Which?\n  context: a\n  context: b", 15, "there twice"),
        ("- B: Two", "- B: Two\n  recommended: yes", 16, "unknown here"),
        ("- B: Two", "B: Two", 15, "cannot read"),
        ("- B: Two", "- B", 15, "cannot read"),
        ("- B: Two", '- B: "Two', 15, "not a JSON string"),
        ("? Which?", "dialect: prose\n? Which?", 16, "the dialect is 'prose'"),
        ("- B: Two\n````````", "- B: Two", 16, "ends too early"),
    ],
)
def test_an_error_in_a_file_names_its_line(written: str, instead: str, line: int, problem: str) -> None:
    assert len(parse("lists.md", EXAMPLE)) == 1

    with pytest.raises(CorpusError, match=problem) as caught:
        parse("lists.md", EXAMPLE.replace(written, instead, 1))

    assert str(caught.value).startswith(f"lists.md:{line}:")


def test_case_names_are_unique_within_a_file() -> None:
    case = EXAMPLE[EXAMPLE.index("## ") :]

    with pytest.raises(CorpusError, match="'a case' is there twice"):
        parse("lists.md", f"{EXAMPLE}\n{case}")


def split(case: Case, pieces: Iterable[str] | None = None) -> list[Segment]:
    splitter = Splitter(case.mode)
    segments = [segment for piece in pieces or [case.text] for segment in splitter.feed(piece)]
    return joined(segments + splitter.flush())


def forms_found(case: Case) -> list[FormFound]:
    return [segment for segment in split(case) if isinstance(segment, FormFound)]


def proving(row: str) -> list[Case]:
    cases = [case for case in CASES if row in case.rows and case.group not in {MISSED, WRONG}]
    assert cases, f"No case proves {row}."
    return cases


def missed(cases: Iterable[Case]) -> list[str]:
    return [case.name for case in cases if found(split(case), case.segments) != complete(case.segments)]


def dialects(case: Case) -> set[str]:
    return {segment["dialect"] for segment in case.segments if segment["type"] == "form"}


def cuts(case: Case) -> Iterable[list[str]]:
    """Yield the text in chunks of several sizes and cut at random places."""
    text = case.text
    for size in (1, 2, 3, 7, 17):
        yield [text[start : start + size] for start in range(0, len(text), size)]
    for turn in range(5):
        chance = random.Random(f"{case.name} {turn}")
        places = sorted(chance.randint(0, len(text)) for _ in range(chance.randint(0, len(text))))
        yield [text[start:end] for start, end in zip([0, *places], [*places, len(text)], strict=True)]
