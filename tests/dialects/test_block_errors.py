"""What the model is told about a block that is not a question."""

import pytest

from choice.dialects.block_errors import block_errors

pytestmark = pytest.mark.requirement("HE6", "FB7")

OPTIONS = '"options": [{"label": "Oak", "value": "oak"}, {"label": "Beech", "value": "beech"}]'
GOOD = f'{{"question": "Which wood?", {OPTIONS}}}'


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (
            '```choices\n{"question": "Is it\n"oak"?", "options": ["a"]}\n```',
            "the JSON is invalid in line 2 of",
        ),
        ("```choices\n{'question': 'Which?'}\n```", "the JSON is invalid in line 1 of"),
        ('```choices\n{"question": "Q?", "options": [NaN]}\n```', "(NaN)"),
        ("```choices\n" + "[" * 100_000 + "\n```", "nested too deeply"),
        ("```choices\n```\n", "it is empty"),
        (f"~~~choices\n{{{OPTIONS}}}\n~~~", 'no "question"'),
        ('```choices\n{"question": "Which wood?"}\n```', 'no list of "options"'),
        ('```choices\n{"question": "Which wood?", "options": [{"value": 1}]}\n```', "no option has a label"),
        ('```choices\n{"question": "Q?", "options": [' + "1," * 101 + "]}\n```", "more than 100 options"),
        ('```choices\n{"question": "Q?", "options": [{"label": "a", "value": {}}]}\n```', "not allowed"),
        ('```choices\n["a", "b"]\n```', "not one JSON object"),
        (f"```choices\n{GOOD[:-2]}", "ends before it is complete"),
        ('```choices {"question" "Q?"} ```', "invalid in line 1 of the block"),
        (
            'Well:\n\n```json\n{"type": "user_choice", "question": "Q?"}\n```',
            "Your json block was shown as text",
        ),
    ],
)
def test_the_reason_names_what_is_wrong(text: str, reason: str) -> None:
    (line,) = block_errors(f"{text}")

    assert reason in line
    assert "\n" not in line


@pytest.mark.parametrize(
    "text",
    [
        "No block at all.",
        f"```choices\n{GOOD}\n```",
        f"```choices\n{GOOD[:-1]},}}\n```",
        f"```choices {GOOD}```",
        '```json\n{"a" 1}\n```',
        "```python\n```choices\n```\n",
        "~~~ruby\n```choices\n{\n```\n~~~\n",
    ],
)
def test_other_blocks_are_not_mentioned(text: str) -> None:
    assert block_errors(text) == []


def test_each_failed_block_has_a_line() -> None:
    assert len(block_errors("```choices\n{\n```\n\nOr:\n\n```choices\n[\n```\n")) == 2
