"""Properties of matching for any reply and any question."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from choice.models import Option, Question, SelectionMode
from choice.replies.match import exact_option, match_reply
from choice.replies.normalise import bare, normal
from tests.replies.cases import cases

pytestmark = pytest.mark.requirement("UP7")

ANYTHING = st.text(st.characters(exclude_categories=()), max_size=80)
PHRASES = st.lists(st.sampled_from([case.reply for case in cases()]), max_size=4).map(" ".join)
REPLIES = st.one_of(ANYTHING, PHRASES, st.tuples(PHRASES, ANYTHING).map("".join))
LABELS = st.one_of(
    st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=20),
    st.sampled_from(
        ["Two regions", "All", "No", "Yes", "Go", "C++", "2", "A", "서울 리전", "東京", "Not now?", "!"]
    ),
)
IDS = st.text("abcxyz0123", min_size=1, max_size=4)
EDGES = st.text(" \t.,!;:\"'()[]*_«»「」", max_size=6)
PLAIN_LABELS = st.lists(
    st.sampled_from(["alpha", "bravo", "charlie", "delta force", "echo base", "foxtrot"]),
    min_size=2, max_size=6, unique=True,
)  # fmt: skip


@st.composite
def questions(draw: st.DrawFn) -> Question:
    ids = draw(st.lists(IDS, min_size=1, max_size=6, unique=True))
    options = [Option(id=one, label=draw(LABELS), recommended=draw(st.booleans())) for one in ids]
    modes: list[SelectionMode] = ["single", "multi"]
    mode = draw(st.sampled_from(modes))
    free = draw(st.booleans())
    return Question(text="Which?", options=options, selection_mode=mode, allow_free_text=free)


@given(REPLIES, questions())
@example("\ud800", Question(text="Which?", options=["a", "b"]))
@example("\u202e2\x00\u200b", Question(text="Which?", options=["a", "b"]))
@settings(max_examples=400)
def test_any_reply_gets_a_result_consistent_with_the_question(reply: str, question: Question) -> None:
    found = match_reply(reply, question)

    assert found.text == reply
    assert set(found.option_ids) <= set(question.option_ids)
    assert list(found.option_ids) == [one for one in question.option_ids if one in found.option_ids]
    if found.status == "matched":
        assert question.min_selections <= len(found.option_ids) <= question.max_selections
    if found.status in {"free_text", "not_an_answer", "delegated", "declined"}:
        assert found.option_ids == ()
    assert found.status != "free_text" or question.allow_free_text


@given(questions(), st.data())
@settings(max_examples=300)
def test_the_name_of_an_option_always_matches_unless_another_has_it_too(
    question: Question, data: st.DataObject
) -> None:
    option = data.draw(st.sampled_from(question.options))
    typed = data.draw(st.sampled_from([option.label, option.id]))

    found = match_reply(typed, question)

    if normal(typed):
        assert option.id in found.option_ids
        assert found.status in {"matched", "ambiguous"}


@given(st.integers(1, 8), st.data(), EDGES, EDGES)
def test_a_number_or_letter_with_anything_around_it_is_the_position(
    count: int, data: st.DataObject, before: str, after: str
) -> None:
    question = Question(text="Which?", options=[f"Thing {'x' * (one + 2)}" for one in range(count)])
    place = data.draw(st.integers(1, count))

    for typed in (str(place), "ABCDEFGH"[place - 1], chr(0xFF10 + place)):
        assert match_reply(before + typed + after, question).option_ids == (str(place),)
        exact = exact_option(before + typed + after, question)
        assert exact is not None
        assert exact.option_ids == (str(place),)


@given(PLAIN_LABELS, st.data(), EDGES, EDGES)
def test_spaces_and_punctuation_around_a_label_change_nothing(
    labels: list[str], data: st.DataObject, before: str, after: str
) -> None:
    question = Question(text="Which?", options=labels)
    label = data.draw(st.sampled_from(labels))

    assert bare(normal(before + label + after)) == label
    assert match_reply(before + label + after, question).option_ids == match_reply(label, question).option_ids


@given(PLAIN_LABELS, st.data())
def test_matching_by_label_does_not_depend_on_the_order_of_options(
    labels: list[str], data: st.DataObject
) -> None:
    chosen = data.draw(st.lists(st.sampled_from(labels), min_size=1, max_size=3, unique=True))
    shuffled = data.draw(st.permutations(labels))
    pattern = data.draw(
        st.sampled_from(["{}", "not {}", "I'd go with {} please", "all but {}", "{}?", "{}s"])
    )
    reply = pattern.format(" and ".join(chosen))

    first, second = [
        match_reply(
            reply,
            Question(
                text="Which?", options=[Option(id=one, label=one) for one in order], selection_mode="multi"
            ),
        )
        for order in (labels, shuffled)
    ]

    assert (first.status, set(first.option_ids), first.rule) == (
        second.status,
        set(second.option_ids),
        second.rule,
    )
