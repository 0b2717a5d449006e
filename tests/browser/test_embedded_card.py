"""The card embedded in another page."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.samples import DATABASE

LISTEN = """(card, question) => {
  window.taken = [];
  card.question = question;
  card.addEventListener("choice-answer", ({detail}) => window.taken.push(detail.answer));
}"""


@pytest.mark.requirement("UP10")
def test_the_card_works_alone_and_makes_no_requests(page: Page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto("/alone")
    page.locator("choice-question").evaluate(LISTEN, DATABASE)
    page.get_by_role("button", name="SQLite").click()

    expect(page.get_by_text("→ SQLite")).to_be_visible()
    assert page.evaluate("window.taken") == [{"question_id": "q1", "option_ids": ["sq"]}]
    assert [url.rpartition("/")[2] for url in asked] == ["alone", "choice-question.js"]


@pytest.mark.requirement("UP10")
def test_the_page_controls_colours_and_language(page: Page) -> None:
    page.goto("/alone?ko")
    page.evaluate("document.documentElement.style.setProperty('--choice-accent', 'rgb(1, 2, 3)')")
    page.locator("choice-question").evaluate(LISTEN, DATABASE)
    send = page.locator("choice-question button.main")
    expect(send).to_have_text("보내기")
    page.locator("choice-question textarea").fill("mine")
    assert send.evaluate("button => getComputedStyle(button).backgroundColor") == "rgb(1, 2, 3)"


@pytest.mark.requirement("FB4", "QC13")
def test_an_answer_rejected_by_the_page_can_be_sent_again(page: Page) -> None:
    page.goto("/alone")
    page.locator("choice-question").evaluate(
        """(card, question) => {
          card.question = question;
          let attempts = 0;
          card.addEventListener("choice-answer", ({detail}) =>
            detail.waitUntil(attempts++ ? Promise.resolve() : Promise.reject(new Error("no"))));
        }""",
        DATABASE,
    )
    page.get_by_role("button", name="SQLite").click()
    page.get_by_role("button", name="Try again").click()

    expect(page.get_by_text("→ SQLite")).to_be_visible()
