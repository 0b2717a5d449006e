"""The modal for own words."""

import pytest

from choice.models import Question
from choice.slack.events.actions import OpenFreeText
from choice.slack.events.modals import free_text_view
from choice.slack.render.kit import Block
from choice.slack.render.limits import view_problems
from choice.slack.render.text import words_for
from tests.slack.forms import ENGLISH, HANDLE, block_texts, interaction_of, labelled, store_question

FORM = interaction_of(
    store_question(1, placeholder="For example both"), store_question(2, allow_free_text=False)
)


def view_of(question: int = 0, written: str | None = None) -> Block | None:
    return free_text_view(OpenFreeText(HANDLE, FORM.version, question), FORM.form, ENGLISH, written)


@pytest.mark.requirement("SL11", "SL8")
def test_the_modal_shows_the_question_and_a_field_and_knows_where_it_belongs() -> None:
    view = view_of()

    assert view is not None
    assert view_problems(view) == []
    assert view["callback_id"] == "custom_input_submit"
    assert view["private_metadata"] == f"{HANDLE}:0"
    assert block_texts(view["blocks"])[0] == "Which store, 1?"
    field = view["blocks"][-1]
    assert field["block_id"] == f"{FORM.version}:0:typed"
    assert field["optional"] is False
    assert field["element"]["placeholder"]["text"] == "For example both"
    assert field["element"]["max_length"] == 3000
    assert "initial_value" not in field["element"]


def test_what_was_written_before_can_be_changed() -> None:
    view = view_of(written="Both, <please>")

    assert view is not None
    assert view["blocks"][-1]["element"]["initial_value"] == "Both, <please>"


def test_more_than_the_field_takes_is_not_cut_into_it() -> None:
    view = view_of(written="w" * 3001)

    assert view is not None
    assert "initial_value" not in view["blocks"][-1]["element"]
    assert "More was written than fits here. What you send replaces it." in block_texts(view["blocks"])


@pytest.mark.parametrize("question", [1, 2, 99])
def test_there_is_no_modal_for_a_question_that_takes_no_own_words_or_is_not_there(question: int) -> None:
    assert view_of(question) is None


@pytest.mark.parametrize(("count", "kind"), [(3, "checkboxes"), (30, "multi_static_select")])
def test_a_question_that_takes_both_shows_both_with_what_is_ticked(count: int, kind: str) -> None:
    interaction = interaction_of(labelled(count, mode="hybrid"))
    asked = OpenFreeText(HANDLE, interaction.version, 0, (1, 2))
    view = free_text_view(asked, interaction.form, ENGLISH)

    assert view is not None
    assert view_problems(view) == []
    picker, field = view["blocks"][-2:]
    assert picker["element"]["type"] == kind
    assert picker["element"]["initial_options"] == picker["element"]["options"][1:3]
    assert (picker["optional"], field["optional"]) == (True, True)


@pytest.mark.parametrize("locale", ["en", "ko", "zh", "ja"])
def test_a_long_question_is_shown_whole_in_every_language(locale: str) -> None:
    text = "\n".join(f"Line {at} " + "x" * 150 for at in range(48))
    interaction = interaction_of(Question(text=text, selection_mode="text_input", placeholder="p" * 200))
    view = free_text_view(OpenFreeText(HANDLE, interaction.version, 0), interaction.form, words_for(locale))

    assert view is not None
    assert view_problems(view) == []
    assert all(f"Line {at} " in "\n".join(block_texts(view["blocks"])) for at in range(48))
