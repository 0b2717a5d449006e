"""Accessibility: axe, target sizes, zoom, reduced motion, right-to-left layout."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import FRONTEND, NewPage
from tests.browser.samples import ARABIC, ONE
from tests.browser.states import STATES
from tests.browser.stub_server import Stub

AXE = FRONTEND / "node_modules" / "axe-core" / "axe.min.js"
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

TOO_SMALL = """() => {
  const small = [];
  const look = (root) => {
    for (const element of root.querySelectorAll("*")) {
      if (element.shadowRoot) look(element.shadowRoot);
      if (!element.matches("button, a, select, textarea, label:has(input), input[type=search]")) continue;
      const box = element.getBoundingClientRect();
      if (element.matches(".skip")) continue;
      const inText = element.matches("a") && element.closest("p, li, td");
      if (box.width > 0 && !inText && (box.height < 43.5 || box.width < 43.5)) {
        small.push(element.outerHTML.slice(0, 80) + ` ${box.width}x${box.height}`);
      }
    }
  };
  look(document);
  return small;
}"""


def violations(page: Page) -> list[str]:
    if not Path(AXE).exists():
        pytest.skip("axe-core is not installed: run npm ci in frontend/")
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text("utf-8"))
    found: dict[str, Any] = page.evaluate("tags => axe.run(document, {runOnly: tags})", TAGS)
    return [
        f"{one['id']}: {node['html'][:160]} {node.get('failureSummary', '')[:200]}"
        for one in found["violations"]
        for node in one["nodes"]
    ]


@pytest.mark.parametrize("state", STATES)
def test_axe_reports_no_violation_in_light_and_dark(new_page: NewPage, stub: Stub, state: str) -> None:
    page = new_page(viewport={"width": 1000, "height": 900}, reduced_motion="reduce")
    STATES[state](page, stub)

    assert violations(page) == []
    page.emulate_media(color_scheme="dark")
    assert violations(page) == []


def test_axe_reports_a_deliberate_violation(page: Page, stub: Stub) -> None:
    STATES["portal-card"](page, stub)
    page.locator("choice-question textarea").evaluate("field => field.removeAttribute('aria-label')")
    page.locator("choice-question textarea").evaluate("field => field.removeAttribute('placeholder')")

    assert violations(page) != []


@pytest.mark.parametrize("state", STATES)
def test_on_a_phone_everything_is_large_enough_and_nothing_scrolls_sideways(
    new_page: NewPage, stub: Stub, state: str
) -> None:
    page = new_page(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    STATES[state](page, stub)

    assert page.evaluate(TOO_SMALL) == []
    assert page.evaluate("document.documentElement.scrollWidth") == 360


def test_at_200_percent_zoom_nothing_is_cut_off(new_page: NewPage, stub: Stub) -> None:
    # Zoom halves the width that a page has.
    page = new_page(viewport={"width": 500, "height": 400}, device_scale_factor=2)
    STATES["portal-form"](page, stub)

    assert page.evaluate("document.documentElement.scrollWidth") == 500


def test_reduced_motion_disables_animations(new_page: NewPage, stub: Stub) -> None:
    page = new_page(reduced_motion="reduce")
    STATES["portal-card"](page, stub)

    durations = page.locator(".option").first.evaluate(
        "option => getComputedStyle(option).transitionDuration"
    )
    assert durations == "0s"


def test_options_are_right_aligned_in_right_to_left_languages(page: Page, stub: Stub) -> None:
    STATES["portal-right-to-left"](page, stub)
    box = page.locator("choice-question input").first.bounding_box()
    label = page.locator("choice-question .label").first.bounding_box()

    assert box is not None
    assert label is not None
    assert box["x"] > label["x"]
    assert box["x"] - (label["x"] + label["width"]) < 40


def test_a_card_follows_the_direction_of_its_question(page: Page, stub: Stub) -> None:
    page.goto(f"/choice/{stub.desk.ask(ARABIC)}")
    box = page.locator("choice-question input").first.bounding_box()
    label = page.locator("choice-question .label").first.bounding_box()

    assert page.locator("html").get_attribute("dir") == "ltr"
    assert box is not None
    assert label is not None
    assert box["x"] > label["x"]


def test_every_page_is_right_to_left_for_such_languages(new_page: NewPage) -> None:
    page = new_page(locale="he-IL")
    for path in ("/", "/chat"):
        page.goto(path)
        expect(page.locator("html[dir=rtl][lang=en]")).to_be_attached()
    page.goto("/?lang=ko")

    expect(page.locator("html[dir=ltr][lang=ko]")).to_be_attached()


def test_the_accessible_name_of_an_option_has_recommendation_and_description(page: Page, stub: Stub) -> None:
    page.goto(f"/choice/{stub.desk.ask(ONE)}")

    name = "PostgreSQL Recommended Takes many writers, needs a server."
    expect(page.get_by_role("button", name=name, exact=True)).to_be_visible()


def test_choosing_sending_and_timeouts_are_announced(page: Page, stub: Stub) -> None:
    page.goto(f"/choice/{stub.desk.ask(ONE, seconds=21.5)}")
    said = page.locator("#choice-announcer")
    expect(said).to_contain_text("20 seconds left to answer", timeout=10_000)
    page.get_by_role("button", name="SQLite").click()

    expect(said).to_contain_text("Sent: SQLite")


def test_a_long_title_is_truncated_at_its_end_also_in_right_to_left_text(
    new_page: NewPage, stub: Stub
) -> None:
    page = new_page(locale="ar-EG", viewport={"width": 800, "height": 600})
    STATES["chat-card"](page, stub)

    expect(page.get_by_role("heading", level=1)).to_have_css("unicode-bidi", "plaintext")


def test_each_row_of_the_inbox_names_its_question(page: Page, stub: Stub) -> None:
    STATES["inbox-full"](page, stub)

    for asked in ("Deploy today?", "Three things to settle"):
        expect(page.get_by_role("link", name=re.compile(re.escape(asked)))).to_be_visible()
