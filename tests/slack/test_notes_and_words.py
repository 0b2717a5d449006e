"""Private notes, and the words of the surface in all its languages."""

import pytest

from choice.answers import Answer
from choice.catalogues.catalogue import LANGUAGES, catalogue
from choice.desk.draft import Draft
from choice.slack.posting import (
    changed_note,
    count_note,
    failed_note,
    missing_note,
    refused_note,
    unknown_note,
)
from choice.slack.render.kit import VISIBLE
from choice.slack.render.text import Words, words_for
from tests.slack.forms import ENGLISH, interaction_of, labelled, store_question

ON_BUTTONS = (
    "own_words", "write", "confirm", "change", "submit",
    "reset", "reset_yes", "reset_no", "accept", "home_open",
)  # fmt: skip
ON_MODALS = ("modal_title", "modal_submit", "modal_close")


def test_what_is_missing_is_named() -> None:
    form = interaction_of(store_question(1), store_question(2), store_question(3, text="Which <one>?")).form
    draft = Draft((Answer(question_id="q1", option_ids=("pg",)),))

    assert missing_note(form, draft, ENGLISH) == (
        "Still without an answer: 2. Which store, 2?; 3. Which &lt;one&gt;?. Answer them, then submit."
    )


def test_how_many_options_are_wanted_is_said() -> None:
    question = labelled(3, mode="multi").model_copy(update={"min_selections": 2})

    assert count_note(question, ENGLISH) == "Choose 2 to 3 options."
    assert count_note(labelled(3), ENGLISH) == "Choose 1 option."
    assert count_note(labelled(3, mode="hybrid"), ENGLISH) == "Choose an option or write an answer."


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("note", [refused_note, changed_note, unknown_note, failed_note])
def test_notes_say_what_happened_and_what_to_do(note: object, language: str) -> None:
    assert callable(note)
    assert len(note(Words(language))) > 10


@pytest.mark.requirement("SL13")
@pytest.mark.parametrize(
    ("locale", "language"),
    [("ko-KR", "ko"), ("en-US", "en"), ("zh-TW", "zh"), ("ja-JP", "ja"), ("de-DE", "en"), (None, "en")],
)
def test_the_locale_decides_the_language(locale: str | None, language: str) -> None:
    assert words_for(locale) == Words(language)


@pytest.mark.requirement("SL13")
@pytest.mark.parametrize("language", LANGUAGES)
def test_words_fit_where_they_stand_in_every_language(language: str) -> None:
    texts = catalogue(language)["slack"]

    assert [name for name in ON_BUTTONS if len(texts[name]) > VISIBLE] == []
    assert [name for name in ON_MODALS if len(texts[name]) > 24] == []
    assert len(f" ({texts['recommended']})") <= 20
    assert [name for name, text in texts.items() if not text.strip() or len(text) > 200] == []


def test_a_surface_is_called_as_people_call_it() -> None:
    assert ENGLISH.surface("web") == "the web page"
    assert ENGLISH.surface("teletext") == "teletext"
