import json
import math
from collections.abc import Callable
from typing import NoReturn

import pytest
from hypothesis import given
from hypothesis import strategies as st

from choice.dialects import ToolDialect, instructions, tool_dialects
from choice.errors import InvalidRequest
from choice.models import Answer, Answered, Form, Question
from choice.validation import check_answer
from tests.dialects.tools.schema_check import check_schema, faults

EVERY_TOOL = pytest.mark.parametrize("tool", tool_dialects(), ids=lambda tool: str(tool.name))

# Names that the tools know, so that garbage gets past the first check.
NAMES = st.sampled_from(
    sorted({name for tool in tool_dialects() for name in tool.parameters["properties"]})
) | (st.sampled_from(["choices", "label", "id", "value", "description", "recommended", "header", "preview"]))
WORDS = st.sampled_from(
    ["", " ", "A", "B (recommended)", "single", "multi", "hybrid", "[1]", '{"label": "A"}', "\ud800"]
)
SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | WORDS | st.text(max_size=5)
GARBAGE = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=5) | st.dictionaries(NAMES | st.text(max_size=3), inner, max_size=6)
    ),
    max_leaves=30,
)
OPTIONS = st.lists(WORDS | st.dictionaries(NAMES, SCALARS, max_size=4), max_size=5)
NEARLY = st.fixed_dictionaries(
    {"options": OPTIONS},
    optional={
        "question": WORDS,
        "title": WORDS,
        "prompt": WORDS,
        "selection_mode": WORDS,
        "multi": SCALARS,
        "max_selections": SCALARS,
        "default_selection_ids": GARBAGE,
        "metadata": GARBAGE,
        "category": SCALARS,
        "header": SCALARS,
    },
)
DEEP: object = "A"
for _ in range(10_000):
    DEEP = [DEEP]


def example_of(tool: ToolDialect) -> dict[str, object]:
    with pytest.raises(InvalidRequest) as caught:
        tool.read({})
    return caught.value.example


def read_or_example(tool: ToolDialect, arguments: object) -> Form:
    """Return the form of some arguments, or of the example that their refusal shows."""
    try:
        return tool.read(arguments)
    except InvalidRequest as refused:
        return tool.read(refused.example)


def first_option(question: Question) -> Answer:
    words = None if question.options else "own words"
    return Answer(question_id=question.id, option_ids=question.option_ids[:1], custom_text=words)


@pytest.mark.requirement("PC1", "QC10", "FB2")
@EVERY_TOOL
def test_the_schema_is_valid_and_fits_the_example_of_every_error(tool: ToolDialect) -> None:
    check_schema(tool.parameters)

    assert faults(tool.parameters, example_of(tool)) == []


@EVERY_TOOL
def test_the_example_of_an_error_can_be_asked(tool: ToolDialect) -> None:
    assert tool.read(example_of(tool)).questions


@EVERY_TOOL
def test_the_example_of_the_instructions_fits_the_schema_and_can_be_asked(tool: ToolDialect) -> None:
    arguments = json.loads(instructions.example(tool.name).removeprefix("```json\n").removesuffix("\n```"))

    assert faults(tool.parameters, arguments) == []
    assert tool.read(arguments).questions


@EVERY_TOOL
def test_the_schema_of_a_tool_is_a_copy(tool: ToolDialect) -> None:
    tool.parameters["properties"].clear()

    assert tool.parameters["properties"]


@EVERY_TOOL
def test_the_description_is_short_text_for_a_model(tool: ToolDialect) -> None:
    assert 50 < len(tool.description) < 400


@EVERY_TOOL
@given(
    GARBAGE
    | NEARLY
    | NEARLY.map(json.dumps)
    | st.lists(NEARLY, max_size=5).map(lambda asked: {"questions": asked})
)
def test_any_arguments_become_a_form_or_an_invalid_request(tool: ToolDialect, arguments: object) -> None:
    form = read_or_example(tool, arguments)

    answers = [check_answer(question, first_option(question)) for question in form.questions]
    assert tool.reply(form, Answered(answers=tuple(answers)))


@EVERY_TOOL
@pytest.mark.parametrize(
    "value",
    [
        pytest.param(DEEP, id="deep"),
        pytest.param("[" * 100_000, id="deep text"),
        pytest.param("x" * 20_000_000, id="endless text"),
        pytest.param(["x"] * 100_000, id="endless list"),
        pytest.param(10**5000, id="endless number"),
        pytest.param(math.nan, id="no number"),
    ],
)
def test_arguments_beyond_all_limits_are_rejected(tool: ToolDialect, value: object) -> None:
    valid = example_of(tool)
    for name in valid:
        with pytest.raises(InvalidRequest):
            tool.read(valid | {name: value})


def fail(*_: object) -> NoReturn:
    raise RuntimeError


Touchy = type("Touchy", (str,), {**dict.fromkeys(("__len__", "__str__", "__iter__", "strip"), fail)})
Unwilling = type("Unwilling", (), {"__class__": property(fail)})
Foreign = type(
    "Foreign", (dict,), dict.fromkeys(("__iter__", "__getitem__", "__contains__", "get", "items"), fail)
)


def foreign(value: object) -> object:
    """Return a value in which every text and object is of another's making."""
    if isinstance(value, dict):
        return Foreign({name: foreign(member) for name, member in value.items()})
    if isinstance(value, list):
        return [foreign(member) for member in value]
    return Touchy(value) if isinstance(value, str) else value


@EVERY_TOOL
def test_subclasses_of_plain_types_are_read_by_their_content(tool: ToolDialect) -> None:
    valid = example_of(tool)

    assert tool.read(foreign(valid)) == tool.read(valid)


HOSTILE: dict[str, Callable[[], object]] = {
    "an unwilling object": Unwilling,
    "an unwilling member": lambda: Foreign(a=Unwilling()),
    "an unwilling entry": lambda: [Unwilling()],
    "a liar": type("Liar", (), {"__class__": str}),
}


@EVERY_TOOL
@pytest.mark.parametrize("kind", HOSTILE)
def test_values_that_raise_or_report_a_false_class_are_rejected(tool: ToolDialect, kind: str) -> None:
    value = HOSTILE[kind]()

    with pytest.raises(InvalidRequest):
        tool.read(value)
    for name in tool.parameters["required"]:
        with pytest.raises(InvalidRequest):
            tool.read(example_of(tool) | {name: value})
