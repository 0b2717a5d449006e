"""Input of any shape is accepted, or rejected with one clear error."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from itertools import repeat
from pathlib import Path
from typing import NoReturn, get_args

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from typing_extensions import override

from choice.errors import InvalidAnswer, InvalidRequest
from choice.models import ChoiceRequest, Form, Question, SelectionMode
from choice.validation import check_answers, parse_form, parse_request, parse_submission
from tests.payloads import FLAGS, OTHER_FIELDS, RED, asking, form_asking, form_rejection, rejection

ROOT = Path(__file__).parents[1]
MODES: tuple[SelectionMode, ...] = get_args(SelectionMode)


class Foreign(Mapping[str, object]):
    """A mapping that counts how often it is read, and may fail or be infinite."""

    def __init__(self, names: Iterator[str], *, fails: bool = False) -> None:
        self.names, self.fails, self.reads = names, fails, 0

    @override
    def __getitem__(self, name: str) -> object:
        self.reads += 1
        if self.fails:
            raise RuntimeError
        return "Paint"

    @override
    def __iter__(self) -> Iterator[str]:
        return self.names

    @override
    def __len__(self) -> int:
        raise RuntimeError


def fail(*_: object) -> NoReturn:
    raise RuntimeError


Liar = type("Liar", (), {"__class__": str})
"""Reports the class `str`."""
Unwilling = type("Unwilling", (), {"__class__": property(fail)})
"""Raises when its class is read."""
TOUCHED = dict.fromkeys(("__len__", "__str__", "__iter__", "__eq__", "strip"), fail)
Touchy = type("Touchy", (str,), {**TOUCHED, "__hash__": str.__hash__})
"""Text whose own methods fail."""
Unhashable = type("Unhashable", (str,), {"__hash__": None})
"""Text that is not hashable."""


def nested(levels: int, *, in_objects: bool) -> object:
    value: object = 1
    for _ in range(levels):
        value = {"title": value} if in_objects else [value]
    return value


def cycle() -> dict[str, object]:
    payload = asking()
    payload["options"] = [payload]
    return payload


SHAPES: dict[str, tuple[Callable[[], object], str]] = {
    "nothing": (lambda: None, "payload"),
    "no number": (lambda: float("nan"), "payload"),
    "a list": (lambda: [asking()], "payload"),
    "a name that is a number": (lambda: {1: "title"}, "payload"),
    "any object": (object, "payload"),
    "a liar": (Liar, "payload"),
    "an unwilling object": (Unwilling, "payload"),
    "a mapping that fails": (lambda: Foreign(iter(["title"]), fails=True), "payload"),
    "a mapping that never ends": (lambda: Foreign(repeat("title")), "prompt"),
    "a mapping with a billion names": (lambda: Foreign(map(str, range(10**9))), "'0'"),
    "a byte array": (lambda: bytearray(b"{}"), "payload"),
    "a title that lies": (lambda: asking(title=Liar()), "title"),
    "an unwilling title": (lambda: asking(title=Unwilling()), "title"),
    "a touchy title": (lambda: asking(title=Touchy("\x00")), "title"),
    "a title of 10 MB": (lambda: asking(title="x" * 10_000_000), "title"),
    "a title of 10 000 objects": (lambda: asking(title=nested(10_000, in_objects=True)), "title"),
    "a title of 10 000 lists": (lambda: asking(title=nested(10_000, in_objects=False)), "title"),
    "100 000 options": (lambda: asking(options=[RED] * 100_000), "options"),
    "a generator of options": (lambda: asking(options=(option for option in [RED])), "options"),
    "a set of options": (lambda: asking(options={1, 2}), "options"),
    "a default of 10 MB": (lambda: asking(default_selection_ids=["x" * 10**7]), "default_selection_ids[0]"),
    "a prompt of overrides": (lambda: asking(prompt="\u202e" * 8_000), "prompt"),
    "10 000 objects": (lambda: nested(10_000, in_objects=True), "title"),
    "10 000 lists": (lambda: nested(10_000, in_objects=False), "payload"),
    "a cycle": (cycle, "options[0]"),
    "100 000 names": (lambda: dict.fromkeys(map(str, range(100_000))), "'0'"),
    "a name of 10 MB": (lambda: {"title": "t", "가" * 10_000_000: 1}, "'가가"),
    "JSON: 10 000 lists": (lambda: "[" * 10_000, "payload"),
    "JSON: 10 000 objects": (lambda: '{"title":' * 10_000 + "1" + "}" * 10_000, "payload"),
    "JSON: 10 MB": (lambda: "x" * 10_000_000, "payload"),
    "JSON: no UTF-8": (lambda: b"\xff" * 1000, "payload"),
    "JSON: UTF-16": (lambda: json.dumps(asking()).encode("utf-16"), "payload"),
    "JSON: a name twice": (lambda: '{"title": 1, "title": 2}', "payload"),
    "JSON: NaN": (lambda: '{"timeout_seconds": NaN}', "payload"),
    "JSON: infinity": (lambda: '{"timeout_seconds": 1e999}', "payload"),
    "JSON: half a character": (lambda: '{"title": "\\ud800"}', "title"),
    "JSON: empty": (lambda: "", "payload"),
    "JSON: null": (lambda: "null", "payload"),
    "JSON: touchy": (lambda: Touchy("{"), "payload"),
}


@pytest.mark.requirement("PC2")
@pytest.mark.parametrize("shape", SHAPES)
def test_bad_input_of_any_shape_gives_one_clear_error(shape: str) -> None:
    payload, field = SHAPES[shape]

    error = rejection(payload())

    assert error.field.startswith(field)


@pytest.mark.requirement("PC2")
@pytest.mark.parametrize("shape", SHAPES)
def test_bad_input_of_any_shape_is_rejected_as_a_form(shape: str) -> None:
    payload, _ = SHAPES[shape]

    form_rejection(payload())


@pytest.mark.requirement("PC2")
def test_bad_input_is_rejected_within_twenty_milliseconds() -> None:
    program = [sys.executable, "-m", "tests.rejection_times"]

    printed = subprocess.run(program, cwd=ROOT, capture_output=True, text=True, check=True).stdout

    slow = {shape: taken for shape, taken in json.loads(printed).items() if taken > 20}
    assert slow == {}


def test_only_a_bounded_part_of_a_foreign_mapping_is_read() -> None:
    payload = Foreign(map(str, range(10**9)))

    rejection(payload)

    assert payload.reads <= 2 * 128


def test_subclasses_of_str_are_read_by_their_content() -> None:
    payload = asking(prompt=Touchy("Which?"), selection_mode=Touchy("multi"), transport=Unhashable("web"))

    request = parse_request({Touchy(name): value for name, value in payload.items()})

    assert request == parse_request(asking("multi", prompt="Which?", transport="web"))


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20) | st.binary(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
names = st.sampled_from([*asking("hybrid"), *FLAGS, *OTHER_FIELDS])
likely = st.sampled_from(
    [True, False, 0, 1, 2, 4, "red", "single", ["red"], ["red", "blue"], [RED], [], "", "\u202e"]
)


@given(st.sampled_from(MODES), st.dictionaries(names, likely | anything, max_size=4))
def test_a_request_is_accepted_or_raises_invalid_request(mode: str, changes: dict[str, object]) -> None:
    payload = asking(mode, **changes)
    try:
        request = parse_request(payload)
    except InvalidRequest:
        rejection(payload)
    else:
        assert ChoiceRequest.model_validate(request.model_dump()) == request


@given(anything)
def test_arbitrary_values_are_neither_requests_nor_forms(payload: object) -> None:
    rejection(payload)
    form_rejection(payload)


@given(
    st.sampled_from(MODES), st.dictionaries(st.sampled_from(list(Question.model_fields)), likely | anything)
)
def test_a_form_is_accepted_or_raises_invalid_request(mode: str, changes: dict[str, object]) -> None:
    payload = form_asking(mode, **changes)
    try:
        form = parse_form(payload)
    except InvalidRequest:
        form_rejection(payload)
    else:
        assert parse_form(form.model_dump(mode="json")) == form


ONE_QUESTION = Form(questions=(Question(text="Which?", selection_mode="text_input"),))


@given(st.dictionaries(st.sampled_from(["answers", "note", "answer_id"]), anything) | anything)
@example({"answers": [{"question_id": "q1", "option_notes": {"x" * 10**6: ""}}]})
def test_a_submission_of_any_shape_raises_invalid_answer(payload: object) -> None:
    with pytest.raises(InvalidAnswer):
        check_answers(ONE_QUESTION, parse_submission(payload).answers)
