"""The migration page has a section for each replaced system, and names only what exists."""

import re
from pathlib import Path

import pytest

from choice.settings import KNOWN

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGE = (DOCS / "migrating.md").read_text("utf-8")
SECTIONS = [
    "Question cards in your own stream",
    "A Slack bot with JSON questions",
    "A chat page on `/chatbot/chat-stream`",
    "An MCP server with `provide_choice`",
    "A chat that renders `choices` blocks",
]
OTHERS = {"OPENAI_API_KEY", "OPENAI_BASE_URL", "NEXT_PUBLIC_API_URL", "SLACK_APP_TOKEN"}


def anchor_of(heading: str) -> str:
    """Return the anchor of a heading, as GitHub makes it."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


@pytest.mark.requirement("DI12")
@pytest.mark.parametrize("title", SECTIONS)
def test_each_section_says_what_to_change_and_what_stays(title: str) -> None:
    section = PAGE.partition(f"\n## {title}\n")[2].partition("\n## ")[0]

    assert f"(#{anchor_of(title)})" in PAGE
    assert "| in your code | change |" in section or "| before | now |" in section
    assert "What stays:" in section
    assert "What differs:" in section
    assert "```" in section


@pytest.mark.requirement("DI12")
def test_the_settings_on_the_migration_page_exist() -> None:
    names = set(re.findall(r"\b[A-Z]+(?:_[A-Z]+)+\b", PAGE))

    assert names - KNOWN - OTHERS == set()


@pytest.mark.requirement("DI12")
def test_the_links_on_the_migration_page_lead_to_headings() -> None:
    links = re.findall(r"\]\(([\w/.-]*)(?:#([\w-]+))?\)", PAGE)

    assert links
    for page, anchor in links:
        text = (DOCS / page).read_text("utf-8") if page else PAGE
        headings = {anchor_of(found) for found in re.findall(r"^#+ (.+)$", text, re.MULTILINE)}
        assert not anchor or anchor in headings, (page, anchor)
