"""The end of a JSON object, for any content and any chunks."""

import json

import pytest

from choice.stream import MODES, FormFound, Mode, Splitter, detect
from choice.stream.json_blocks import LONGEST_KEY
from choice.stream.reader import HOLD_LIMIT
from tests.fuzz.laws import source_of
from tests.stream.pieces import check_sizes, pieces_of

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
def test_a_block_is_found_by_the_chunk_that_ends_it(block: str, size: int) -> None:
    splitter = Splitter()
    pieces = [block[at : at + size] for at in range(0, len(block), size)]

    before = [segment for piece in pieces[:-1] for segment in splitter.feed(piece)]
    last = splitter.feed(pieces[-1])

    assert before == []
    assert [segment.source for segment in last if isinstance(segment, FormFound)] == [block]


@pytest.mark.parametrize(
    "text",
    [
        '{"type": "user_choice", "question": "Q?", "options": ["a"',
        '{"type": "user_choice", é: "question", "options": ["a"]}',
        '{"type": ' + '{"a": [' * 40 + "]}" * 40 + "}",
        '{"type": "user_choice", "options": ["a"}]}',
    ],
)
@pytest.mark.parametrize("size", [1, 5, 10_000])
def test_invalid_json_is_prose(text: str, size: int) -> None:
    splitter = Splitter()
    segments = [
        segment for at in range(0, len(text), size) for segment in splitter.feed(text[at : at + size])
    ]

    assert not any(isinstance(segment, FormFound) for segment in [*segments, *splitter.flush()])
    assert detect(text).text == text


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
def test_the_end_of_a_block_does_not_depend_on_the_chunks(text: str) -> None:
    check_sizes(text, [*range(1, 24), 40, 80], "chat")
    check_sizes(f"{text}\n{BLOCKS[0]}", [*range(1, 24), 40, 80], "chat")


def padded(length: int) -> str:
    """Return a block of so many characters."""
    block = json.dumps(CHOICE | {"metadata": {"note": ""}})
    return block[:-3] + "x" * (length - len(block)) + block[-3:]


def deep(levels: int) -> str:
    """Return a block whose lists and objects stand so deep in one another."""
    return json.dumps(CHOICE)[:-1] + ', "metadata": ' + "[" * (levels - 1) + "]" * (levels - 1) + "}"


def keyed(key: str) -> str:
    """Return a block with this first key."""
    return json.dumps({key: 1} | CHOICE, ensure_ascii=False)


@pytest.mark.parametrize(
    ("block", "is_found"),
    [
        (padded(HOLD_LIMIT), True),
        (padded(HOLD_LIMIT + 1), False),
        (deep(64), True),
        (deep(65), False),
        (keyed("k"), True),
        (keyed(""), True),
        (keyed("two words: {1}, [질문]"), True),
        (keyed('a "quoted" name\\'), True),
        (keyed("k" * LONGEST_KEY), True),
        (keyed("k" * (LONGEST_KEY + 1)), False),
        (keyed("two\nlines"), True),
        (keyed("k").replace("k", "two\nlines"), False),
        (json.dumps(CHOICE | {"options": ['a "quoted}]', "\\", '"']}), True),
        (json.dumps(CHOICE | {"options": ['\\"}]', '\\"}]"{[', "b"]}), True),
        (f"[{json.dumps(CHOICE)}]", True),
    ],
    ids=range(15),
)
@pytest.mark.parametrize("before", ["", "Good. "])
def test_a_block_is_found_within_the_limits(block: str, before: str, *, is_found: bool) -> None:
    text = f"{before}{block} so"
    check_sizes(text, [3, 5, 16, 1000, HOLD_LIMIT - 1, 2 * HOLD_LIMIT], "chat")

    assert [
        segment.source for segment in detect(text, "chat").segments if isinstance(segment, FormFound)
    ] == ([block] if is_found else [])


ASKED = f"{BLOCKS[0]}\n\nWhich one?\n\n(A) One\n(B) Two\n"
BROKEN = [
    'Start it with {"name": "x" and so on.\n\n',
    'It begins with {"name": "x".\n\n',
    '{"type": "user_choice", "question": "Q?", "options": [\n\nSorry, again:\n\n',
    '{"a": {"b": [1, 2, {"c": true, "d": "질문"}, 하나]\n\n',
    '[{"a": 1, "b": \'x\'}]\n    ',
    '{"a": 1,\n\n    code\n\n',
    '{"a": "b" "c": 1}\n\n',
    '{"a": [1] [2]}\n\n',
    '{"a": {"b": 1} "c": \\n\n\n',
    '{"a": "b",\n"c" "질문": [{}]\n\n',
]


UNCLOSED = [
    'Call it {"name": "x and so on.\n\n',
    'Call it {"name": "x and so on.\nIt goes on here.\n \t\n',
    'Call it {"name": "x and so on.\r\n\r\n',
    '{"type": "user_choice", "question": "Which\none?\n\nSorry, again:\n\n',
    '{"a": "b", "c": ["x\\\n\n\n',
    '{"a": {"b": "c\n   \n\n',
    '{"a": "b", "질문": "하나\n\n',
]


@pytest.mark.requirement("UP6")
@pytest.mark.parametrize("unclosed", UNCLOSED, ids=range(len(UNCLOSED)))
@pytest.mark.parametrize("mode", ["discovery", "chat"])
def test_an_unclosed_string_ends_with_its_paragraph(unclosed: str, mode: Mode) -> None:
    asked = "Which one?\n\n(A) One\n(B) Two\n" if mode == "discovery" else f"{BLOCKS[0]}\n"
    text = unclosed + asked
    check_sizes(text, [*range(1, 24), 40, 80, 1000], mode)

    assert len(detect(text, mode).forms) == 1


@pytest.mark.parametrize(
    ("string", "is_found"),
    [
        ("one\ntwo\nthree", True),
        ("one\n  two\r\nthree\n", True),
        ("one\\n\\ntwo", True),
        ("one\n\\n\ntwo", True),
        ("one\n\u00a0\ntwo", True),
        ("one\n\ntwo", False),
        ("one\n \t\r\ntwo", False),
        ("\n\n", False),
    ],
)
def test_a_string_may_contain_line_breaks_but_no_blank_line(string: str, *, is_found: bool) -> None:
    text = '{"type": "user_choice", "question": "Q?", "context": "STRING", "options": ["a", "b"]}\n'
    text = text.replace("STRING", string)
    check_sizes(text, [*range(1, 24), 40, 80], "chat")

    assert bool(detect(text, "chat").forms) is is_found


@pytest.mark.requirement("UP6", "QC5")
def test_prose_after_an_unclosed_string_is_released_with_its_paragraph() -> None:
    splitter, held, most = Splitter("chat"), 0, 0
    for piece in pieces_of('Say {"name": "x\n\n' + "these words go on " * 700, 5):
        held += len(piece) - len(source_of(splitter.feed(piece)))
        most = max(most, held)

    assert most < 400


@pytest.mark.requirement("UP6")
@pytest.mark.parametrize("broken", BROKEN, ids=range(len(BROKEN)))
@pytest.mark.parametrize("mode", ["discovery", "chat"])
def test_a_block_that_becomes_invalid_ends_with_its_line(broken: str, mode: Mode) -> None:
    text = broken + ASKED
    check_sizes(text, [*range(1, 24), 40, 80, 1000], mode)

    assert len(detect(text, mode).forms) == (2 if mode == "discovery" else 1)


@pytest.mark.requirement("UP6")
@pytest.mark.parametrize(
    ("text", "forms"),
    [
        ('{"a": 1,\n```choices\n{"question":"Q?","options":["a","b"]}\n```\n', 1),
        ('See {"a": 1,\n```choices\n{"question":"Q?","options":["a","b"]}\n```\n', 1),
        (f'{{"a": 1,\n> {BLOCKS[0]}\n', 0),
        (f'{{"a": 1,\n\n    say {BLOCKS[0]}\n', 0),
        (f'{{"a": 1,\n    say {BLOCKS[0]}\n', 1),
        (f'{{"a": 1,\n\n2,\n    say {BLOCKS[0]}\n', 1),
        (f'{{"example":\n{BLOCKS[0]}}}\n', 0),
        (f'{{"a": "b\n{BLOCKS[0]}\n', 1),
    ],
    ids=range(8),
)
@pytest.mark.parametrize("mode", ["discovery", "chat"])
def test_the_line_that_makes_a_block_invalid_is_parsed_again(text: str, forms: int, mode: Mode) -> None:
    check_sizes(text, [*range(1, 24), 40, 80], mode)

    assert len(detect(text, mode).forms) == forms


@pytest.mark.requirement("UP6", "QC5")
def test_prose_after_a_brace_is_held_only_until_the_next_scan() -> None:
    splitter, held, most = Splitter("chat"), 0, 0
    for piece in pieces_of('Say {"name": "x" then ' + "these words go on " * 700, 5):
        held += len(piece) - len(source_of(splitter.feed(piece)))
        most = max(most, held)

    assert most < 400


@pytest.mark.requirement("UP6", "QC5")
@pytest.mark.parametrize("opening", ["```\n{ int x = 1;\n", "```json\n[1, 2,\n", "~~~\n  {a: 1,\n"])
def test_a_fence_that_does_not_start_like_a_choice_is_not_held(opening: str) -> None:
    splitter, held = Splitter("chat"), 0
    for piece in pieces_of(opening + "  x++;\n" * 100, 5):
        held += len(piece) - len(source_of(splitter.feed(piece)))

    assert held < len(opening)


@pytest.mark.requirement("HE6")
@pytest.mark.parametrize("mode", MODES)
def test_an_object_without_its_last_bracket_is_found_at_the_end_of_the_text(mode: Mode) -> None:
    block = '{"type": "user_choice", "question": "Q?", "options": ["a", "b"]'

    segments = detect(f"Well, {block}", mode).segments

    assert [segment.source for segment in segments if isinstance(segment, FormFound)] == [block]
    check_sizes(f"Well, {block}", (1, 2, 3, 7), mode)


@pytest.mark.requirement("HE6")
def test_an_object_that_is_too_long_to_be_repaired_is_prose() -> None:
    text = '{"type": "user_choice", "question": "Q?", "options": ["a", "b"], "pad": "' + "x" * 9000 + '"'

    assert detect(text).forms == []
