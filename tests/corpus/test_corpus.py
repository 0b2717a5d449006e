import random
from collections import Counter
from collections.abc import Iterable

import pytest

from choice.stream.segments import FormFound, Segment, Text, joined
from choice.stream.splitter import Splitter
from tests.corpus.add import drafted
from tests.corpus.cases import NOT_A_QUESTION, Case, complete, found, load

CASES = load()
EACH_CASE = pytest.mark.parametrize("case", [pytest.param(case, id=case.name) for case in CASES])
LANGUAGES = {"ar", "de", "en", "es", "ja", "ko", "zh"}
LISTS = {"lettered_list", "numbered_list"}
DIALECTS = LISTS | {"choices_fence", "user_choice", "user_choice_group", "user_choices"}


@EACH_CASE
def test_what_is_expected_is_found(case: Case) -> None:
    assert found(split(case), case.segments) == complete(case.segments)


@pytest.mark.requirement("QC5")
@EACH_CASE
def test_texts_and_sources_together_are_the_whole_text(case: Case) -> None:
    segments = split(case)

    pieces = [segment.text if isinstance(segment, Text) else segment.source for segment in segments]
    assert "".join(pieces) == case.text


@pytest.mark.requirement("UP6")
@EACH_CASE
def test_what_is_found_does_not_depend_on_the_size_of_the_pieces(case: Case) -> None:
    whole = split(case)

    for size in (1, 2, 3, 7, 17):
        assert split(case, pieces_of(case.text, size)) == whole, f"in pieces of {size}"


@pytest.mark.requirement("UP6")
@EACH_CASE
def test_what_is_found_does_not_depend_on_where_the_text_is_cut(case: Case) -> None:
    whole = split(case)

    for turn in range(5):
        pieces = random_pieces(case.text, seed=f"{case.name} {turn}")
        assert split(case, pieces) == whole, pieces


@pytest.mark.requirement("QC8")
def test_what_only_looks_like_a_question_is_text() -> None:
    cases = [case for case in CASES if case.folder == NOT_A_QUESTION]

    assert [case.name for case in cases if forms_found(case)] == []


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
def test_several_questions_in_one_message_are_found_in_their_order() -> None:
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
def test_rationale_recommendation_and_number_of_choices_are_read() -> None:
    assert missed(proving("QC11")) == []


@pytest.mark.requirement("SL1")
def test_every_shape_of_user_choice_is_read() -> None:
    assert missed(proving("SL1")) == []


@pytest.mark.requirement("SL2")
def test_the_json_of_a_choice_is_not_shown_and_the_text_around_it_is() -> None:
    assert missed(proving("SL2")) == []


@pytest.mark.requirement("FB1")
def test_a_choices_fence_anywhere_in_the_text_becomes_a_question() -> None:
    assert missed(proving("FB1")) == []


@pytest.mark.requirement("FB7")
def test_a_malformed_block_is_shown_as_it_was_written() -> None:
    assert missed(proving("FB7")) == []


@pytest.mark.requirement("FB8")
def test_questions_that_take_yes_or_no_are_found() -> None:
    assert missed(proving("FB8")) == []


def test_the_corpus_is_large_enough() -> None:
    sizes = Counter(case.folder for case in CASES)

    assert sum(sizes.values()) >= 200
    assert sizes[NOT_A_QUESTION] >= 60
    assert set(sizes) == DIALECTS | {NOT_A_QUESTION, "mixed"}


def test_questions_and_what_is_none_are_written_in_seven_languages() -> None:
    asked = {case.language for case in CASES if case.folder != NOT_A_QUESTION}
    not_asked = {case.language for case in CASES if case.folder == NOT_A_QUESTION}

    assert asked == not_asked == LANGUAGES


def test_what_a_case_expects_is_made_of_its_own_text() -> None:
    expected = {case.name: "".join(expected_pieces(case)) for case in CASES}

    assert expected == {case.name: case.text for case in CASES}


def test_a_case_lies_in_the_folder_of_what_it_asks() -> None:
    expected = {
        case.name: {NOT_A_QUESTION} if not dialects(case) else dialects(case) | {"mixed"} for case in CASES
    }

    assert [case.name for case in CASES if case.folder not in expected[case.name]] == []


def test_the_draft_of_a_case_says_what_is_found() -> None:
    drafts = [(case, drafted(case.text, case.mode)) for case in CASES]

    assert [case.name for case, draft in drafts if found(split(case), draft) != complete(draft)] == []


def expected_pieces(case: Case) -> list[str]:
    return [segment["text"] if segment["type"] == "text" else segment["source"] for segment in case.segments]


def split(case: Case, pieces: Iterable[str] | None = None) -> list[Segment]:
    splitter = Splitter(case.mode)
    segments = [segment for piece in pieces or [case.text] for segment in splitter.feed(piece)]
    return joined(segments + splitter.flush())


def forms_found(case: Case) -> list[FormFound]:
    return [segment for segment in split(case) if isinstance(segment, FormFound)]


def proving(row: str) -> list[Case]:
    cases = [case for case in CASES if row in case.rows]
    assert cases, f"No case proves {row}."
    return cases


def missed(cases: Iterable[Case]) -> list[str]:
    return [case.name for case in cases if found(split(case), case.segments) != complete(case.segments)]


def dialects(case: Case) -> set[str]:
    return {segment["dialect"] for segment in case.segments if segment["type"] == "form"}


def pieces_of(text: str, size: int) -> list[str]:
    return [text[start : start + size] for start in range(0, len(text), size)]


def random_pieces(text: str, seed: str) -> list[str]:
    chance = random.Random(seed)
    cuts = sorted(chance.randint(0, len(text)) for _ in range(chance.randint(0, len(text))))
    return [text[start:end] for start, end in zip([0, *cuts], [*cuts, len(text)], strict=True)]
