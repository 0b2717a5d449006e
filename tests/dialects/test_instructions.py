import pytest

from choice.dialects import dialect_names, instructions, tool_dialects
from choice.errors import UnknownDialect
from choice.lint import advise
from choice.stream import detect

pytestmark = pytest.mark.requirement("SL3")

EVERY_NAME = pytest.mark.parametrize("name", instructions.names())


def test_every_dialect_but_plain_closing_questions_has_instructions() -> None:
    assert instructions.names() == tuple(sorted(set(dialect_names()) - {"closing_question"}))


@EVERY_NAME
def test_instructions_contain_one_example(name: str) -> None:
    text = instructions.read(name)

    assert text.count("<example>\n") == text.count("</example>\n") == 1
    assert len(instructions.example(name)) > 100
    assert instructions.example(name) in text


@EVERY_NAME
def test_instructions_are_short(name: str) -> None:
    assert len(instructions.read(name)) < 3500


@EVERY_NAME
@pytest.mark.parametrize("said", ["own words", "two to four", "at once", "wait", "recommend"])
def test_instructions_say_what_makes_a_good_question(name: str, said: str) -> None:
    assert said in instructions.read(name)


@EVERY_NAME
def test_nothing_follows_the_example(name: str) -> None:
    assert instructions.read(name).endswith("\n\n</example>\n")


def test_instructions_are_found_by_the_name_of_a_tool() -> None:
    assert instructions.read("AskUserQuestion") == instructions.read("ask_user_question")
    assert [instructions.read(tool.tool_name) for tool in tool_dialects()]


@pytest.mark.parametrize("name", ["morse", "", "../registry", "__init__"])
def test_an_unknown_name_is_rejected(name: str) -> None:
    with pytest.raises(UnknownDialect) as caught:
        instructions.read(name)

    assert caught.value.known == instructions.names()


@EVERY_NAME
def test_the_example_asks_as_the_linter_advises(name: str) -> None:
    example = instructions.example(name)
    tools = {tool.name: tool for tool in tool_dialects()}
    if name in tools:
        forms = [tools[name].read(example.removeprefix("```json").removesuffix("```"))]
    else:
        forms = detect(example + "\n").forms

    assert [advise(form) for form in forms] == [()]
