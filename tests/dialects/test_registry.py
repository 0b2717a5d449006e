import pytest

from choice import dialects
from choice.dialects import (
    ToolDialect,
    anthropic_tool,
    dialect_named,
    dialect_names,
    instructions,
    openai_tool,
    tool_dialects,
    tool_named,
)
from choice.errors import UnknownDialect
from choice.models import Answer, Answered, Form, Option, Question

EVERY_TOOL = pytest.mark.parametrize("tool", tool_dialects(), ids=lambda tool: str(tool.name))
FORM = Form(questions=(Question(text="Which?", options=(Option(id="x", label="Label", value="value"),)),))

QUESTION = {"question": "Which?", "options": [{"label": "One"}, {"label": "Two"}]}


def test_every_dialect_is_registered_under_its_name() -> None:
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


def test_an_unknown_name_raises_with_the_known_names() -> None:
    with pytest.raises(UnknownDialect) as caught:
        dialect_named("morse")

    assert caught.value.known == dialect_names()


@pytest.mark.parametrize("name", [None, 1, ["provide_choice"], b"provide_choice", float("nan")])
def test_a_name_of_another_type_is_unknown(name: object) -> None:
    for named in (dialect_named, tool_named, instructions.read):
        with pytest.raises(UnknownDialect):
            named(name)  # type: ignore[arg-type]  # whatever a model sends


def test_a_tool_is_found_by_its_tool_name() -> None:
    assert [tool_named(tool.tool_name) for tool in tool_dialects()] == list(tool_dialects())
    assert tool_named("AskUserQuestion").name == "ask_user_question"
    with pytest.raises(UnknownDialect, match="'AskUserQuestion'"):
        tool_named("ask_user_question")


@pytest.mark.requirement("QC10")
@EVERY_TOOL
def test_a_tool_has_a_definition_for_openai(tool: ToolDialect) -> None:
    assert openai_tool(tool) == {
        "type": "function",
        "function": {"name": tool.tool_name, "description": tool.description, "parameters": tool.parameters},
    }


@pytest.mark.requirement("QC10")
@EVERY_TOOL
def test_a_tool_has_a_definition_for_anthropic(tool: ToolDialect) -> None:
    assert anthropic_tool(tool) == {
        "name": tool.tool_name,
        "description": tool.description,
        "input_schema": tool.parameters,
    }


CALLS = {
    "present_question": QUESTION,
    "present_choices": QUESTION,
    "provide_choice": {"title": "Store", "prompt": "Which?", "selection_mode": "text_input"},
    "AskUserQuestion": {"questions": [QUESTION]},
}


@pytest.mark.requirement("QC10", "PC1", "FB2")
@EVERY_TOOL
def test_a_call_without_terms_leaves_them_unset(tool: ToolDialect) -> None:
    call = tool.read_call(CALLS[tool.tool_name])

    assert call.form == tool.read(CALLS[tool.tool_name])
    assert (call.terms, call.transport) == ({}, "auto")


@pytest.mark.requirement("FB2")
def test_only_present_choices_returns_an_instruction() -> None:
    told = {tool.tool_name: tool.read_call(CALLS[tool.tool_name]).instruction for tool in tool_dialects()}

    assert [name for name, instruction in told.items() if instruction] == ["present_choices"]
    assert "```choices" in str(told["present_choices"])


@pytest.mark.parametrize("name", dialect_names())
def test_a_dialect_knows_whether_its_replies_are_words_or_data(name: str) -> None:
    dialect = dialect_named(name)
    outcome = Answered(answers=(Answer(question_id="q1", option_ids=("x",)),))

    assert dialect.replies_in_words is not dialect.reply(FORM, outcome).startswith("{")


def test_the_package_exports_its_public_names() -> None:
    names = {name: getattr(dialects, name) for name in dialects.__all__}

    assert names["tool_named"] is tool_named
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        dialects.nothing  # noqa: B018 - the access raises
