"""Typed replies in seven languages with their expected results."""

from collections import Counter

import pytest

import choice
from tests.replies.cases import Case, cases, mentions

CASES = list(cases())
LEAST_RIGHT = 0.98


def verdict(case: Case) -> tuple[str, tuple[str, ...]]:
    found = choice.match_reply(case.reply, case.question)
    return found.status, found.option_ids


def missed() -> list[str]:
    return [
        f"{case.language}: {case.reply!r} is {case.status} {case.option_ids}, taken for {verdict(case)}"
        for case in CASES
        if verdict(case) != (case.status, case.option_ids)
    ]


@pytest.mark.requirement("UP7")
def test_nearly_all_replies_are_matched_correctly() -> None:
    misses = missed()

    print("\n".join([f"{len(misses)} of {len(CASES)} replies are missed", *misses]))  # noqa: T201 - shown by -s
    assert len(misses) <= (1 - LEAST_RIGHT) * len(CASES), misses


@pytest.mark.requirement("UP7")
def test_an_unclear_reply_is_never_matched() -> None:
    taken = [case.reply for case in CASES if case.status != "matched" and verdict(case)[0] == "matched"]

    assert taken == []


@pytest.mark.requirement("UP7")
def test_mentioning_an_option_does_not_choose_it() -> None:
    taken = [
        reply for reply, question in mentions() if choice.match_reply(reply, question).status == "matched"
    ]

    assert taken == []


def test_no_reply_is_matched_to_a_wrong_option() -> None:
    wrong = [
        case.reply
        for case in CASES
        if case.status == "matched" and verdict(case)[0] == "matched" and verdict(case)[1] != case.option_ids
    ]

    assert wrong == []


@pytest.mark.requirement("FB8")
def test_yes_and_no_are_matched_in_every_language() -> None:
    sides = [case for case in CASES if case.question.option_ids and len(case.question.options) == 2]
    languages = {case.language for case in sides if case.status == "matched"}

    assert languages >= {"chinese", "english", "french", "german", "japanese", "korean", "spanish"}


def test_the_corpus_is_large_and_has_replies_that_choose_nothing() -> None:
    kinds = Counter(case.status for case in CASES)

    assert len(CASES) >= 400
    assert len(CASES) - kinds["matched"] >= 100
    assert set(kinds) == {"matched", "ambiguous", "free_text", "not_an_answer", "delegated", "declined"}


def test_the_corpus_has_no_duplicate_replies() -> None:
    seen = Counter(
        (case.language, case.question.text, case.question.allow_free_text, case.reply) for case in CASES
    )

    assert [key for key, times in seen.items() if times > 1] == []
