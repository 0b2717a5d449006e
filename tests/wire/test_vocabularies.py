"""All stream formats: ASCII JSON frames in the order that clients expect."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from choice.models import Option, Question, SelectionMode
from choice.wire import AgUi, AiSdk, CardStream, TokenStream, schema_of, wire_schema
from choice.wire.sse import TextFrames
from choice.wire.vocabulary import (
    MAX_RATIONALE,
    MAX_TEXT,
    PLACEHOLDER,
    CardShown,
    Completed,
    Failed,
    QuestionCard,
    Started,
    ToolExecuting,
    Vocabulary,
    card_of,
)

WIRES: list[type[Vocabulary]] = [TokenStream, CardStream, AgUi, AiSdk]
QUESTION = Question(
    text="Which?",
    context="It matters.",
    options=[Option(id="a", label="First", recommended=True), Option(id="b", label="Second")],
)
CARD = card_of(QUESTION, "i1", "discovery", {"interaction_id": "i1"})


def frames_of(vocabulary: Vocabulary, *, failed: bool = False) -> str:
    """Return one whole answer on a wire."""
    last = Failed("MODEL_ERROR", "It failed.", "r1") if failed else Completed("m1", "waiting")
    return "".join(
        [
            vocabulary.event(Started("t1", "m1", {"signals": 2})),
            vocabulary.text("Hello "),
            vocabulary.text("you\n"),
            vocabulary.event(ToolExecuting("present_question")),
            vocabulary.event(CardShown(CARD)),
            vocabulary.event(last),
        ]
    )


def objects_in(frames: str) -> list[dict[str, Any]]:
    """Return the JSON objects of the data lines."""
    lines = [line.removeprefix("data: ") for line in frames.split("\n") if line.startswith("data: ")]
    return [json.loads(line) for line in lines if line != "[DONE]"]


@pytest.mark.requirement("CH3", "UP10")
@pytest.mark.parametrize("wire", WIRES)
@given(text=st.text(st.characters(), min_size=1))
def test_any_text_is_one_ascii_frame_that_decodes_to_the_same_text(wire: type[Vocabulary], text: str) -> None:
    vocabulary = wire()
    vocabulary.event(Started("t1", "m1"))
    vocabulary.text("x")
    frame = vocabulary.text(text)

    assert frame.isascii()
    assert frame.endswith("\n\n")
    assert len(frame.splitlines()) == frame.count("\n")
    (read,) = objects_in(frame)
    assert text in {read.get(name) for name in ("content", "text", "delta")}


@pytest.mark.parametrize("wire", WIRES)
@given(pieces=st.lists(st.text(st.characters(), min_size=1), min_size=1))
def test_texts_returns_the_same_frames_as_text_for_each_piece(
    wire: type[Vocabulary], pieces: list[str]
) -> None:
    together, alone = wire(), wire()
    for vocabulary in (together, alone):
        vocabulary.event(Started("t1", "m1"))

    assert together.texts(pieces) == "".join([alone.text(piece) for piece in pieces])


@pytest.mark.requirement("CH2", "CH4", "CH14")
def test_the_token_stream_has_metadata_tokens_cards_and_done() -> None:
    read = objects_in(frames_of(TokenStream()))

    assert [one["type"] for one in read] == ["metadata", "token", "token", "question_card", "done"]
    assert read[0] == {"type": "metadata", "sessionId": "t1", "sources": {"signals": 2}}
    assert read[3]["data"]["question_id"] == "i1"


@pytest.mark.requirement("CH4")
def test_an_error_is_the_last_frame_and_has_a_code() -> None:
    read = objects_in(frames_of(TokenStream(), failed=True))

    assert read[-1] == {
        "type": "error",
        "message": "It failed.",
        "code": "MODEL_ERROR",
        "requestId": "r1",
    }
    assert objects_in(frames_of(CardStream(), failed=True))[-1]["request_id"] == "r1"


@pytest.mark.requirement("CH15", "QC6")
def test_the_card_stream_names_its_events() -> None:
    names = [line for line in frames_of(CardStream()).split("\n") if line.startswith("event: ")]

    assert [name.removeprefix("event: ") for name in names] == [
        "text_delta",
        "text_delta",
        "tool_executing",
        "question_card",
        "message_complete",
    ]


@pytest.mark.requirement("UP10")
def test_an_ag_ui_run_ends_with_its_questions_as_interrupts() -> None:
    read = objects_in(frames_of(AgUi()))

    assert [one["type"] for one in read] == [
        "RUN_STARTED",
        "TEXT_MESSAGE_START",
        "TEXT_MESSAGE_CONTENT",
        "TEXT_MESSAGE_CONTENT",
        "CUSTOM",
        "TEXT_MESSAGE_END",
        "ACTIVITY_SNAPSHOT",
        "RUN_FINISHED",
    ]
    assert read[0]["protocolVersion"] == "1.0"
    (interrupt,) = read[-1]["outcome"]["interrupts"]
    assert interrupt["responseSchema"]["properties"]["option_ids"]["items"]["enum"] == ["a", "b"]


@pytest.mark.requirement("UP10")
def test_an_ag_ui_run_without_a_question_succeeds_and_a_failed_one_reports_the_error() -> None:
    quiet, broken = AgUi(), AgUi()
    quiet.event(Started("t1", "m1"))
    broken.event(Started("t1", "m1"))

    assert objects_in(quiet.event(Completed("m1")))[-1]["outcome"] == {"type": "success"}
    assert objects_in(broken.event(Failed("TIMEOUT", "Too slow.")))[-1]["type"] == "RUN_ERROR"


@pytest.mark.requirement("UP10")
def test_the_ai_sdk_gets_parts_and_a_done_mark() -> None:
    frames = frames_of(AiSdk())

    assert frames.endswith("data: [DONE]\n\n")
    assert [one["type"] for one in objects_in(frames)] == [
        "start",
        "start-step",
        "text-start",
        "text-delta",
        "text-delta",
        "data-tool-executing",
        "text-end",
        "data-question-card",
        "finish-step",
        "finish",
    ]
    assert frames_of(AiSdk(), failed=True).endswith("data: [DONE]\n\n")


@pytest.mark.requirement("QC1")
def test_a_card_has_every_field_and_always_allows_free_text() -> None:
    assert (
        QuestionCard.model_validate(
            {
                "question_id": "i1",
                "question_text": "Which?",
                "rationale": "It matters.",
                "category": "discovery",
                "options": (
                    {"id": "a", "label": "First", "description": None, "is_default": True},
                    {"id": "b", "label": "Second", "description": None, "is_default": False},
                ),
                "allow_free_text": True,
                "free_text_placeholder": PLACEHOLDER,
                "max_selections": 1,
                "metadata": {"interaction_id": "i1"},
            }
        )
        == CARD
    )


@pytest.mark.requirement("QC1", "QC9")
def test_overlong_texts_are_truncated_and_kept_whole_in_the_metadata() -> None:
    question = Question(text="Why? " * 400, context="Because. " * 100, options=["a", "b"])
    card = card_of(question, "i1", "discovery", {})

    assert len(card.question_text) <= MAX_TEXT
    assert len(card.rationale or "") <= MAX_RATIONALE
    assert card.metadata["question_text"] == question.text
    assert card.metadata["rationale"] == question.context


@pytest.mark.requirement("QC1")
@pytest.mark.parametrize(
    ("mode", "options", "most"), [("text_input", 0, 1), ("single", 1, 1), ("single", 6, 1), ("multi", 10, 10)]
)
def test_the_card_of_any_question_has_all_its_options(mode: SelectionMode, options: int, most: int) -> None:
    labels = [f"Option {number}" for number in range(options)]
    card = card_of(Question(text="Which?", selection_mode=mode, options=labels), "i1", "discovery", {})
    published = schema_of("QuestionCard", wire_schema({}))["$defs"]["QuestionCard"]["properties"]

    assert [option.label for option in card.options] == labels
    assert card.max_selections == most
    assert published["options"]["maxItems"] >= options
    assert published["max_selections"]["minimum"] <= most <= published["max_selections"]["maximum"]


def test_frames_do_not_depend_on_the_cache() -> None:
    frames = TextFrames("<", ">")
    texts = [f"t\u00e4{number}" for number in range(9000)]
    long = "a text that is too long to come again and again"

    assert [frames([text]) for text in texts] == [f"<{json.dumps(text)}>" for text in texts]
    assert frames([*texts, long, *texts]) == "".join(
        [f"<{json.dumps(text)}>" for text in [*texts, long, *texts]]
    )
    assert frames([long, long]) == f"<{json.dumps(long)}>" * 2
    assert frames([]) == ""
