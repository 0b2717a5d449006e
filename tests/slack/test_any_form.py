"""Property tests: any form and outcome renders to valid messages that show the whole question."""

import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from choice.desk import Draft
from choice.models import Form
from choice.slack.events.actions import OpenFreeText
from choice.slack.posting import late_note, missing_note
from choice.slack.render.blocks import free_text_view, outcome_text
from choice.slack.render.limits import problems, text_problems, view_problems
from choice.slack.render.messages import HomeRow, closed_messages, fallback_texts, home_view, open_messages
from choice.slack.render.pages import pages, shown_label
from choice.slack.render.text import Rendered, escape, words_for
from choice.testing.manual_clock import NOON
from tests.slack.forms import (
    HANDLE,
    asked,
    block_texts,
    drafts,
    elements,
    forms,
    hostile,
    marked_texts,
    outcomes,
)

ANY = settings(deadline=None, max_examples=25, suppress_health_check=list(HealthCheck))
LOCALES = st.sampled_from(["en-US", "ko-KR", "zh-TW", "ja-JP", "fr-FR"])


OURS = re.compile(r"<@U123>|<!date\^\d+\^\{date_short_pretty\} \{time\}\|[-0-9: ]+ UTC>")


def live(messages: list[Rendered]) -> list[str]:
    """Return the texts in which Slack sees a token that is not one of ours."""
    texts = [text for message in messages for text in (message.text, *marked_texts(message.blocks))]
    return [text for text in texts if re.search("[<>]", OURS.sub("", text))]


def wrong(messages: list[Rendered]) -> list[object]:
    return [
        problem
        for message in messages
        for problem in (*problems(message.blocks), *text_problems(message.text))
    ]


def missing_labels(form: Form, messages: list[Rendered]) -> list[str]:
    seen = "\n".join(text for message in messages for text in block_texts(message.blocks))
    read = "\n".join(message.text for message in messages)
    labels = [
        shown_label(option, at) for question in form.questions for at, option in enumerate(question.options)
    ]
    return [label for label in labels if label not in seen or escape(label) not in read]


@pytest.mark.requirement("SL4", "SL5", "SL6")
@ANY
@given(st.data(), LOCALES)
def test_any_open_form_is_valid_and_shows_every_option(data: st.DataObject, locale: str) -> None:
    form = data.draw(forms())
    interaction = asked(form, agent=data.draw(hostile))
    draft = data.draw(drafts(form))
    messages = open_messages(HANDLE, interaction, draft, words_for(locale), "U123")

    assert messages == open_messages(HANDLE, interaction, draft, words_for(locale), "U123")
    assert wrong(messages) == []
    assert live(messages) == []
    assert missing_labels(form, messages) == []


@pytest.mark.requirement("SL4", "SL5", "SL6")
@ANY
@given(st.data(), LOCALES)
def test_any_closed_form_is_valid_and_uses_the_same_messages(data: st.DataObject, locale: str) -> None:
    form = data.draw(forms())
    ended = asked(form).ended(data.draw(outcomes(form)), NOON)
    messages = closed_messages(ended, words_for(locale), name=data.draw(st.none() | hostile))

    assert wrong(messages) == []
    assert live(messages) == []
    assert missing_labels(form, messages) == []
    assert (
        len(messages) == len(pages(form)) == len(open_messages(HANDLE, asked(form), Draft(), words_for("en")))
    )
    assert elements(messages) == []


@ANY
@given(st.data(), LOCALES)
def test_any_modal_home_tab_fallback_and_note_is_valid(data: st.DataObject, locale: str) -> None:
    form, words = data.draw(forms()), words_for(locale)
    interaction = asked(form)
    ended = interaction.ended(data.draw(outcomes(form)), NOON)
    view = free_text_view(
        OpenFreeText(HANDLE, interaction.version, 0, (0,)), form, words, data.draw(st.none() | st.text())
    )
    home = home_view([HomeRow(HANDLE, interaction)] * 40, [HomeRow(HANDLE, ended)] * 40, words)
    notes = [late_note(ended, words), missing_note(form, Draft(), words), outcome_text(ended, words, "U123")]

    assert view is None or view_problems(view) == []
    assert view_problems(home) == []
    texts = [*fallback_texts(interaction, words), *notes]
    assert [problem for text in texts for problem in text_problems(text)] == []
