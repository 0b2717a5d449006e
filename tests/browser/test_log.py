"""The decision log on the page: search, live updates, export."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage
from tests.browser.served import Served, signed_in

FIRST = "What should be better three months from now?"


@pytest.fixture
def decided(shared: Served, new_page: NewPage, request: pytest.FixtureRequest) -> Page:
    """Sign in to an empty tenant and answer one question."""
    page = new_page()
    signed_in(page, shared.link("ada", tenant=f"log-{abs(hash(request.node.nodeid))}"))
    page.get_by_role("combobox").select_option("discovery")
    page.get_by_role("textbox").first.fill("Help me find out what to build first")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Faster delivery").click()
    expect(page.get_by_text("→ Faster delivery")).to_be_visible()
    return page


@pytest.mark.requirement("UP5", "PG7")
def test_decisions_are_searched_by_question_and_answer(shared: Served, decided: Page) -> None:
    log = decided.context.new_page()
    log.goto(f"{shared.url}/decisions")
    decision = log.locator("choice-log li").filter(has_text=FIRST)
    expect(decision).to_contain_text("Faster delivery")
    search = log.get_by_role("searchbox", name="Search decisions")

    for words, count in (("DELIVERY", 1), ("three months", 1), ("nobody said this", 0)):
        search.fill(words)
        expect(decision).to_have_count(count)
    expect(log.get_by_text("No decision matches.")).to_be_visible()


@pytest.mark.requirement("UP5")
def test_a_decision_appears_in_the_log_when_it_is_made(shared: Served, decided: Page) -> None:
    log = decided.context.new_page()
    log.goto(f"{shared.url}/decisions")
    decisions = log.locator("choice-log li")
    expect(decisions).to_have_count(1)
    own = decided.locator("choice-question").last.get_by_role("textbox")
    own.fill("Two teams")
    own.press("Enter")

    expect(decisions).to_have_count(2)
    expect(decisions.first).to_contain_text("“Two teams”")


@pytest.mark.requirement("UP5")
@pytest.mark.parametrize("kind", ["CSV", "JSONL"])
def test_search_results_are_exported(shared: Served, decided: Page, kind: str) -> None:
    log = decided.context.new_page()
    log.goto(f"{shared.url}/decisions")
    log.get_by_role("searchbox", name="Search decisions").fill("delivery")
    with log.expect_download() as started:
        log.get_by_role("link", name=kind).click()
    text = Path(started.value.path()).read_text("utf-8-sig")

    if kind == "CSV":
        head, row = text.splitlines()
        assert head.startswith('"seq","at"')
        assert FIRST in row
        assert "Faster delivery" in row
    else:
        [line] = text.splitlines()
        assert json.loads(line)["body"]["answers"][0]["labels"] == ["Faster delivery"]
