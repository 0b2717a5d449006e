import itertools
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.choicewire import ROOT, choicewire, environment, segments

LETTERED = """Thanks, that helps a lot.

What is the main goal of the new shop?

Knowing it keeps every feature in line with what the business needs.

For example:
(A) Win new customers
(B) Run the warehouse at lower cost
(C) Keep the customers we have

Take your time.
"""
CHOICE = """{
  "type": "user_choice",
  "question": "어느 저장소를 쓸까요?",
  "context": "나중에 바꾸면 하루가 걸립니다.",
  "options": [
    {"id": "1", "label": "SQLite", "description": "파일 하나"},
    {"id": "2", "label": "PostgreSQL", "description": "서버 필요"}
  ]
}"""
GROUP = f"""{{
  "type": "user_choice_group",
  "question": "배포 설정",
  "context": "둘 다 있어야 시작합니다.",
  "choices": [
    {CHOICE},
    {{
      "type": "user_choice",
      "question": "인증은 어떻게 할까요?",
      "choices": [{{"id": "1", "label": "OAuth"}}, {{"id": "2", "label": "비밀번호"}}]
    }}
  ]
}}"""
FORM = """{
  "type": "user_choices",
  "title": "Release",
  "description": "Two details are open.",
  "questions": [
    {"id": "when", "question": "When?", "context": "Friday is a holiday.",
     "choices": [{"id": "1", "label": "Today", "description": "Before noon"}]},
    {"id": "who", "question": "For whom?",
     "choices": [{"id": "1", "label": "Testers"}, {"id": "2", "label": "Everybody"}]}
  ]
}"""
FENCE = """The site has a feed.

```choices
{
  "question": "How should I fetch this source?",
  "options": [
    { "label": "From its feed", "value": "rss" },
    { "label": "By reading the pages", "value": "agentic" }
  ]
}
```

I wait for you.
"""
ANSWERS = [LETTERED, f"A\n\n```json\n{GROUP}\n```\nB", f"A {CHOICE} B\n", f"```json\n{FORM}\n```\n", FENCE]


def option(option_id: str, label: str, **more: object) -> dict[str, Any]:
    absent = {"description": None, "value": None, "recommended": False, "danger": False, "preview": None}
    return {"id": option_id, "label": label, **absent, **more}


def question(question_id: str, text: str, options: list[dict[str, Any]], **more: object) -> dict[str, Any]:
    return {
        "id": question_id,
        "text": text,
        "context": None,
        "category": "discovery",
        "selection_mode": "single",
        "options": options,
        "default_selection_ids": [],
        "min_selections": 1,
        "max_selections": 1,
        "allow_free_text": True,
        "placeholder": None,
        "weight": "normal",
        "metadata": {},
        **more,
    }


@pytest.mark.requirement("QC2", "QC11")
def test_a_lettered_list_is_parsed_and_the_text_around_it_is_kept() -> None:
    before, form, after = segments(text=LETTERED)

    source = LETTERED.removeprefix(before["text"]).removesuffix(after["text"])
    assert before == {"type": "text", "text": "Thanks, that helps a lot.\n\n"}
    assert after == {"type": "text", "text": "\n\nTake your time.\n"}
    assert form == {
        "type": "form",
        "dialect": "lettered_list",
        "form": {
            "title": None,
            "context": None,
            "questions": [
                question(
                    "q1",
                    "What is the main goal of the new shop?",
                    [
                        option("A", "Win new customers"),
                        option("B", "Run the warehouse at lower cost"),
                        option("C", "Keep the customers we have"),
                    ],
                    context="Knowing it keeps every feature in line with what the business needs.",
                    metadata={"question_sequence": 1},
                )
            ],
        },
        "source": source,
    }


@pytest.mark.requirement("QC3")
def test_a_numbered_list_gives_options_with_numbers() -> None:
    [form, _] = segments(text="Which one?\n1. Tea (default)\n2) Coffee\n".replace("2)", "2."))

    assert form["dialect"] == "numbered_list"
    assert form["form"]["questions"][0]["options"] == [
        option("1", "Tea", recommended=True),
        option("2", "Coffee"),
    ]


@pytest.mark.requirement("SL1", "SL2")
def test_a_user_choice_keeps_its_ids_in_a_fence_and_as_raw_json() -> None:
    expected = question(
        "q1",
        "어느 저장소를 쓸까요?",
        [option("1", "SQLite", description="파일 하나"), option("2", "PostgreSQL", description="서버 필요")],
        context="나중에 바꾸면 하루가 걸립니다.",
    )

    for text in (f"A\n```json\n{CHOICE}\n```\nB", f"A {CHOICE} B"):
        before, form, after = segments(text=text)
        assert (before["text"].strip(), after["text"].strip()) == ("A", "B")
        assert form["dialect"] == "user_choice"
        assert form["form"] == {"title": None, "context": None, "questions": [expected]}


@pytest.mark.requirement("SL1")
def test_a_group_of_two_becomes_a_form_with_title_and_context() -> None:
    [form] = segments(text=f"```json\n{GROUP}\n```")

    assert form["dialect"] == "user_choice_group"
    assert (form["form"]["title"], form["form"]["context"]) == ("배포 설정", "둘 다 있어야 시작합니다.")
    assert [(one["id"], one["text"]) for one in form["form"]["questions"]] == [
        ("q1", "어느 저장소를 쓸까요?"),
        ("q2", "인증은 어떻게 할까요?"),
    ]
    assert form["form"]["questions"][1]["options"] == [option("1", "OAuth"), option("2", "비밀번호")]


@pytest.mark.requirement("SL1")
def test_user_choices_keep_the_ids_of_their_questions() -> None:
    [form] = segments(text=f"```json\n{FORM}\n```")

    assert form["dialect"] == "user_choices"
    assert (form["form"]["title"], form["form"]["context"]) == ("Release", "Two details are open.")
    assert form["form"]["questions"] == [
        question(
            "when", "When?", [option("1", "Today", description="Before noon")], context="Friday is a holiday."
        ),
        question("who", "For whom?", [option("1", "Testers"), option("2", "Everybody")]),
    ]


@pytest.mark.requirement("FB1")
def test_a_choices_fence_keeps_the_values_and_the_text_on_both_sides() -> None:
    before, form, after = segments(text=FENCE)

    assert (before["text"], after["text"]) == ("The site has a feed.\n\n", "\n\nI wait for you.\n")
    assert form["dialect"] == "choices_fence"
    assert form["form"]["questions"] == [
        question(
            "q1",
            "How should I fetch this source?",
            [option("1", "From its feed", value="rss"), option("2", "By reading the pages", value="agentic")],
        )
    ]


@pytest.mark.requirement("UP6")
@pytest.mark.parametrize("text", ANSWERS)
def test_the_output_does_not_depend_on_the_chunks(text: str) -> None:
    whole = choicewire("split", text=text).stdout

    assert b'"type":"form"' in whole
    for size in ("1", "3", "17"):
        assert choicewire("split", "--chunks", size, text=text).stdout == whole


@pytest.mark.requirement("QC5")
@pytest.mark.parametrize(
    "text", ["", "Just prose, no question.", "It's done?\r\n\tYes.\r\n", "a\u2028b\x85c\x1b[31m"]
)
def test_text_without_a_question_is_returned_unchanged(text: str) -> None:
    assert "".join(segment["text"] for segment in segments(text=text)) == text


def test_text_and_sources_in_their_order_are_the_input() -> None:
    text = "\n".join(ANSWERS)

    found = segments(text=text)

    assert (
        "".join(segment["text"] if segment["type"] == "text" else segment["source"] for segment in found)
        == text
    )
    assert all(one["type"] != two["type"] or one["type"] == "form" for one, two in itertools.pairwise(found))


@pytest.mark.requirement("QC4")
def test_the_mode_decides_about_lists_and_is_the_category() -> None:
    [clarification, _] = segments("--mode", "clarification", text="Which one?\n(A) Tea\n(B) Coffee\n")
    chat = segments("--mode", "chat", text=LETTERED)

    assert clarification["form"]["questions"][0]["category"] == "clarification"
    assert chat == [{"type": "text", "text": LETTERED}]


def test_a_file_gives_the_same_result_as_standard_input(tmp_path: Path) -> None:
    file = tmp_path / "answer.txt"
    file.write_bytes(b"\xef\xbb\xbf" + FENCE.encode())

    assert choicewire("split", str(file)).stdout == choicewire("split", text=FENCE).stdout
    assert choicewire("split", "-", text=FENCE).stdout == choicewire("split", text=FENCE).stdout


def test_a_segment_is_printed_as_soon_as_it_is_complete() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "choice", "split"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=ROOT,
        env=environment(),
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(f"Before.\n```json\n{CHOICE}\n```\n".encode())
        process.stdin.flush()

        before, form = json.loads(process.stdout.readline()), json.loads(process.stdout.readline())

        process.stdin.close()
        assert (before["type"], form["dialect"]) == ("text", "user_choice")
        assert process.wait(timeout=30) == 0


def test_terminal_control_characters_are_escaped() -> None:
    text = "\x1b[2J \x9b2J \u202e \x7f \u2028 \r \x00 end"

    output = choicewire("split", text=text).stdout

    assert json.loads(output)["text"] == text
    assert output.decode().rstrip("\n").isprintable()


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["no/such/file.txt"], "pipe the text in"),
        ([str(ROOT)], "text file"),
    ],
)
def test_a_file_that_cannot_be_read_ends_with_2_and_says_what_to_do(arguments: list[str], word: str) -> None:
    done = choicewire("split", *arguments)

    assert done.returncode == 2
    assert done.stdout == b""
    assert word in done.stderr.decode()
    assert "Traceback" not in done.stderr.decode()


def test_a_file_in_another_encoding_ends_with_2_and_says_what_to_do(tmp_path: Path) -> None:
    file = tmp_path / "answer.txt"
    file.write_text(FENCE, "utf-16")

    done = choicewire("split", str(file))

    assert done.returncode == 2
    assert b"UTF-8" in done.stderr


@pytest.mark.parametrize(
    "wrong", [["--chunks", "0"], ["--chunks", "x"], ["--mode", "quiz"], ["one", "two"], ["--fast"]]
)
def test_wrong_usage_ends_with_2(wrong: list[str]) -> None:
    done = choicewire("split", *wrong)

    assert done.returncode == 2
    assert done.stderr.startswith(b"usage: choicewire split")


@pytest.mark.parametrize("given", ["x", "0", "-1", "1.5", "٣", "1" * 5000])
def test_an_invalid_number_of_characters_is_explained(given: str) -> None:
    done = choicewire("split", f"--chunks={given}")

    assert done.returncode == 2
    assert "must be a whole number of characters, 1 or more" in done.stderr.decode()
