"""The Block Kit validator agrees with the corpus, and its limits with Slack's SDK."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from slack_sdk.models import blocks as sdk
from slack_sdk.models.blocks import Block as SdkBlock
from slack_sdk.models.views import View

from choice.desk import Draft, Interaction
from choice.models import Answer, Answered, Question
from choice.slack.events.actions import OpenFreeText
from choice.slack.render.blocks import free_text_view
from choice.slack.render.limits import LIMITS, Surface, problems, text_problems, view_problems
from choice.slack.render.messages import HomeRow, closed_messages, home_view, open_messages
from choice.slack.render.text import Block
from choice.testing.manual_clock import NOON
from tests.slack.block_corpus import INVALID, VALID, entry, plain, section
from tests.slack.forms import ENGLISH, HANDLE, interaction_of, labelled, store_question

SDK_LIMITS = {
    "action_id": sdk.InteractiveElement.action_id_max_length,
    "actions.elements": sdk.ActionsBlock.elements_max_length,
    "block_id": sdk.Block.block_id_max_length,
    "button.text": sdk.ButtonElement.text_max_length,
    "button.url": sdk.ButtonElement.url_max_length,
    "button.value": sdk.ButtonElement.value_max_length,
    "confirmation.confirm": sdk.ConfirmObject.confirm_max_length,
    "confirmation.deny": sdk.ConfirmObject.deny_max_length,
    "confirmation.text": sdk.ConfirmObject.text_max_length,
    "confirmation.title": sdk.ConfirmObject.title_max_length,
    "context.elements": sdk.ContextBlock.elements_max_length,
    "header.text": sdk.HeaderBlock.text_max_length,
    "input.hint": sdk.InputBlock.hint_max_length,
    "input.label": sdk.InputBlock.label_max_length,
    "markdown_text": sdk.MarkdownBlock.text_max_length,
    "multi_static_select.options": sdk.StaticMultiSelectElement.options_max_length,
    "option.text": sdk.Option.label_max_length,
    "placeholder": sdk.InputInteractiveElement.placeholder_max_length,
    "section.text": sdk.SectionBlock.text_max_length,
    "static_select.options": sdk.StaticSelectElement.options_max_length,
    "view.blocks": View.blocks_max_length,
    "view.close": View.close_max_length,
    "view.private_metadata": View.private_metadata_max_length,
    "view.submit": View.submit_max_length,
    "view.title": View.title_max_length,
}
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


def test_valid_payloads_are_accepted() -> None:
    rejected = {name: problems(blocks, surface) for name, (surface, blocks) in VALID.items()}

    assert {name: found for name, found in rejected.items() if found} == {}


def test_invalid_payloads_are_rejected_for_the_right_reason() -> None:
    found = {name: problems(blocks, surface) for name, (surface, _code, blocks) in INVALID.items()}

    codes = {name: {problem.code for problem in problems} for name, problems in found.items()}
    assert codes == {name: {code} for name, (_surface, code, _blocks) in INVALID.items()}
    pointers = [problem.pointer for problems in found.values() for problem in problems if problem.message]
    assert all(pointer.startswith("/blocks") for pointer in pointers)


def test_our_limits_are_those_of_the_sdk() -> None:
    assert {name: LIMITS[name] for name in SDK_LIMITS} == SDK_LIMITS
    assert LIMITS["option.value"] < sdk.Option.value_max_length


def test_a_problem_says_where_it_is() -> None:
    (problem,) = problems([section(), entry(label=plain("x" * 2001))])

    assert problem.pointer == "/blocks/1/label/text"
    assert problem.message == "must be less than 2001 characters"


@given(JSON, st.sampled_from(["message", "modal", "home"]))
def test_the_validator_never_raises(payload: object, surface: Surface) -> None:
    assert isinstance(problems(payload, surface), list)
    assert isinstance(view_problems(payload), list)
    assert isinstance(text_problems(payload), list)


MODAL = {"type": "modal", "title": plain("Title"), "submit": plain("Send"), "blocks": [entry()]}


def test_a_valid_view_is_accepted() -> None:
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
        ({**MODAL, "colour": "red"}, "unknown_field"),
        ({**MODAL, "blocks": [{"type": "divider"}] * 101}, "too_many"),
        ({"type": "modal", "submit": plain(), "blocks": []}, "missing"),
        ({"type": "modal", "title": plain(), "blocks": [entry()]}, "missing"),
        ({"type": "modal", "title": plain()}, "missing"),
        ({"type": "sheet", "blocks": []}, "wrong_value"),
        ({"type": ["modal"], "blocks": []}, "wrong_value"),
        ({**MODAL, "blocks": [section(text=plain("\ud55c" * 3000)) for _ in range(30)]}, "too_long"),
    ],
)
def test_an_invalid_view_is_rejected(view: dict[str, object], code: str) -> None:
    assert code in {problem.code for problem in view_problems(view)}


@pytest.mark.parametrize(("text", "code"), [("x" * 4001, "too_long"), ("", "empty"), (None, "wrong_type")])
def test_bad_top_level_text_is_rejected(text: object, code: str) -> None:
    assert [problem.code for problem in text_problems(text)] == [code]


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
