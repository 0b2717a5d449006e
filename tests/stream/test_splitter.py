"""The splitter on whole texts; the corpus has many more cases."""

import pytest

from choice.stream import MODES, FormFound, Mode, Segment, Splitter, Text
from tests.fuzz.laws import check_laws, split_pieces

LIST = "Which store?\n(A) SQLite\n(B) PostgreSQL\n"
BLOCK = '{"type":"user_choice","question":"Which store?","options":["SQLite","PostgreSQL"]}'


def shapes(segments: list[Segment]) -> list[str]:
    """Return each segment's text, or the name of its dialect."""
    return [segment.text if isinstance(segment, Text) else f"<{segment.dialect}>" for segment in segments]


def split(text: str, mode: Mode = "discovery") -> list[str]:
    """Return the shapes of a whole text's segments."""
    return shapes(split_pieces([text], mode))


@pytest.mark.requirement("QC4")
def test_lists_are_questions_in_discovery_and_clarification_only() -> None:
    assert split(LIST, "discovery") == ["<lettered_list>", "\n"]
    assert split(LIST, "clarification") == ["<lettered_list>", "\n"]
    assert split(LIST, "chat") == [LIST]
    assert split(BLOCK, "chat") == ["<user_choice>"]


@pytest.mark.requirement("QC4")
def test_the_category_of_a_question_is_the_mode() -> None:
    modes: list[tuple[Mode, str | None]] = [
        ("discovery", "discovery"),
        ("clarification", "clarification"),
        ("chat", None),
    ]
    for mode, category in modes:
        (found,) = split_pieces([BLOCK], mode)

        assert isinstance(found, FormFound)
        assert found.form.questions[0].category == category


@pytest.mark.parametrize(
    "text",
    [LIST, f"```json\n{BLOCK}\n```", '```choices\n{"question":"Q?","options":["a"]}\n```'],
    ids=["list", "json", "choices"],
)
def test_every_dialect_sets_the_category(text: str) -> None:
    found = split_pieces([text], "clarification")[0]

    assert isinstance(found, FormFound)
    assert found.form.questions[0].category == "clarification"


@pytest.mark.requirement("QC7")
def test_several_questions_in_one_message_are_found_in_order() -> None:
    text = f"First. {LIST}\nAnd now:\n\n```json\n{BLOCK}\n```\nLast: {BLOCK} done."

    assert split(text) == [
        "First.",
        "<lettered_list>",
        "\n\nAnd now:\n\n",
        "<user_choice>",
        "\nLast: ",
        "<user_choice>",
        " done.",
    ]


@pytest.mark.requirement("QC11")
def test_questions_have_a_number_and_the_heading_above_them() -> None:
    segments = split_pieces([f"# Business Objectives!\n\n{LIST}\n{LIST}\n{LIST}"], "discovery")
    forms = [segment.form for segment in segments if isinstance(segment, FormFound)]

    assert [form.questions[0].metadata for form in forms] == [
        {"question_sequence": 1, "discovery_phase": "business_objectives"},
        {"question_sequence": 2, "discovery_phase": "business_objectives"},
        {"question_sequence": 3, "discovery_phase": "business_objectives"},
    ]


def test_a_heading_without_words_sets_no_phase() -> None:
    segments = split_pieces([f"# …\n\n{LIST}"], "discovery")

    assert [segment.form.questions[0].metadata for segment in segments if isinstance(segment, FormFound)] == [
        {"question_sequence": 1}
    ]


@pytest.mark.requirement("QC8")
@pytest.mark.parametrize(
    "text",
    [
        "Which?\n(A) one\n",
        "Which?\n(A) one\n(C) three\n",
        "Which?\n(A) one\n(B) two?\n(C) three\n",
        "Which?\n(A) one\n(B) two?\n   three\n",
        "Which?\n(A) one?\n(B) two\n",
        "Which?\n(B) one\n(C) two\n",
        "Which?\n- one\n- two\n",
        "Which?\n\n\n\n\n(A) one\n(B) two\n",
        "Which?\n> quoted\n(A) one\n(B) two\n",
        "Which?\nOptions:\nMore words.\n(A) one\n(B) two\n",
        "Which?\nBecause of this.\n(A) one\n(B) two\n",
        "Which?\n[a link](x)\n(A) one\n(B) two\n",
        "Which?\nIt is {braced}.\n(A) one\n(B) two\n",
        "Which?\nOne reason.\n\nAnother one.\n\n(A) one\n(B) two\n",
        "Which?\n\n---\n(A) one\n(B) two\n",
        "Which?\n(A) one\n    ```\n    code\n    ```\n(B) two\n",
        "Which?\n(A) one\n(B) two\n    ```\n    code\n    ```\n(C) three\n",
        "Which?\n(A) one\n(A) two\n",
        "Which?\n  [a link](x)\n(A) one\n(B) two\n",
        "Which?\n" + "".join(f"{number}. option\n" for number in range(1, 9)),
    ],
)
def test_a_malformed_list_stays_text(text: str) -> None:
    assert split(text) == [text]


def test_a_list_ends_at_other_text_or_another_list() -> None:
    assert split(f"{LIST}That is it.") == ["<lettered_list>", "\nThat is it."]
    assert split(f"{LIST}1. step\n") == ["<lettered_list>", "\n1. step\n"]
    assert split(f"{LIST}(A) again\n") == ["<lettered_list>", "\n(A) again\n"]
    assert split(f"{LIST}> quote\n") == ["<lettered_list>", "\n> quote\n"]


def test_text_after_a_blank_line_describes_an_option_and_is_not_part_of_its_label() -> None:
    (found, _) = split_pieces(["Which one?\n1. a\n\n   more text\n2. b\n"], "discovery")

    assert isinstance(found, FormFound)
    first = found.form.questions[0].options[0]
    assert (first.label, first.description) == ("a", "more text")


def test_indented_lines_and_blank_lines_belong_to_their_option() -> None:
    (found, _) = split_pieces(
        ["Which?\n\n(A) one and\n    more of it\n\n    - detail\n\n(B) two\n"], "discovery"
    )

    assert isinstance(found, FormFound)
    assert [option.description for option in found.form.questions[0].options] == ["- detail", None]
    assert found.form.questions[0].options[0].label == "one and more of it"


@pytest.mark.parametrize(
    "text",
    [
        f"```python\n{BLOCK}\n```\n",
        f"````\n```json\n{BLOCK}\n```\n````\n",
        f"> {BLOCK}\n",
        f"| {BLOCK} |\n",
        f"Say `{BLOCK}` here.",
        f"Say ``a ` {BLOCK}`` here.",
        f"\n\n    {BLOCK}\n",
        f"1. item\n\n     ```python\n     {BLOCK}\n     ```\n",
        "Here: ```python\nx\n```\n> Which one?\n> (A) a\n> (B) b\n",
        f"Here: ```python\nx\n```\n> {BLOCK}\n",
        f"\n\n    ```json\n    {BLOCK}\n    ```\n",
        f"\n\n    `a` {BLOCK}\n",
        f"``` `` {BLOCK}\n",
        f"```json\n{BLOCK}\nmore\n```\n",
        f"```json title\n[1]\n```\n{BLOCK[:-2]}",
        "```choices\nnot json\n```\n",
        "~~~ruby\n```choices\n~~~\n",
    ],
)
def test_code_quotes_and_tables_are_never_questions(text: str) -> None:
    assert split(text) == [text]


@pytest.mark.parametrize(
    ("text", "is_asked"),
    [
        (f"    {BLOCK}\n", False),
        (f"Words\n    {BLOCK}\n", True),
        (f"Words\n\n    {BLOCK}\n", False),
        (f"- item\n\n    {BLOCK}\n", True),
        (f"- item\n\nWords\n\n    {BLOCK}\n", False),
        ("Which?\n\n\n\n(A) one\n(B) two\n", True),
    ],
    ids=range(6),
)
def test_the_context_decides_the_kind_of_an_indented_line(text: str, *, is_asked: bool) -> None:
    check_laws(text, list(text), "discovery")

    assert any(shape.startswith("<") for shape in split(text)) == is_asked


def test_a_question_without_a_heading_above_it_has_no_phase() -> None:
    (found, _) = split_pieces([LIST], "discovery")

    assert isinstance(found, FormFound)
    assert found.form.questions[0].metadata == {"question_sequence": 1}


def test_all_kinds_of_fences_are_parsed() -> None:
    for opening, closing in [
        ("```json", "```"),
        ("```JSON", "```"),
        ("~~~json", "~~~~"),
        ("````", "````"),
        ("```", "```"),
    ]:
        assert split(f"Before\n{opening}\n{BLOCK}\n{closing}\nafter") == [
            "Before\n",
            "<user_choice>",
            "\nafter",
        ]
    assert split(f"```json\n{BLOCK}```\nafter") == ["<user_choice>", "\nafter"]
    assert split(f"```json\n{BLOCK}\n") == ["<user_choice>"]
    assert split(f"```json\r\n{BLOCK}\r\n```\r\nafter") == ["<user_choice>", "\r\nafter"]


def test_a_splitter_can_be_reused_after_flush() -> None:
    splitter = Splitter("discovery")
    first = splitter.feed(LIST) + splitter.flush()
    second = splitter.feed(LIST) + splitter.flush()

    assert first == second


def test_an_unknown_mode_is_rejected_with_the_known_modes() -> None:
    with pytest.raises(ValueError, match="discovery, clarification, chat"):
        Splitter("story")  # type: ignore[arg-type]


@pytest.mark.parametrize("size", [1, 2, 5, 200])
@pytest.mark.parametrize(
    "broken", ['{"type": {"a": 1]]', '{"type": [1}}', '[{"type": "}}}]"}}', '{"id": "\\\\"}}']
)
def test_a_list_is_found_after_unbalanced_brackets(broken: str, size: int) -> None:
    text = f"See {broken}\n\n{LIST}"
    pieces = [text[at : at + size] for at in range(0, len(text), size)]

    assert [
        segment.dialect for segment in split_pieces(pieces, "discovery") if isinstance(segment, FormFound)
    ] == ["lettered_list"]


def test_a_foreign_block_ends_at_its_closing_fence() -> None:
    splitter = Splitter("chat")
    pieces = [
        "```python\n",
        "x",
        *[f"{number}\n" for number in range(5000)],
        "  \n",
        " ``\n",
        "   ```\n",
        BLOCK,
    ]

    segments = [segment for piece in pieces for segment in splitter.feed(piece)] + splitter.flush()

    assert "".join(segment.text for segment in segments if isinstance(segment, Text)) == "".join(pieces[:-1])
    assert isinstance(segments[-1], FormFound)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    "text",
    [
        "One line. And a second statement.\nAnother line.\nWhich one?\n(A) x\n(B) y\n",
        "We ask e.g.\nWhich one?\n(A) x\n(B) y\n",
        f"{'word ' * 2000}end.\nShort.\nWhich one?\n(A) x\n(B) y\n",
        "Plain.\n    indented\nPlain.\n> quoted\nPlain.\n\n    code\nPlain.\n```choices\n",
        'Plain.\nAlso plain, with `{` in code.\nPlain {"question": "Which?"}.\nPlain.\n',
    ],
)
def test_whole_lines_give_the_same_result_as_single_characters(text: str, mode: Mode) -> None:
    check_laws(text, list(text), mode)
    check_laws(text, text.splitlines(keepends=True), mode)


def test_unfinished_code_is_text_at_the_end() -> None:
    splitter = Splitter("chat")
    held = splitter.feed("Look:\n\n    ``")

    assert [*held, *splitter.flush()] == [Text("Look:\n\n"), Text("    ``")]
