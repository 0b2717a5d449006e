import json

import pytest

from choice.dialects import PRESENT_CHOICES
from choice.errors import InvalidRequest
from choice.models import Answer, Answered
from choice.stream import detect

pytestmark = pytest.mark.requirement("FB2")

CALL = {
    "question": "How should the source be read?",
    "options": [{"label": "By its feed", "value": "feed"}, {"label": "Page by page", "value": "pages"}],
}


def instruction(arguments: object) -> str:
    return PRESENT_CHOICES.read_call(arguments).instruction or ""


def test_a_call_becomes_a_form_of_one_question() -> None:
    question = PRESENT_CHOICES.read(CALL | {"context": "It has a feed."}).questions[0]

    assert (question.text, question.context) == ("How should the source be read?", "It has a feed.")
    assert [(option.label, option.value) for option in question.options] == [
        ("By its feed", "feed"),
        ("Page by page", "pages"),
    ]


def test_aliases_and_json_text_are_normalised() -> None:
    sloppy = json.dumps({"prompt": CALL["question"], "choices": json.dumps(CALL["options"])})

    assert PRESENT_CHOICES.read(sloppy) == PRESENT_CHOICES.read(CALL)


def test_the_result_tells_the_model_to_write_the_block_and_wait() -> None:
    result = instruction(CALL)
    block = result.partition("```choices\n")[2].partition("\n```")[0]

    assert json.loads(block) == CALL
    assert result.index("wait") > result.index(block)


def test_the_context_stands_before_the_block() -> None:
    result = instruction(CALL | {"context": "It has a feed."})

    assert "---\nIt has a feed.\n\n```choices\n" in result


def written_by(instruction: str) -> str:
    """Return what a model writes that follows an instruction to the letter."""
    border = instruction.partition('two lines "')[2].partition('"')[0]
    before, written, after = f"\n{instruction}".split(f"\n{border}\n")
    assert border not in before.partition(f'"{border}"')[2] + after
    return written


@pytest.mark.parametrize(
    "context",
    [
        "It has a feed.",
        "One\n---\ntwo\n-----\nthree\n ---- ",
        "---",
        "It says:\n```python\nprint(1)",
        "~~~~\ncode\n```",
        "````\n```\ncode\n```",
        "```\ncode\n```",
        "```\ncode\n````\n```",
        "```a`b`",
        "  ```\n  code",
        "- a list:\n\n  ~~~\n  code",
        "Two `` ticks\n``",
    ],
)
def test_the_written_block_is_detected_with_any_context(context: str) -> None:
    written = written_by(instruction(CALL | {"context": context}))

    found = detect(written, "chat")

    assert [form.questions[0].text for form in found.forms] == [CALL["question"]]
    assert found.text.startswith(context.strip())


def test_a_code_block_that_the_context_leaves_open_is_closed() -> None:
    written = written_by(instruction(CALL | {"context": "~~~~\ncode\n~~~"}))

    assert written.startswith("~~~~\ncode\n~~~\n~~~~\n\n```choices\n")


def test_the_block_keeps_descriptions_and_recommendations() -> None:
    options = [{"label": "Feed (recommended)", "description": "Ten newest"}, "Pages"]

    result = instruction({"question": "How?", "options": options})

    assert json.loads(result.partition("```choices\n")[2].partition("\n```")[0])["options"] == [
        {"label": "Feed", "value": "Feed", "description": "Ten newest", "recommended": True},
        {"label": "Pages", "value": "Pages"},
    ]


def test_the_block_says_how_many_may_be_chosen() -> None:
    result = instruction(CALL | {"allow_multiple": True})

    block = json.loads(result.partition("```choices\n")[2].partition("\n```")[0])
    assert (block["min_selections"], block["max_selections"]) == (1, 2)


@pytest.mark.parametrize("count", [0, 1, 5])
def test_an_invalid_number_of_options_names_the_range(count: int) -> None:
    with pytest.raises(InvalidRequest, match="2 to 4") as caught:
        instruction(CALL | {"options": [str(number) for number in range(count)]})

    assert caught.value.field == "options"


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"question": None}, "question"),
        ({"context": ["a"]}, "context"),
        ({"options": [{"label": "A", "value": "x"}, {"label": "B", "value": "x"}]}, "options"),
        ({"options": [{"label": "A", "value": "B"}, "B"]}, "options"),
        ({"options": ["A", {"label": "B", "value": {"mode": "fast"}}]}, "options[1].value"),
        ({"options": ["A", {"label": "B", "value": ["fast"]}]}, "options[1].value"),
        ({"options": ["A", {"label": "B", "value": float("nan")}]}, "options[1].value"),
        ({"choices": ["A", "B"]}, "choices"),
    ],
)
def test_an_invalid_call_is_rejected_with_its_field(change: dict[str, object], field: str) -> None:
    with pytest.raises(InvalidRequest) as caught:
        PRESENT_CHOICES.read(CALL | change)

    assert caught.value.field == field


@pytest.mark.requirement("FB4")
def test_a_value_of_another_type_is_sent_as_text() -> None:
    options = [{"label": "Yes", "value": True}, {"label": "Two", "value": 2}, {"label": "None", "value": ""}]

    question = PRESENT_CHOICES.read(CALL | {"options": options}).questions[0]

    assert [option.value for option in question.options] == ["true", "2", None]


@pytest.mark.requirement("FB4", "FB8")
def test_the_reply_is_the_value() -> None:
    form = PRESENT_CHOICES.read(
        {
            "question": "Delete it?",
            "options": [{"label": "Delete", "value": "yes"}, {"label": "Keep", "value": "no"}],
        }
    )

    assert (
        PRESENT_CHOICES.reply(form, Answered(answers=(Answer(question_id="q1", option_ids=("2",)),))) == "no"
    )
