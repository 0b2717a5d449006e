import pytest

from choice.answers import Answer, Answered, Cancelled
from choice.dialects.reply_lines import CANCELLED
from choice.stream.detect import detect
from choice.stream.segments import FormFound, Text
from choice.stream.splitter import Splitter

LIST = "Which one?\n\n(A) Tea\n(B) Coffee"
BLOCK = '```choices\n{"question":"Really?","options":[{"label":"Yes","value":"yes"}]}\n```'


@pytest.mark.requirement("QC5", "QC7")
def test_a_text_is_taken_apart_into_prose_and_forms() -> None:
    found = detect(f"Before.\n\n{LIST}\n\nBetween.\n\n{BLOCK}\nBehind.")

    assert found.text == "Before.\n\n\n\nBetween.\n\n\nBehind."
    assert [form.questions[0].text for form in found.forms] == ["Which one?", "Really?"]
    assert [type(segment) for segment in found.segments] == [Text, FormFound, Text, FormFound, Text]


def test_without_a_question_the_text_is_all_there_is() -> None:
    found = detect("A first sentence. A second?\nA third.")

    assert found == (
        "A first sentence. A second?\nA third.",
        [],
        [Text("A first sentence. A second?\nA third.")],
    )


def test_nothing_gives_nothing() -> None:
    assert detect("") == ("", [], [])


@pytest.mark.requirement("QC4")
def test_in_chat_only_explicit_blocks_are_questions() -> None:
    found = detect(f"{LIST}\n\n{BLOCK}", mode="chat")

    assert found.text == f"{LIST}\n\n"
    assert [form.questions[0].text for form in found.forms] == ["Really?"]


def test_it_finds_what_a_splitter_finds_piece_by_piece() -> None:
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
def test_what_is_no_text_is_refused(text: object) -> None:
    with pytest.raises(TypeError, match="must be a string"):
        detect(text)  # type: ignore[arg-type]


def test_a_form_found_in_text_replies_in_its_own_dialect() -> None:
    listed, block = [
        segment for segment in detect(f"{LIST}\n\n{BLOCK}\n").segments if isinstance(segment, FormFound)
    ]

    assert listed.reply(Answered(answers=(Answer(question_id="q1", option_ids=("B",)),))) == "Coffee"
    assert block.reply(Answered(answers=(Answer(question_id="q1", option_ids=("1",)),))) == "yes"
    assert block.reply(Cancelled()) == CANCELLED
