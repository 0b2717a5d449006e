import json
from typing import Any

import pytest

from tests.cli.choicewire import choicewire, in_its_own_process

NAMES = {
    *("Option", "Question", "Form", "Answer", "SubmissionInput"),
    *("Answered", "Cancelled", "TimedOut", "Superseded", "Outcome", "ProvideChoiceResponse"),
    *("TextLine", "FormLine", "SegmentLine"),
    *("provide_choice.arguments", "present_question.arguments", "present_choices.arguments"),
    "AskUserQuestion.arguments",
    *("ThreadEvents", "TextDeltaEvent", "ToolExecutingEvent", "MessageCompleteEvent", "ErrorEvent"),
    *("ChatStreamFrame", "MetadataFrame", "TokenFrame", "QuestionCardFrame", "DoneFrame", "ErrorFrame"),
    *("Thread", "Threads", "UserMessage", "UserResponse", "AssistantMessage", "QuestionCard", "KeptCard"),
    *("InteractionBody", "ErrorBody", "ThreadMessageInput", "ChatBodyInput"),
}


def schema(*arguments: str) -> dict[str, Any]:
    done = choicewire("schema", *arguments)

    assert done.returncode == 0
    whole: dict[str, Any] = json.loads(done.stdout)
    return whole


@pytest.mark.requirement("PC1")
def test_the_schema_has_every_message_of_the_wire_format() -> None:
    whole = schema()

    assert whole["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert set(whole["$defs"]) >= NAMES


def test_the_schema_is_the_same_each_time() -> None:
    assert (
        in_its_own_process("schema", PYTHONHASHSEED="1").stdout
        == in_its_own_process("schema", PYTHONHASHSEED="2").stdout
    )


def test_one_definition_is_printed_with_only_the_definitions_it_refers_to() -> None:
    form = schema("Form")

    assert form["$ref"] == "#/$defs/Form"
    assert set(form["$defs"]) == {"Form", "Question", "Option", "JsonValue"}


def test_a_mistyped_name_ends_with_similar_names() -> None:
    done = choicewire("schema", "ThreadEvent")

    assert done.returncode == 2
    assert "ThreadEvents" in done.stderr.decode()
    assert "FormLine" not in done.stderr.decode()


def test_an_unknown_name_ends_with_2_and_lists_the_known_names() -> None:
    done = choicewire("schema", "Nonsense")

    assert done.returncode == 2
    assert "FormLine" in done.stderr.decode()
