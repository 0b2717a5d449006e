"""Request bodies in the formats of both APIs."""

import pytest

from choice.providers import AssistantTurn, ModelRequest, ModelTurn, ToolCall, ToolResult, UserTurn
from choice.providers.anthropic import anthropic_request
from choice.providers.openai import openai_request

pytestmark = pytest.mark.requirement("CH13", "QC10")
A = ToolCall("a", "present_question", '{"question": "Which?"}')
B = ToolCall("b", "present_choices", "{}")
TALK: tuple[ModelTurn, ...] = (
    UserTurn("Hello."),
    AssistantTurn("Two things.", (A, B)),
    ToolResult("a", "present_question", "SQLite"),
    ToolResult("b", "present_choices", "Blue"),
    AssistantTurn("Good."),
    UserTurn("Go on."),
)


def text(words: str) -> dict[str, str]:
    return {"type": "text", "text": words}


def result(call_id: str, words: str) -> dict[str, str]:
    return {"type": "tool_result", "tool_use_id": call_id, "content": words}


def in_openai(*turns: ModelTurn) -> list[object]:
    messages: list[object] = openai_request(ModelRequest("", turns))["messages"]
    return messages


def in_anthropic(*turns: ModelTurn) -> list[object]:
    messages: list[object] = anthropic_request(ModelRequest("", turns))["messages"]
    return messages


def test_a_conversation_in_the_format_of_openai() -> None:
    a = {"id": "a", "type": "function", "function": {"name": A.name, "arguments": A.arguments}}
    b = {"id": "b", "type": "function", "function": {"name": B.name, "arguments": "{}"}}

    assert in_openai(*TALK) == [
        {"role": "user", "content": "Hello."},
        {"role": "assistant", "content": "Two things.", "tool_calls": [a, b]},
        {"role": "tool", "tool_call_id": "a", "content": "SQLite"},
        {"role": "tool", "tool_call_id": "b", "content": "Blue"},
        {"role": "assistant", "content": "Good."},
        {"role": "user", "content": "Go on."},
    ]


def test_a_conversation_in_the_format_of_anthropic() -> None:
    a = {"type": "tool_use", "id": "a", "name": A.name, "input": {"question": "Which?"}}
    b = {"type": "tool_use", "id": "b", "name": B.name, "input": {}}

    assert in_anthropic(*TALK) == [
        {"role": "user", "content": [text("Hello.")]},
        {"role": "assistant", "content": [text("Two things."), a, b]},
        {"role": "user", "content": [result("a", "SQLite"), result("b", "Blue")]},
        {"role": "assistant", "content": [text("Good.") | {"cache_control": {"type": "ephemeral"}}]},
        {"role": "user", "content": [text("Go on.")]},
    ]


def test_adjacent_turns_of_one_role_are_merged_for_anthropic_results_first() -> None:
    turns = (
        UserTurn("One."),
        UserTurn("Two."),
        AssistantTurn("Hm."),
        AssistantTurn("", (A,)),
        UserTurn("And?"),
        ToolResult("a", A.name, "x"),
    )

    assert [message["content"][0] for message in anthropic_request(ModelRequest("", turns))["messages"]] == [
        text("One."),
        text("Hm."),
        result("a", "x"),
    ]
    assert in_anthropic(*turns)[-1] == {"role": "user", "content": [result("a", "x"), text("And?")]}


def test_a_call_without_a_result_gets_a_placeholder() -> None:
    turns = (UserTurn("Hello."), AssistantTurn("", (A,)), UserTurn("Never mind."))

    assert in_openai(*turns)[2:] == [
        {"role": "tool", "tool_call_id": "a", "content": "No answer was given."},
        {"role": "user", "content": "Never mind."},
    ]
    assert in_anthropic(*turns)[2] == {
        "role": "user",
        "content": [result("a", "No answer was given."), text("Never mind.")],
    }


def test_results_are_ordered_by_their_calls_and_dropped_without_one() -> None:
    turns = (
        AssistantTurn("", (A, B)),
        ToolResult("b", B.name, "2"),
        ToolResult("lost", B.name, "?"),
        ToolResult("a", A.name, "1"),
        ToolResult("a", A.name, "again"),
    )

    assert [message["content"] for message in openai_request(ModelRequest("", turns))["messages"][1:]] == [
        "1",
        "2",
    ]


def test_a_reused_call_id_gets_the_result_of_its_own_turn() -> None:
    once = (AssistantTurn("", (A,)), ToolResult("a", A.name, "1"))
    again = (AssistantTurn("", (A,)), ToolResult("a", A.name, "2"))
    messages = openai_request(ModelRequest("", (*once, *again)))["messages"]

    assert [message["content"] for message in messages if message["role"] == "tool"] == ["1", "2"]


def test_empty_assistant_turns_are_dropped() -> None:
    assert in_openai(UserTurn("a"), AssistantTurn(""), UserTurn("b")) == [
        {"role": "user", "content": "a"},
        {"role": "user", "content": "b"},
    ]
    assert in_anthropic(UserTurn("a"), AssistantTurn("\n"), UserTurn("b")) == [
        {"role": "user", "content": [text("a"), text("b")]}
    ]


def test_a_call_without_text_has_no_content_for_openai() -> None:
    message = openai_request(ModelRequest("", (AssistantTurn("", (A,)),)))["messages"][0]

    assert message["content"] is None


def test_the_first_message_for_anthropic_is_the_users() -> None:
    assert in_anthropic(AssistantTurn("Welcome."), UserTurn("Hi."))[0] == {
        "role": "user",
        "content": [text("(The conversation begins.)")],
    }


@pytest.mark.parametrize(
    ("arguments", "sent"),
    [('{"x"', {"arguments": '{"x"'}), ("[1]", {"arguments": [1]}), ("", {"arguments": ""})],
)
def test_arguments_are_sent_to_anthropic_as_an_object(arguments: str, sent: object) -> None:
    turns = (UserTurn("a"), AssistantTurn("", (ToolCall("a", "one", arguments),)))

    assert in_anthropic(*turns)[1] == {
        "role": "assistant",
        "content": [{"type": "tool_use", "id": "a", "name": "one", "input": sent}],
    }


def test_empty_fields_are_not_sent() -> None:
    assert set(openai_request(ModelRequest("", (UserTurn("a"),)))) == {"messages"}
    assert set(anthropic_request(ModelRequest("", (UserTurn("a"),)))) == {"messages"}


def test_the_data_stands_in_the_last_message_of_the_user() -> None:
    request = ModelRequest("Be brief.", (*TALK, ToolResult("x", "y", "z")), data="<data>1</data>")
    system, turns = request.last_message_with_data()

    assert system == "Be brief."
    assert turns[:-2] == TALK[:-1]
    assert turns[-2] == UserTurn("<data>1</data>\n\n# The person's message\n\nGo on.")


def test_without_a_message_of_the_user_the_data_stands_in_the_system_prompt() -> None:
    request = ModelRequest("Be brief.", (AssistantTurn("Hello."),), data="<data>1</data>")

    assert request.last_message_with_data() == ("Be brief.\n\n<data>1</data>", (AssistantTurn("Hello."),))
