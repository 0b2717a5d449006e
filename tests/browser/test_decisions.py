"""The pages of decisions, insights and settings."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.samples import LOG, ONE, STATISTICS
from tests.browser.stub_server import Stub


@pytest.mark.requirement("PG7", "QC15")
def test_decisions_are_listed_by_day_and_filtered(page: Page, stub: Stub) -> None:
    stub.log = LOG
    page.goto("/decisions")
    rows = page.locator("choice-log li")
    expect(rows).to_have_count(3)
    expect(page.get_by_role("heading", level=2)).to_have_count(3)
    expect(rows.first).to_contain_text("“Not before Tuesday”")
    page.get_by_role("combobox", name="Outcome").select_option("timed_out")
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("Which name?")
    expect(rows.get_by_role("link")).to_have_attribute("href", "/choice/d2")

    csv = page.get_by_role("link", name="CSV")
    expect(csv).to_have_attribute("href", "/api/log?kinds=decisions&outcome=timed_out&days=30&format=csv")


@pytest.mark.requirement("QC16", "PG7")
def test_insights_show_totals_agents_and_what_was_chosen_how_fast(page: Page, stub: Stub) -> None:
    stub.statistics = STATISTICS
    page.goto("/insights")
    row = page.get_by_role("row").filter(has_text="Which database?")

    chosen = "PostgreSQL 8Chosen 8 times · SQLite 2Chosen 2 times"
    expect(row.get_by_role("cell")).to_have_text(["14", "12", chosen, "2", "0:15"])
    expect(page.get_by_role("row").filter(has_text="migrator")).to_contain_text("6:12")
    expect(page.get_by_text("89 %")).to_be_visible()


@pytest.mark.requirement("QC16")
def test_long_statistics_are_paged(page: Page, stub: Stub) -> None:
    stub.statistics = [{**STATISTICS[0], "question": f"Question {number}?"} for number in range(30)]
    page.goto("/insights")
    expect(page.locator("tr[part=question]")).to_have_count(12)
    page.get_by_role("button", name="Show more").click()

    expect(page.locator("tr[part=question]")).to_have_count(24)


@pytest.mark.requirement("PC9", "PG1")
def test_settings_apply_at_once_and_survive_a_reload(page: Page, stub: Stub) -> None:
    page.goto("/settings")
    page.get_by_role("combobox", name="Language").select_option("ko")
    expect(page.get_by_role("heading", name="설정")).to_be_visible()
    page.get_by_role("button", name="어둡게").click()
    page.get_by_role("checkbox", name="한 번 누르면 바로 보내기").uncheck()
    page.get_by_role("group", name="실행 취소 시간").get_by_role("button", name="5초").click()
    expect(page.get_by_text("저장했습니다.")).to_be_visible()
    assert stub.preferences == {
        "language": "ko",
        "theme": "dark",
        "single_submit_mode": False,
        "undo_seconds": 5,
    }

    page.reload()
    expect(page.get_by_role("heading", name="설정")).to_be_visible()
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "dark"


@pytest.mark.requirement("PG1")
def test_every_page_has_the_same_navigation_and_a_title_that_names_it(page: Page, stub: Stub) -> None:
    asked = stub.desk.ask(ONE)
    names = {
        "/": "(1) Which database? · choicewire",
        "/decisions": "(1) Decisions · choicewire",
        "/insights": "(1) Insights · choicewire",
        "/settings": "(1) Settings · choicewire",
        f"/choice/{asked}": "(1) Which database? · choicewire",
    }
    for path, name in names.items():
        page.goto(path)
        expect(page).to_have_title(name)
        expect(page.get_by_role("navigation", name="Pages").get_by_role("link")).to_have_count(4)
