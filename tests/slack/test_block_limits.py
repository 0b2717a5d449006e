"""The validator is right about every payload of the corpus, and agrees with another table of limits."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from slackblocks import _limits, _surfaces

from choice.slack.block_limits import Surface, problems, text_problems, view_problems
from choice.slack.block_surfaces import SURFACES
from choice.slack.slack_limits import LIMITS
from tests.slack.block_corpus import INVALID, VALID, Blocks, entry, plain, section

STRICTER = {"option.value.max_length"}
"""Slack's own sources disagree; we keep to the smaller number."""
OURS = {
    "message.block_text.max_length",
    "message.tables.max_items",
    "message.text.max_length",
    "table.content.max_length",
    "view.bytes.max",
}
"""That table does not have these."""
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.text(max_size=5)
    | st.sampled_from(["section", "actions", "input"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(
                ["type", "text", "elements", "element", "options", "block_id", "initial_options", "blocks"]
            ),
            inner,
            max_size=5,
        )
    ),
    max_leaves=20,
)


@pytest.mark.parametrize(("surface", "blocks"), VALID.values(), ids=VALID)
def test_what_slack_takes_is_taken(surface: Surface, blocks: Blocks) -> None:
    assert problems(blocks, surface) == []


@pytest.mark.parametrize(("surface", "code", "blocks"), INVALID.values(), ids=INVALID)
def test_what_slack_refuses_is_refused_for_the_right_reason(
    surface: Surface, code: str, blocks: Blocks
) -> None:
    found = problems(blocks, surface)

    assert {problem.code for problem in found} == {code}
    assert all(problem.pointer.startswith("/blocks") and problem.message for problem in found)


def test_the_corpus_is_as_large_as_it_was_promised_to_be() -> None:
    assert len(VALID) >= 22
    assert len(INVALID) >= 66


@pytest.mark.parametrize("name", sorted(LIMITS.keys() - OURS))
def test_our_numbers_are_those_of_another_table(name: str) -> None:
    theirs = getattr(_limits, name.upper().replace(".", "_"))

    assert LIMITS[name] < theirs if name in STRICTER else LIMITS[name] == theirs


@pytest.mark.parametrize("surface", ["message", "modal", "home"])
def test_our_surfaces_are_those_of_another_table(surface: Surface) -> None:
    assert SURFACES[surface] == _surfaces._BLOCK_TYPES_BY_SURFACE[surface]  # noqa: SLF001 - it has no public name


def test_a_problem_says_where_it_is() -> None:
    (problem,) = problems([section(), entry(label=plain("x" * 2001))])

    assert problem.pointer == "/blocks/1/label/text"
    assert problem.message == "must be less than 2001 characters"


@given(JSON, st.sampled_from(["message", "modal", "home"]))
def test_nothing_makes_the_validator_fail(payload: object, surface: Surface) -> None:
    assert isinstance(problems(payload, surface), list)
    assert isinstance(view_problems(payload), list)
    assert isinstance(text_problems(payload), list)


MODAL = {"type": "modal", "title": plain("Title"), "submit": plain("Send"), "blocks": [entry()]}


def test_a_good_view_is_taken() -> None:
    assert view_problems(MODAL) == []
    assert view_problems({"type": "home", "blocks": [section()]}) == []


@pytest.mark.parametrize(
    ("view", "code"),
    [
        ({**MODAL, "title": plain("x" * 25)}, "too_long"),
        ({**MODAL, "submit": plain("x" * 25)}, "too_long"),
        ({**MODAL, "close": plain("x" * 25)}, "too_long"),
        ({**MODAL, "private_metadata": "x" * 3001}, "too_long"),
        ({**MODAL, "callback_id": "x" * 256}, "too_long"),
        ({**MODAL, "external_id": "x" * 256}, "too_long"),
        ({**MODAL, "colour": "red"}, "unknown_field"),
        ({**MODAL, "blocks": [{"type": "divider"}] * 101}, "too_many"),
        ({**MODAL, "clear_on_close": 1}, "wrong_type"),
        ({"type": "modal", "submit": plain(), "blocks": []}, "missing"),
        ({"type": "modal", "title": plain(), "blocks": [entry()]}, "missing"),
        ({"type": "modal", "title": plain()}, "missing"),
        ({"type": "sheet", "blocks": []}, "wrong_value"),
        ({"type": ["modal"], "blocks": []}, "wrong_value"),
        ({**MODAL, "blocks": [section(text=plain("\ud55c" * 3000)) for _ in range(30)]}, "too_long"),
    ],
)
def test_a_bad_view_is_refused(view: dict[str, object], code: str) -> None:
    assert code in {problem.code for problem in view_problems(view)}


@pytest.mark.parametrize(("text", "code"), [("x" * 4001, "too_long"), ("", "empty"), (None, "wrong_type")])
def test_bad_top_level_text_is_refused(text: object, code: str) -> None:
    assert [problem.code for problem in text_problems(text)] == [code]
