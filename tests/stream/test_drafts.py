"""Questions inside an announced draft (a survey, a letter) stay text; questions after it are asked."""

import pytest

from choice.stream import detect
from tests.stream.pieces import check_sizes
from tests.stream.test_hold_back import held_after

pytestmark = pytest.mark.requirement("QC8")


SIZES = [*range(1, 12), 17, 40, 1000]
PLAN = "Which plan are you on?\n\n1. Free\n2. Paid\n\n"
OFTEN = "How often do you use it?\n\n(A) Daily\n(B) Weekly\n\n"
SURVEY = "Here's a survey you can paste:\n\n"
ASKED = "Which tool do you want to use?\n\n1. Mailchimp\n2. Our own\n"


def asked(text: str) -> list[str]:
    """Return the questions of a text, after checking the laws on it."""
    check_sizes(text, SIZES, "discovery")
    return [form.questions[0].text for form in detect(text).forms]


@pytest.mark.parametrize(
    "text",
    [
        SURVEY + PLAN + OFTEN,
        SURVEY.strip()
        + "\n1. Which plan are you on?\n   a) Free\n   b) Paid\n2. How often?\n   a) Daily\n   b) Now\n",
        "Here's a quick poll:\nWhich plan are you on?\nA) Free\nB) Paid\n\n" + OFTEN,
        "Sure! Of course. Here's a survey you can paste:\n\nIt has two questions.\n\n" + PLAN + OFTEN,
        "Need a survey?\n\nHere is one you can paste:\n\n" + PLAN + OFTEN,
        "Need a survey? Here's one you can paste:\n\n" + PLAN + OFTEN,
        "Here is a customer survey you can copy into Google Forms.\n\n" + PLAN + OFTEN,
        "It is short.\nHere is a customer survey you can copy.\n\n" + PLAN + OFTEN,
        "**Interview questions:**\n\n" + PLAN + OFTEN,
        "**Interview questions**\n\n" + PLAN + OFTEN,
        "Here is a draft e-mail to your customers:\n\nSubject: News\n\nHi all,\n\nwe ask you this.\n\n"
        + PLAN
        + OFTEN,
        "Sure.\n\nHi Anna,\n\nwe have two questions.\n\n" + PLAN + OFTEN,
        "Subject: Plans\n\nDear all,\nwe have two questions.\n\n" + PLAN + OFTEN,
        "Here's the survey you asked for. You can paste it anywhere.\n\n" + PLAN + OFTEN,
        "It is done. Here's the survey you asked for.\nYou can paste it anywhere.\n\n" + PLAN + OFTEN,
        SURVEY + "---\n\n" + PLAN + OFTEN,
        SURVEY + "* * *\n\n# Survey\n\n## You\n\n" + PLAN + "## Your work\n\n" + OFTEN,
        SURVEY + "### Which plan do you want?\n\n1. Free\n2. Paid\n\n### Which one?\n\n1. Red\n2. Blue\n",
        SURVEY + "What does it print?\n\n```python\nprint(1)\n```\n\n" + PLAN,
        SURVEY + "- It is short\n\n```\nnothing\n```\n\n" + PLAN,
    ],
    ids=range(20),
)
def test_questions_inside_an_announced_draft_stay_text(text: str) -> None:
    assert asked(text) == []


@pytest.mark.parametrize(
    "end",
    [
        "---\n\n",
        "***\n",
        "* * *\n\n",
        "⸻\n\n",
        "The end\n===\n\n",
        "## Next\n\n",
        "I kept it short. It has two questions.\n\n",
        "Let me know if I should adjust the tone\n\n",
        "Best regards,\nAnna\n\n",
        "Should I also translate it?\n\n",
        "Would you like me to change the wording? ",
        "## Should I go on?\n\n",
    ],
)
def test_a_question_after_the_end_of_a_draft_is_asked(end: str) -> None:
    assert asked(SURVEY + PLAN + OFTEN + end + ASKED) == ["Which tool do you want to use?"]


@pytest.mark.parametrize(
    "block",
    [
        "```text\nWhich plan?\n```\n\n",
        "> Which plan are you on?\n> 1. Free\n> 2. Paid\n\n",
        "| Which plan? | Free |\n\n",
        "    Which plan?\n\n",
        "<pre>\nWhich plan?\n</pre>\n\n",
        "**Subject:** Your plan\n\n> Which plan are you on?\n\n",
        "---\n\n# Survey\n\n> Which plan are you on?\n\n",
    ],
)
def test_a_draft_inside_a_block_ends_with_the_block(block: str) -> None:
    assert asked(SURVEY + block + ASKED) == ["Which tool do you want to use?"]


def test_a_heading_of_the_same_level_ends_a_draft() -> None:
    text = f"{SURVEY}## Survey\n\n### You\n\n{PLAN}## Next\n\n{ASKED}"

    assert asked(text) == ["Which tool do you want to use?"]


@pytest.mark.parametrize(
    "announcement",
    [
        "",
        "Before I start, a few questions:\n\n",
        "Here are a few questions for you:\n\n",
        "Here are some questions about the survey:\n\n",
        "Here's how the survey works:\n\n",
        "Here's a survey. It is short.\n\n",
        "- Here's a survey you can paste:\n\n",
        "Hi Anna,\n\n",
        "Hi Anna,\nthank you for your order.\n\n",
        "The index is built. You can use it from now on.\n\n",
        "word " * 260 + "and here's a survey you can paste:\n\n",
    ],
    ids=range(11),
)
def test_a_question_without_an_announced_draft_is_asked(announcement: str) -> None:
    assert len(asked(announcement + PLAN + OFTEN)) == 2


def test_a_question_about_the_work_is_asked_inside_a_draft() -> None:
    text = SURVEY + PLAN + "Who should I send it to?\n\n1. All of them\n2. Only new ones\n\n" + OFTEN

    assert asked(text) == ["Who should I send it to?"]


@pytest.mark.requirement("UP6", "QC5")
def test_a_question_inside_a_draft_is_not_held() -> None:
    assert held_after(SURVEY + "Which plan are you on?\n\n1", "discovery") == "1"
