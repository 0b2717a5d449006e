import pytest

from choice.answers import Answer, Answered
from choice.dialects.dialect import ToolDialect
from choice.dialects.registry import (
    anthropic_tool,
    dialect_named,
    dialect_names,
    openai_tool,
    tool_dialects,
    tool_named,
)
from choice.errors import UnknownDialect
from choice.models import Form, Option, Question

EVERY_TOOL = pytest.mark.parametrize("tool", tool_dialects(), ids=lambda tool: str(tool.name))
FORM = Form(questions=(Question(text="Which?", options=(Option(id="x", label="Label", value="value"),)),))


def test_every_dialect_is_known_by_its_name() -> None:
    assert [dialect_named(name).name for name in dialect_names()] == list(dialect_names())


@pytest.mark.requirement("QC14", "SL9", "FB4")
@pytest.mark.parametrize(
    ("name", "reply"),
    [
        ("lettered_list", "Label"),
        ("numbered_list", "Label"),
        ("present_question", "Label"),
        ("choices_fence", "value"),
        ("present_choices", "value"),
        ("user_choice", "x"),
        ("user_choice_group", "x"),
        ("user_choices", "x"),
    ],
)
def test_each_dialect_replies_in_its_own_way(name: str, reply: str) -> None:
    outcome = Answered(answers=(Answer(question_id="q1", option_ids=("x",)),))

    assert dialect_named(name).reply(FORM, outcome) == reply


def test_an_unknown_name_is_refused_with_the_known_ones() -> None:
    with pytest.raises(UnknownDialect) as caught:
        dialect_named("morse")

    assert caught.value.known == dialect_names()


def test_a_tool_is_found_by_the_name_a_model_calls_it() -> None:
    assert [tool_named(tool.tool_name) for tool in tool_dialects()] == list(tool_dialects())
    assert tool_named("AskUserQuestion").name == "ask_user_question"
    with pytest.raises(UnknownDialect, match="'AskUserQuestion'"):
        tool_named("ask_user_question")


@pytest.mark.requirement("QC10")
@EVERY_TOOL
def test_a_tool_is_described_in_the_shape_of_openai(tool: ToolDialect) -> None:
    assert openai_tool(tool) == {
        "type": "function",
        "function": {"name": tool.tool_name, "description": tool.description, "parameters": tool.parameters},
    }


@pytest.mark.requirement("QC10")
@EVERY_TOOL
def test_a_tool_is_described_in_the_shape_of_anthropic(tool: ToolDialect) -> None:
    assert anthropic_tool(tool) == {
        "name": tool.tool_name,
        "description": tool.description,
        "input_schema": tool.parameters,
    }
