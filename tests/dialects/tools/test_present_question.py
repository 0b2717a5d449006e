import json

import pytest

from choice.dialects import PRESENT_QUESTION
from choice.errors import InvalidRequest
from choice.models import Answer, Answered

pytestmark = pytest.mark.requirement("QC10")

CALL = {
    "question": "What is the main goal?",
    "rationale": "It decides what is built first.",
    "category": "discovery",
    "options": [
        {"label": "More customers", "description": "Reach new markets"},
        {"label": "Lower costs (recommended)", "description": "Do more by machine"},
        {"label": "Happier customers"},
    ],
}


def test_a_call_becomes_a_form_of_one_question() -> None:
    question = PRESENT_QUESTION.read(CALL).questions[0]

    assert question.text == "What is the main goal?"
    assert question.context == "It decides what is built first."
    assert question.category == "discovery"
    assert question.allow_free_text
    assert (question.selection_mode, question.max_selections) == ("single", 1)
    assert [
        (option.id, option.label, option.description, option.recommended) for option in question.options
    ] == [
        ("1", "More customers", "Reach new markets", False),
        ("2", "Lower costs", "Do more by machine", True),
        ("3", "Happier customers", None, False),
    ]


def test_aliases_and_json_text_are_normalised() -> None:
    sloppy = json.dumps(
        {
            "text": "What is the main goal?",
            "reason": "It decides what is built first.",
            "category": "Discovery",
            "choices": json.dumps(CALL["options"]),
            "multiSelect": "false",
        }
    )

    assert PRESENT_QUESTION.read(sloppy) == PRESENT_QUESTION.read(CALL)


@pytest.mark.requirement("QC11")
@pytest.mark.parametrize(
    ("named", "recommended"),
    [
        ("Paris", [False, True]),
        ("1", [True, False]),
        ("Because it is close", [False, False]),
        (True, [False] * 2),
    ],
)
def test_the_call_may_name_the_recommended_option_beside_the_list(
    named: object, recommended: list[bool]
) -> None:
    call = {"question": "Where?", "options": ["Rome", "Paris"], "recommended": named}

    options = PRESENT_QUESTION.read(call).questions[0].options
    assert [option.recommended for option in options] == recommended


@pytest.mark.requirement("QC11")
@pytest.mark.parametrize(
    ("how_many", "most"),
    [
        ({"multi": True}, 3),
        ({"multiple": "yes"}, 3),
        ({"max_selections": 2}, 2),
        ({"max_selections": "2"}, 2),
        ({"maxSelections": 6}, 3),
        ({"multi": True, "max_selections": 1}, 1),
        ({"allow_multiple": True}, 3),
        ({"selection_mode": "multi"}, 3),
        ({"selection_mode": " Multi ", "multi": True, "multiSelect": "yes"}, 3),
        ({"mode": "discovery"}, 1),
        ({"min_selections": 2}, 3),
        ({"question": "What are the goals? (select up to 2)"}, 2),
        ({"question": "What are the goals? (select up to 2)", "multi": False}, 1),
        ({}, 1),
    ],
)
def test_a_call_may_allow_several_options(how_many: dict[str, object], most: int) -> None:
    question = PRESENT_QUESTION.read(CALL | how_many).questions[0]

    assert question.max_selections == most
    assert question.selection_mode == ("single" if most == 1 else "multi")


@pytest.mark.requirement("QC11")
@pytest.mark.parametrize(
    ("how_many", "limits"),
    [
        ({"min_selections": 2}, (2, 3)),
        ({"min_selections": 0, "multi": True}, (0, 3)),
        ({"min_selections": 0}, (1, 1)),
        ({"question": "Which goals matter? Pick two."}, (2, 2)),
        ({"rationale": "Pick two."}, (2, 2)),
    ],
)
def test_a_call_may_set_the_minimum(how_many: dict[str, object], limits: tuple[int, int]) -> None:
    question = PRESENT_QUESTION.read(CALL | how_many).questions[0]

    assert (question.min_selections, question.max_selections) == limits


@pytest.mark.requirement("QC11")
def test_phase_and_sequence_are_kept_as_metadata() -> None:
    place = {"discovery_phase": "goals", "question_sequence": 2}

    assert PRESENT_QUESTION.read(CALL | {"metadata": place | {"other": [1]}}).questions[0].metadata == place
    assert PRESENT_QUESTION.read(CALL | {"metadata": {}}).questions[0].metadata == {}


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"question": " "}, "question"),
        ({"min_selections": 4}, "min_selections"),
        ({"min_selections": 2, "max_selections": 1}, "min_selections"),
        ({"question": "x" * 1001}, "question"),
        ({"rationale": "x" * 501}, "rationale"),
        ({"category": "gossip"}, "category"),
        ({"options": None}, "options"),
        ({"options": ["A"]}, "options"),
        ({"options": list("ABCDEFG")}, "options"),
        ({"options": ["A", "A"]}, "options[1].label"),
        ({"max_selections": 0}, "max_selections"),
        ({"metadata": "goals"}, "metadata"),
        ({"multi": False, "max_selections": 2}, "max_selections"),
        ({"selection_mode": "single", "max_selections": "2"}, "max_selections"),
        ({"multi": False, "min_selections": 2}, "min_selections"),
        ({"multi": True, "multiple": False}, "multiple"),
        ({"multi": True, "selection_mode": "single"}, "selection_mode"),
        ({"selectionMode": "single", "mode": "multi"}, "mode"),
        ({"max_selections": 2, "maxSelections": 3}, "maxSelections"),
        ({"selection_mode": "text_input"}, "selection_mode"),
        ({"selection_mode": "hybrid"}, "selection_mode"),
        ({"selection_mode": "banana"}, "selection_mode"),
        ({"selection_mode": 2}, "selection_mode"),
        ({"selection_type": "x" * 10_000_000}, "selection_type"),
        ({"multiSelect": "banana"}, "multiSelect"),
        ({"prompt": "Which goal?"}, "prompt"),
        ({"context": "It matters."}, "context"),
        ({"choices": ["A", "B"]}, "choices"),
        ({"metadata": {"question_sequence": "second"}}, "metadata.question_sequence"),
    ],
)
def test_an_invalid_call_is_rejected_with_its_field(change: dict[str, object], field: str) -> None:
    with pytest.raises(InvalidRequest) as caught:
        PRESENT_QUESTION.read(CALL | change)

    assert caught.value.field == field


@pytest.mark.requirement("QC14")
def test_the_reply_is_the_label() -> None:
    form = PRESENT_QUESTION.read(CALL)

    assert (
        PRESENT_QUESTION.reply(form, Answered(answers=(Answer(question_id="q1", option_ids=("2",)),)))
        == "Lower costs"
    )
