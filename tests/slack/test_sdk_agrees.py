"""Slack's own SDK finds nothing wrong with what is rendered either."""

import pytest
from slack_sdk.models.blocks import Block as SdkBlock
from slack_sdk.models.views import View

from choice.answers import Answer, Answered
from choice.desk.draft import Draft
from choice.desk.interaction import Interaction
from choice.models import Question
from choice.slack.events.actions import OpenFreeText
from choice.slack.events.home import HomeRow, home_view
from choice.slack.events.modals import free_text_view
from choice.slack.render.kit import Block
from choice.slack.render.messages import closed_messages, open_messages
from choice.testing.manual_clock import NOON
from tests.slack.forms import ENGLISH, HANDLE, interaction_of, labelled, store_question

INTERACTIONS = [
    interaction_of(store_question(), title="Storage"),
    interaction_of(labelled(7)),
    interaction_of(labelled(100, "x" * 180)),
    interaction_of(labelled(9, mode="multi")),
    interaction_of(labelled(60, mode="hybrid")),
    interaction_of(Question(text="Name?", selection_mode="text_input")),
    interaction_of(*[store_question(at) for at in range(8)], title="t" * 200, context="Why."),
]


def check(block: Block) -> None:
    parsed = SdkBlock.parse(block)
    assert parsed is not None
    parsed.validate_json()
    assert parsed.to_dict()["type"] == block["type"]


@pytest.mark.parametrize("interaction", INTERACTIONS)
def test_the_sdk_takes_every_message(interaction: Interaction) -> None:
    drafted = Draft((Answer(question_id=interaction.form.questions[0].id, custom_text="own words"),))
    ended = interaction.ended(Answered(answers=drafted.answers, note="a note"), NOON)
    messages = [
        *open_messages(HANDLE, interaction, Draft(), ENGLISH, "U123"),
        *open_messages(HANDLE, interaction, drafted, ENGLISH, "U123"),
        *closed_messages(ended, ENGLISH, "U123"),
    ]

    for block in [block for message in messages for block in message.blocks]:
        check(block)


@pytest.mark.parametrize("interaction", INTERACTIONS)
def test_the_sdk_takes_every_view(interaction: Interaction) -> None:
    modal = free_text_view(
        OpenFreeText(HANDLE, interaction.version, 0, (1,)), interaction.form, ENGLISH, "draft"
    )
    home = home_view([HomeRow(HANDLE, interaction, "https://a.example/p")], [], ENGLISH)

    assert modal is not None
    for view in (modal, home):
        View(**view).validate_json()
