"""The six laws of the splitter, over random texts and random cuts."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from choice.stream import MODES, FormFound, Mode, Text
from choice.stream.reader import HOLD_LIMIT
from tests.fuzz.laws import check_laws, source_of, split_pieces
from tests.fuzz.run import check_seed
from tests.fuzz.texts import FRAGMENTS

pytestmark = pytest.mark.requirement("UP6", "QC5")

MODES_STRATEGY = st.sampled_from(MODES)
BUILT = st.lists(st.sampled_from(FRAGMENTS), min_size=1, max_size=20).map("".join)
RAW = st.text(st.characters(exclude_categories=()), max_size=200)
TEXTS = st.one_of(BUILT, RAW, st.tuples(BUILT, RAW, BUILT).map("".join))
QUESTION_LETTERS = st.text(alphabet='A(B)1.2?\n -*`{}"[]:>|#~\\', max_size=120)


def pieces_of(text: str, places: list[int]) -> list[str]:
    """Return a text cut at the given places."""
    ends = sorted({place % (len(text) + 1) for place in places})
    return [text[start:end] for start, end in zip([0, *ends], [*ends, len(text)], strict=True)]


@given(TEXTS, st.lists(st.integers(0, 10_000), max_size=30), MODES_STRATEGY)
@example("Which one?\n(A) x\n(B) y", [10, 11], "discovery")
@settings(max_examples=300)
def test_the_result_does_not_depend_on_where_the_text_is_cut(
    text: str, places: list[int], mode: Mode
) -> None:
    check_laws(text, pieces_of(text, places), mode)


@given(QUESTION_LETTERS, MODES_STRATEGY)
@settings(max_examples=300)
def test_single_characters_give_the_same_result_as_the_whole_text(text: str, mode: Mode) -> None:
    check_laws(text, list(text), mode)


@pytest.mark.parametrize("batch", range(4))
def test_texts_built_from_fragments_of_all_dialects_keep_the_laws(batch: int) -> None:
    for seed in range(batch * 500, batch * 500 + 500):
        check_seed(seed)


@given(TEXTS)
def test_an_empty_chunk_changes_nothing(text: str) -> None:
    assert split_pieces(["", text, "", ""], "discovery") == split_pieces([text], "discovery")


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    "text",
    [
        "?" * 70_000,
        "(" * 70_000,
        "\n" * 70_000,
        "`" * 70_000,
        '{"type":' * 20_000,
        '{"type":"' + "\\" * 70_000,
        '{"type":' + "[" * 70_000,
        "```json\n" + '{"type":\n' * 10_000,
        "```choices\n" + "x\n" * 40_000,
        "Which?\n(A) x\n(B) y\n" + "   more\n" * 10_000,
        "Which?\n(A) " + "x" * 70_000,
        "Which?\n" + "x" * 70_000,
        " " * 70_000 + "x",
        "a " * 40_000,
        "```" + "x" * 70_000,
    ],
    ids=range(15),
)
def test_hostile_texts_are_prose_and_never_held_beyond_the_limit(text: str, mode: Mode) -> None:
    segments = split_pieces([text[start : start + 997] for start in range(0, len(text), 997)], mode)

    assert source_of(segments) == text
    assert not any(isinstance(segment, FormFound) for segment in segments)


def test_a_block_beyond_the_limit_is_prose_and_parsing_continues_after_it() -> None:
    block, question = "```choices\n" + "x\n" * HOLD_LIMIT + "```\n", "Which one?\n(A) x\n(B) y\n"
    text = block + question

    prose, found, _ = split_pieces([text[at : at + 997] for at in range(0, len(text), 997)], "discovery")

    assert prose == Text(block)
    assert isinstance(found, FormFound)


def test_an_object_that_ends_at_the_limit_is_found_and_one_beyond_is_prose() -> None:
    start, end = '{"type":"user_choice","question":"Q?","options":["a"],"pad":"', '"}'
    at_limit = start + "x" * (HOLD_LIMIT - len(start) - len(end)) + end
    beyond = start + "x" * (HOLD_LIMIT - len(start) - len(end) + 1) + end

    assert [type(segment) for segment in split_pieces([at_limit], "chat")] == [FormFound]
    assert split_pieces([beyond], "chat") == [Text(beyond)]
    assert split_pieces(list(beyond), "chat") == [Text(beyond)]


@pytest.mark.parametrize(
    "code",
    [
        " " * 90 + "x```\n",
        " " * 90 + "```\n",
        " " * 77 + "```\n",
        "x\n" + "`" * 100 + "\n",
        "x\n" + "`" * 80 + "\n",
        "abc```\nabc\n   ```\n",
        "  \n \nabc\n  \t```\r\n",
    ],
    ids=range(7),
)
def test_the_end_of_code_does_not_depend_on_the_chunks(code: str) -> None:
    text = f"```python\n{code}Which one?\n(A) x\n(B) y\n"

    for size in (1, 2, 3, 5, 7, 50, 80, 81, 82, 90, 91, 101):
        check_laws(text, [text[at : at + size] for at in range(0, len(text), size)], "discovery")


@pytest.mark.parametrize("length", range(1190, 1216))
def test_an_abbreviation_in_an_overlong_sentence_does_not_depend_on_the_chunks(
    length: int,
) -> None:
    text = "x" * length + " e.g. this?\n(A) one\n(B) two\n"
    for size in (1, 2, 3, 5):
        check_laws(text, [text[at : at + size] for at in range(0, len(text), size)], "discovery")


@pytest.mark.parametrize("first", [17, 300, 900, 1150, 1190])
@pytest.mark.parametrize("length", [1150, 1199, 1200, 1201, 1450, 2300])
def test_an_overlong_sentence_does_not_depend_on_the_chunks(first: int, length: int) -> None:
    """Feed one large chunk and then small ones."""
    begun, rest = "It is short. We ", "goes on and " * 200
    text = begun + rest[:length] + "ends. Which one?\n(A) one\n(B) two\n"
    start = len(begun) + first
    small = [text[at : at + 5] for at in range(start, len(text), 5)]

    check_laws(text, [begun, text[len(begun) : start], *small], "discovery")


@pytest.mark.parametrize("mark", ["`", "{", "[", "<", "a. "])
def test_an_overlong_heading_does_not_depend_on_the_chunks(mark: str) -> None:
    text = "# " + "x" * 1300 + mark + "abc\n\nWhich one?\n(A) one\n(B) two\n"

    for size in (1, 3, 7, 100, 1290, 1304, 1305):
        check_laws(text, [text[at : at + size] for at in range(0, len(text), size)], "discovery")


@pytest.mark.parametrize("space", [" ", "\n", "\t", "\u00a0"])
def test_a_sentence_after_a_quotation_does_not_depend_on_the_chunks(
    space: str,
) -> None:
    text = (
        f'You said "why?"{space}so ```py\n{{"type":"user_choice","question":"Q?","options":["a","b"]}}\n```\n'
    )
    for size in (1, 2, 3, 4, 5, 7):
        check_laws(text, [text[at : at + size] for at in range(0, len(text), size)], "discovery")
