"""Hold-back: only text that may belong to a question is held."""

import pytest

from choice.stream import Mode, Splitter, Text

pytestmark = pytest.mark.requirement("QC5", "UP6")

PROSE = "The index (see 3.5) is small: `a?b` and [a link](x), {braces} too; no more.\nA second line — fine.\n"


def held_after(text: str, mode: Mode) -> str:
    """Return what is still held after a text was fed character by character."""
    splitter = Splitter(mode)
    released = "".join(
        segment.text
        for character in text
        for segment in splitter.feed(character)
        if isinstance(segment, Text)
    )
    assert text.startswith(released)
    return text[len(released) :]


@pytest.mark.parametrize("end", range(1, len(PROSE) + 1))
def test_in_chat_prose_is_held_only_where_a_block_may_start(end: int) -> None:
    held = held_after(PROSE[:end], "chat")

    assert held in ("", "[", "{", "`")


@pytest.mark.parametrize(
    ("text", "held"),
    [
        ("Hello", ""),
        ("Hello\n", ""),
        ("Hello\n``", "``"),
        ("Hello\n```", "```"),
        ("Hello\n```js", "```js"),
        ("Hello\n```jsx", ""),
        ("Hello\n```json\n", "```json\n"),
        ('Hello\n```json\n{"ty', '```json\n{"ty'),
        ('Hello\n```json\n{"port', '```json\n{"port'),
        ("Hello\n```\n{", "```\n{"),
        ("Hello\n```\nx", ""),
        ("Hello\n```json\n1", ""),
        ("Hello\n```python\n{", ""),
        ("Hello\n```choices\nanything", "```choices\nanything"),
        ("Say {", "{"),
        ("Say {x", ""),
        ("Say {  ", "{  "),
        ('Say {  "quest', '{  "quest'),
        ('Say {"port', '{"port'),
        ('Say {"port" x', ""),
        ('Say {"port" :', '{"port" :'),
        ('Say {"port": x', ""),
        ('Say {"port": 80', '{"port": 80'),
        ('Say {"the port', '{"the port'),
        ('Say {"the\n', ""),
        ('Say {"' + "x" * 80, '{"' + "x" * 80),
        ('Say {"' + "x" * 81, ""),
        ('Say {"a\\', '{"a\\'),
        ('Say {"a\\"', '{"a\\"'),
        ('Say {"', '{"'),
        ('Say {"": 1', '{"": 1'),
        ('Say {"question"', '{"question"'),
        ('Say {"question" x', ""),
        ("Say [", "["),
        ("Say [{", "[{"),
        ("Say [x", ""),
        ("Say `{", ""),
        ("Say `", "`"),
        ("Say `x", ""),
        ("Say ``", "``"),
        ("Say `` ", ""),
        ("Say ```", "```"),
        ("Say ```js", "```js"),
        ("Say ```js ", "```js "),
        ("Say ```js x", ""),
        ("Say ```js`", ""),
        ("Say ```js\n", ""),
        ("Say ```json\n", "```json\n"),
        ("Say ``` ", ""),
        ("Say ```\n", ""),
        ("Say ```" + "x" * 21, ""),
        ("Say " + "`" * 21, ""),
        ("   ", "   "),
        ("> {", ""),
        ("Which one?\n(A) x\n(B) y\n", ""),
    ],
)
def test_in_chat_only_the_start_of_a_block_is_held(text: str, held: str) -> None:
    assert held_after(text, "chat") == held


@pytest.mark.parametrize(
    ("text", "held"),
    [
        ("One sentence. And", " And"),
        ("One sentence.", "One sentence."),
        ("One sentence. ", " "),
        ("One sentence!\n", ""),
        ("你好。这是", "这是"),
        ("Use e.g. SQLite or", "Use e.g. SQLite or"),
        ("It is 3.5 or so", "It is 3.5 or so"),
        ("First. Is it? ", " Is it? "),
        ("Is it? Yes it is. ", "Is it? Yes it is. "),
        ("Is it? Yes it is.\nAnd so on. ", " "),
        ("Is it? Is that? ", " Is that? "),
        ("Is it?\n\nYes, and here is more of", "Yes, and here is more of"),
        ("Which one?\n\nOne is new, and here is more of", "Which one?\n\nOne is new, and here is more of"),
        ("Here is what I did:\n- one", "- one"),
        ("Would you like me to:\n- go", "Would you like me to:\n- go"),
        ("Is it?\n\nYes.\n\nSo it is.\n", ""),
        ("Is it?\n(A) x\n(B) y\n", "Is it?\n(A) x\n(B) y\n"),
        ("# A heading\n", ""),
        ("> quoted words", ""),
        ("| a table", ""),
        ("```python\ncode", ""),
    ],
)
def test_in_discovery_a_sentence_is_held_to_its_end_and_a_question_for_its_options(
    text: str, held: str
) -> None:
    splitter = Splitter("discovery")
    out = [segment for character in text for segment in splitter.feed(character)]
    seen = sum(len(segment.text if isinstance(segment, Text) else segment.source) for segment in out)

    assert text[seen:] == held


def test_a_sentence_too_long_for_a_question_is_released() -> None:
    splitter = Splitter("discovery")
    text = "word " * 400

    released = sum(len(segment.text) for segment in splitter.feed(text) if isinstance(segment, Text))

    assert released == len(text)
    assert splitter.feed("more ") == [Text("more ")]


def test_a_plain_token_is_returned_by_the_call_that_fed_it() -> None:
    splitter = Splitter("chat")
    splitter.feed("The")

    assert splitter.feed(" next") == [Text(" next")]
