"""Fenced blocks: code passes unchanged, and our own blocks are parsed."""

import pytest

from choice.stream import Mode
from choice.stream.blocks import LONGEST_CLOSING
from choice.stream.reader import HOLD_LIMIT
from tests.fuzz.laws import check_laws
from tests.stream.pieces import check_sizes
from tests.stream.test_splitter import BLOCK, split

pytestmark = pytest.mark.requirement("QC9")


BODIES = [
    "",
    "\n",
    "x = 1\n",
    "x = `1`\n",
    "x ```\ny\n",
    "```x\ny\n",
    "  \n\t\n x\n",
    "``\n ``\n",
    " " * LONGEST_CLOSING + "```\n",
    " " * (LONGEST_CLOSING - 2) + "```\n",
    "a long line of code that has no mark at all\n\n    and another one\n",
    "x\n   ",
    "x\n" + " " * 20,
]
"""Contents that do not close a block."""


@pytest.mark.parametrize("body", BODIES, ids=range(len(BODIES)))
@pytest.mark.parametrize(
    "closing", ["```", "````  ", "  ```\r", " " * (LONGEST_CLOSING - 3) + "```"], ids=range(4)
)
def test_a_block_ends_at_its_closing_fence(body: str, closing: str) -> None:
    if body.endswith(" ") and len(closing) > 20:
        closing = "```"
    text = f"```py\n{body}{BLOCK}\n{body}{closing}\n{BLOCK}"

    check_sizes(text, [*range(1, 20), 1000], "chat")
    assert split(text, "chat") == [text[: -len(BLOCK)], "<user_choice>"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (f"``` a`b\n{BLOCK}\n", ["``` a`b\n", "<user_choice>", "\n"]),
        (f"~~~ a`b\n{BLOCK}\n", None),
        (f"~~~\n```\n{BLOCK}\n~~~~\n{BLOCK}", [f"~~~\n```\n{BLOCK}\n~~~~\n", "<user_choice>"]),
        (f"````py\n```\n{BLOCK}\n", None),
        (f"\r```json\n{BLOCK}\n```\n", ["\r", "<user_choice>", "\n"]),
        (f"Here: ```json\n{BLOCK}\n```\nNext", ["Here: ", "<user_choice>", "\nNext"]),
        (f"- ```json\n  {BLOCK}\n  ```\n{BLOCK}", ["- ", "<user_choice>", "\n", "<user_choice>"]),
        (f"Here: ```python\n{BLOCK}\n```\n{BLOCK}", [f"Here: ```python\n{BLOCK}\n```\n", "<user_choice>"]),
        (
            f"1. ````c++\n   {BLOCK}\n   ````\n{BLOCK}",
            [f"1. ````c++\n   {BLOCK}\n   ````\n", "<user_choice>"],
        ),
        (f"Use ``` to open it\n{BLOCK}\n", ["Use ``` to open it\n", "<user_choice>", "\n"]),
        (f"Use ```py`\n{BLOCK}\n", ["Use ```py`\n", "<user_choice>", "\n"]),
        (f"Use ```py``` here\n{BLOCK}\n", ["Use ```py``` here\n", "<user_choice>", "\n"]),
        (f"Use `a ```json\n{BLOCK}\n", ["Use `a ```json\n", "<user_choice>", "\n"]),
        (f"  `a` {BLOCK}\n", ["  `a` ", "<user_choice>", "\n"]),
    ],
    ids=range(14),
)
def test_the_info_string_decides_whether_a_fence_opens_a_block(text: str, found: list[str] | None) -> None:
    check_sizes(text, [1], "chat")
    check_sizes(text, [3], "discovery")

    assert split(text, "chat") == (found or [text])


@pytest.mark.parametrize(
    "text",
    [
        f"```json\n{BLOCK}```\nafter",
        f"```json\n{BLOCK} ```\nafter",
        f"```json\n{BLOCK}```  \nafter",
        f"```json\n[{BLOCK}]```\nafter",
        f"Before.\n```json\n\n \t\r\n{BLOCK}\n```\nafter",
        f"```json\n{' ' * 200}{BLOCK}\n```\nafter",
    ],
    ids=range(6),
)
def test_a_block_is_found(text: str) -> None:
    check_sizes(text, [1, 4, 1000], "chat")

    assert split(text, "chat")[-2] == "<user_choice>"


@pytest.mark.parametrize(
    "text",
    [
        f"```json\n{' ' * 201}{BLOCK}\n```\nafter",
        f"```json\nX{BLOCK}\n```\nafter",
        "```json\n \n",
        "```json\n  ",
    ],
    ids=range(4),
)
def test_a_block_that_does_not_begin_as_json_is_code(text: str) -> None:
    check_laws(text, list(text), "chat")

    assert split(text, "chat") == [text]


@pytest.mark.parametrize("over", [0, 1])
def test_a_block_is_held_up_to_the_limit_and_not_beyond_it(over: int) -> None:
    rest = '{"question":"Q?","options":["a"],"note":"'
    opening, closing = "```choices\n", '"}\n'
    filling = "x" * (HOLD_LIMIT - len(opening + rest + closing + "```") + over)
    text = f"{opening}{rest}{filling}{closing}```\nafter"

    check_laws(text, [text[:70], text[70:-9], *text[-9:]], "chat")
    assert len(split(text, "chat")) == (1 if over else 2)


@pytest.mark.requirement("HE6")
@pytest.mark.parametrize(
    ("text", "found"),
    [
        (f"```json {BLOCK} ```", ["<user_choice>"]),
        (f"```json\t{BLOCK}```\nafter", ["<user_choice>", "\nafter"]),
        (f"Well: ```JSON {BLOCK}``` after", ["Well: ", "<user_choice>", " after"]),
        (f"~~~jsonc {BLOCK}\n~~~", ["<user_choice>"]),
        (f"  ```json {BLOCK}\n  ```\nafter", ["  ", "<user_choice>", "\nafter"]),
        (f"```json {BLOCK}", ["<user_choice>"]),
        (f"```json {BLOCK} ```` x", ["<user_choice>", "` x"]),
        (f'```json {BLOCK[:-1]}, "rationale": "a ``` b"}}```', ["<user_choice>"]),
        (f"```json\n// one\n{BLOCK}\n```\n", ["<user_choice>", "\n"]),
        (f"```jsonc\n{{ /* one */ {BLOCK[1:]}\n```\n", ["<user_choice>", "\n"]),
        ("```json\n// one\n[1]\n```\n", None),
        ("```json\n/", None),
        ("```json\n{ /", None),
        ("```json\n/path\n```\n", None),
        (f"``json {BLOCK}``", None),
        (f"```python {BLOCK}```", None),
        (f"```json {BLOCK[:-9]}```\nafter", None),
        ("```json {1} ```\nafter", None),
        ("```json [1]", None),
    ],
)
def test_json_may_begin_on_the_line_of_the_opening_fence(text: str, found: list[str] | None) -> None:
    check_sizes(text, [1, 2, 3, 5, 1000], "chat")

    assert [each for each in split(text, "chat") if each.strip()] == [
        each for each in found or [text] if each.strip()
    ]


@pytest.mark.requirement("HE7")
@pytest.mark.parametrize("mode", ["chat", "discovery"])
@pytest.mark.parametrize("tag", ["think", "thinking", "THINK"])
@pytest.mark.parametrize("line", ["\n", " ", ""])
def test_reasoning_is_never_a_question(tag: str, line: str, mode: Mode) -> None:
    question = "Which?\n(A) x\n(B) y"
    reasoning = f"<{tag}>{line}{question}\n\n```json\n{BLOCK}\n```\n{BLOCK}\n</{tag}>"
    check_sizes(reasoning + "\n" + BLOCK, [1, 2, 3, 5, 1000], mode)

    assert split(reasoning, mode) == [reasoning]
    assert split(f"{reasoning}{BLOCK}", mode) == [reasoning, "<user_choice>"]
    assert split(f"Well, <{tag}>{BLOCK}</{tag}>", mode) == [f"Well, <{tag}>{BLOCK}</{tag}>"]
