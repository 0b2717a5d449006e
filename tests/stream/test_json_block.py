"""Where a JSON object ends, whatever is in it and however it arrives."""

import json

import pytest

from choice.stream.detect import detect
from choice.stream.segments import FormFound
from choice.stream.splitter import Splitter
from tests.stream.watched import check_sizes, pieces_of, woken_by

CHOICE: dict[str, object] = {"type": "user_choice", "question": "Which one?", "options": ["a", "b"]}


def nested(levels: int) -> object:
    """Return objects and lists inside one another."""
    return {"in": [nested(levels - 1)]} if levels else "x"


BLOCKS = [
    json.dumps(CHOICE),
    json.dumps([CHOICE, CHOICE], indent=2),
    json.dumps({"params": {"payload": CHOICE}}),
    json.dumps(CHOICE | {"metadata": {"note": "}]}]{[{[", "quote": 'a "b" }', "path": "c:\\"}}),
    json.dumps(CHOICE | {"metadata": nested(12)}),
    json.dumps(CHOICE | {"metadata": [nested(2)] * 30}),
    json.dumps(CHOICE | {"options": ["è}", "日本]", "c"]}, ensure_ascii=False),
]


@pytest.mark.requirement("QC9")
@pytest.mark.parametrize("block", BLOCKS)
@pytest.mark.parametrize("size", [1, 2, 5, 7, 100, 10_000])
def test_a_block_is_found_with_the_piece_that_ends_it(block: str, size: int) -> None:
    splitter = Splitter()
    pieces = [block[at : at + size] for at in range(0, len(block), size)]

    before = [segment for piece in pieces[:-1] for segment in splitter.feed(piece)]
    last = splitter.feed(pieces[-1])

    assert before == []
    assert [segment.source for segment in last if isinstance(segment, FormFound)] == [block]


@pytest.mark.parametrize(
    "text",
    [
        '{"type": "user_choice", "question": "Q?", "options": ["a"]',
        '{"type": "user_choice", é: "question", "options": ["a"]}',
        '{"type": ' + '{"a": [' * 40 + "]}" * 40 + "}",
        '{"type": "user_choice", "options": ["a"}]}',
    ],
)
@pytest.mark.parametrize("size", [1, 5, 10_000])
def test_a_block_that_is_broken_is_prose(text: str, size: int) -> None:
    splitter = Splitter()
    segments = [
        segment for at in range(0, len(text), size) for segment in splitter.feed(text[at : at + size])
    ]

    assert not any(isinstance(segment, FormFound) for segment in [*segments, *splitter.flush()])
    assert detect(text).text == text


NESTED = '{"type": "choice", "options": [{"a": 1}, {"b": [2]}, {"c": "}]"}], "x": {"y": {"z": 1}}, "v": 10}'


@pytest.mark.parametrize(
    ("size", "looked_at"),
    [
        (5, [" 1}, ", " [2]}", ']"}],', '": 1}', "} so"]),
        (9, ['"a": 1}, ', '{"b": [2]', '"}]"}], "', ' {"z": 1}', "0} so"]),
    ],
)
def test_a_block_is_looked_at_only_where_as_many_brackets_have_closed_as_are_open(
    size: int, looked_at: list[str]
) -> None:
    pieces = pieces_of(f"Say {NESTED} so", size)

    assert woken_by(pieces, "chat")[-5:] == looked_at


MANY = '{"type": "user_choice", "question": "Q?", "options": ['


@pytest.mark.parametrize(
    "text",
    [
        f"{MANY}" + '{"label": "a"}, ' * 8 + '{"label": "b"}]} so [1] and {"x": 1}',
        f'{MANY}"a", "\\"}}]", "\\\\"], "metadata": {{"a": [[], {{}}, [[[{{}}]]]], "b": {{}}}}}} so',
        f'{MANY}"a"], "metadata": {{"a": [[[[[[1]]]]]], "b": {{"c": {{"d": {{"e": {{}}}}}}}}}}}}}} so }}]',
        f'{MANY}"ä"], "métadata": {{"a": "é}}", "b": [1, 2, {{}}]}}}} so',
        '{"type": ' + '{"a": [' * 31 + "1" + "]}" * 31 + "} so",
        '{"type": ' + "[" * 62 + "1" + "]" * 62 + "} so",
        '{"type": ' + "[" * 63 + "1" + "]" * 63 + "} so",
        '{"type": ' + "[" * 64 + "1" + "]" * 64 + "} so",
        '{"type": [' + "{}, " * 80 + "1]} so",
        '{"type": [' + "[{[{[{}]}]}], " * 9 + "1]} so",
    ],
    ids=range(10),
)
def test_where_a_block_ends_does_not_depend_on_the_pieces(text: str) -> None:
    check_sizes(text, [*range(1, 24), 40, 80], "chat")
    check_sizes(f"{text}\n{BLOCKS[0]}", [*range(1, 24), 40, 80], "chat")
