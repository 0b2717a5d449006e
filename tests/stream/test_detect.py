"""`detect` on a whole text and `split` on an async iterator."""

import asyncio
from collections.abc import AsyncIterable, AsyncIterator, Iterable

import pytest

from choice.dialects.replies import CANCELLED
from choice.models import Answer, Answered, Cancelled
from choice.stream import Mode, Splitter, detect, split
from choice.stream.segments import FormFound, Segment, Text, joined

LIST = "Which one?\n\n(A) Tea\n(B) Coffee"
BLOCK = '```choices\n{"question":"Really?","options":[{"label":"Yes","value":"yes"}]}\n```'


@pytest.mark.requirement("QC5", "QC7")
def test_a_text_is_split_into_prose_and_forms() -> None:
    found = detect(f"Before.\n\n{LIST}\n\nBetween.\n\n{BLOCK}\nBehind.")

    assert found.text == "Before.\n\n\n\nBetween.\n\n\nBehind."
    assert [form.questions[0].text for form in found.forms] == ["Which one?", "Really?"]
    assert [type(segment) for segment in found.segments] == [Text, FormFound, Text, FormFound, Text]


def test_a_text_without_a_question_is_all_prose() -> None:
    found = detect("A first sentence. A second?\nA third.")

    assert found == (
        "A first sentence. A second?\nA third.",
        [],
        [Text("A first sentence. A second?\nA third.")],
    )


def test_an_empty_text_has_no_segments() -> None:
    assert detect("") == ("", [], [])


@pytest.mark.requirement("QC4")
def test_in_chat_only_explicit_blocks_are_questions() -> None:
    found = detect(f"{LIST}\n\n{BLOCK}", mode="chat")

    assert found.text == f"{LIST}\n\n"
    assert [form.questions[0].text for form in found.forms] == ["Really?"]


def test_detect_finds_the_same_as_a_splitter_fed_in_chunks() -> None:
    text = f"One.\n\n{LIST}\n\n{BLOCK}\n"
    splitter = Splitter()

    forms = [
        segment
        for piece in [*map(splitter.feed, text), splitter.flush()]
        for segment in piece
        if isinstance(segment, FormFound)
    ]

    assert [segment for segment in detect(text).segments if isinstance(segment, FormFound)] == forms


@pytest.mark.parametrize("text", [None, 0, b"Which one?", ["Which one?"]])
def test_a_value_that_is_not_a_string_is_rejected(text: object) -> None:
    with pytest.raises(TypeError, match="must be a string"):
        detect(text)  # type: ignore[arg-type]


def test_a_form_found_in_text_replies_in_its_own_dialect() -> None:
    listed, block = [
        segment for segment in detect(f"{LIST}\n\n{BLOCK}\n").segments if isinstance(segment, FormFound)
    ]

    assert listed.reply(Answered(answers=(Answer(question_id="q1", option_ids=("B",)),))) == "Coffee"
    assert block.reply(Answered(answers=(Answer(question_id="q1", option_ids=("1",)),))) == "yes"
    assert block.reply(Cancelled()) == CANCELLED


ANSWER = "Both would do.\n\nWhich one?\n\n(A) Tea\n(B) Coffee\n\nTake your time.\n"


class Broken(Exception):
    """The connection to the model broke off."""


class Source:
    """Chunks of text that can break off, and that remember being closed."""

    def __init__(self, chunks: Iterable[str], *, breaks: bool = False) -> None:
        self._chunks = iter(chunks)
        self._breaks = breaks
        self.closed = False

    def __aiter__(self) -> AsyncIterator[str]:
        return self

    async def __anext__(self) -> str:
        for chunk in self._chunks:
            return chunk
        if self._breaks:
            raise Broken
        raise StopAsyncIteration

    async def aclose(self) -> None:
        self.closed = True


class Unclosable:
    """Chunks that cannot be closed."""

    def __init__(self, *chunks: str) -> None:
        self._chunks = iter(chunks)

    def __aiter__(self) -> AsyncIterator[str]:
        return self

    async def __anext__(self) -> str:
        for chunk in self._chunks:
            return chunk
        raise StopAsyncIteration


async def gathered(chunks: AsyncIterable[str], mode: Mode = "discovery") -> list[Segment]:
    return [segment async for segment in split(chunks, mode)]


@pytest.mark.requirement("UP6")
@pytest.mark.parametrize("mode", ["discovery", "clarification", "chat"])
@pytest.mark.parametrize("size", [1, 3, 17, 1000])
def test_an_async_iterator_is_split_like_a_text(mode: Mode, size: int) -> None:
    splitter = Splitter(mode)
    source = Source(ANSWER[at : at + size] for at in range(0, len(ANSWER), size))

    found = asyncio.run(gathered(source, mode))

    assert joined(found) == joined(splitter.feed(ANSWER) + splitter.flush())
    assert source.closed


def test_prose_is_yielded_before_the_next_chunk_is_read() -> None:
    source = Source(["word ", "word "])

    async def first() -> Segment:
        return await anext(split(source, "chat"))

    assert asyncio.run(first()) == Text("word ")


def test_held_text_is_yielded_at_the_end_of_a_source_without_aclose() -> None:
    found = asyncio.run(gathered(Unclosable("Which one?\n(A) Tea\n", "(B) Coffee")))

    assert [type(segment) for segment in found] == [FormFound]


def test_when_the_source_fails_held_text_is_yielded_as_prose() -> None:
    found: list[Segment] = []

    async def gather(source: Source) -> None:
        async for segment in split(source):
            found.append(segment)  # noqa: PERF401 - what came before the error counts

    source = Source([ANSWER, "And now?\n(A) This\n(B) Tha"], breaks=True)
    with pytest.raises(Broken):
        asyncio.run(gather(source))

    assert [type(segment) for segment in joined(found)] == [Text, FormFound, Text]
    assert found[-1] == Text("And now?\n(A) This\n(B) Tha")
    assert source.closed


def test_when_the_source_fails_a_partial_sentence_is_yielded() -> None:
    found: list[Segment] = []

    async def gather() -> None:
        async for segment in split(Source(["Both would", " do"], breaks=True)):
            found.append(segment)  # noqa: PERF401 - what came before the error counts

    with pytest.raises(Broken):
        asyncio.run(gather())

    assert found == [Text("Both would do")]


def test_closing_the_iterator_closes_the_source() -> None:
    source = Source([ANSWER])

    async def leave() -> None:
        segments = split(source)
        await anext(segments)
        await segments.aclose()  # type: ignore[attr-defined]  # it is a generator

    asyncio.run(leave())

    assert source.closed


def test_an_unknown_mode_is_rejected() -> None:
    with pytest.raises(ValueError, match="discovery, clarification, chat"):
        asyncio.run(gathered(Source([]), "quiz"))  # type: ignore[arg-type]  # the point of the test
