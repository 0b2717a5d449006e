"""JSON text in place of lists and objects is decoded; the texts of one call share the bounds."""

import json

import pytest

from choice.errors import UnreadableJson
from choice.payload.json_text import JSON_TOO_LONG, MAX_BRACKETS, MAX_COMMAS, MAX_SIZE, LooseJson


@pytest.mark.parametrize(
    ("value", "meant"),
    [
        (' ["a"]', ["a"]),
        ('{"a": "line\nbreak"}', {"a": "line\nbreak"}),
        ("[a", "[a"),
        ("[beta] A new way", "[beta] A new way"),
        ("12", "12"),
        (" " * 2000 + "[]", " " * 2000 + "[]"),
        ("", ""),
        (7, 7),
        (["[1]"], ["[1]"]),
    ],
)
def test_only_lists_and_objects_are_decoded(value: object, meant: object) -> None:
    assert LooseJson().decode(value) == meant


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("[" * 100_000, "levels deep"),
        ('{"options": [], "options": [1]}', "twice"),
        ('{"a": NaN}', "NaN"),
        ("[" + "1," * (MAX_COMMAS + 1) + "1]", "too many parts"),
        ("[" + "[]," * MAX_BRACKETS + "[]]", "too many parts"),
        ("[" + " " * MAX_SIZE + "]", JSON_TOO_LONG),
    ],
    ids=["deep", "name twice", "no number", "commas", "brackets", "long"],
)
def test_text_beyond_the_bounds_is_rejected(text: str, rule: str) -> None:
    with pytest.raises(UnreadableJson) as caught:
        LooseJson().decode(text)

    assert rule in caught.value.rule


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(["x" * (MAX_SIZE // 2)]),
        json.dumps([[]] * (MAX_BRACKETS // 4)),
        json.dumps([1] * (MAX_COMMAS // 2 + 2)),
    ],
    ids=["long", "brackets", "commas"],
)
def test_several_texts_of_one_call_share_the_bounds(text: str) -> None:
    reader = LooseJson()
    reader.decode(text)

    with pytest.raises(UnreadableJson):
        reader.decode(text)
    assert LooseJson().decode(text) == json.loads(text)


def test_text_that_is_not_json_does_not_count_towards_the_bounds() -> None:
    reader = LooseJson()

    assert reader.decode("x" * 10_000_000) == "x" * 10_000_000
    assert reader.decode("[1]") == [1]
