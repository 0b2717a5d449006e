"""Where a fenced block of ours begins and ends, however it is written."""

import pytest

from choice.stream.held_text import HOLD_LIMIT
from tests.fuzz.laws import check_laws
from tests.stream.pieces import check_sizes
from tests.stream.test_splitter import BLOCK, split

pytestmark = pytest.mark.requirement("QC9")


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
