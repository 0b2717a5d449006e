"""Long forms and long lists of options."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.samples import one
from tests.browser.stub_desk import Json, option, question
from tests.browser.stub_server import Stub

YES_NO = [option("y", "Yes"), option("n", "No")]
LONG: Json = {
    "title": "Plan the research",
    "questions": [{**question(f"Part {number}?", YES_NO), "id": f"q{number}"} for number in range(1, 6)],
}
MANY = one(
    question("Which of them?", [option(str(at), f"Number {at}") for at in range(100)], selection_mode="multi")
)


@pytest.mark.requirement("PG5")
def test_a_long_form_is_answered_by_keyboard_one_question_at_a_time(page: Page, stub: Stub) -> None:
    page.clock.install()
    page.goto(f"/choice/{stub.desk.ask(LONG)}")
    for number in range(1, 6):
        expect(page.get_by_text(f"Question {number} of 5")).to_be_visible()
        page.clock.run_for(600)
        if number == 2:
            page.get_by_role("button", name="Skip for now").click()
        else:
            page.keyboard.press("1")
    send = page.get_by_role("button", name="Send 5 answers")
    expect(page.get_by_text("Question 2 of 5")).to_be_visible()
    expect(send).to_have_attribute("aria-disabled", "true")
    page.clock.run_for(600)
    page.keyboard.press("2")
    expect(page.get_by_text("5 of 5 answered")).to_be_visible()
    with page.expect_response("**/answer"):
        send.click()

    given = [one["option_ids"] for one in stub.desk.answers[0]["answers"]]
    assert given == [["y"], ["n"], ["y"], ["y"], ["y"]]


@pytest.mark.requirement("PG5")
def test_what_is_missing_in_a_long_form_is_named_and_reached(page: Page, stub: Stub) -> None:
    page.goto(f"/choice/{stub.desk.ask(LONG)}")
    page.get_by_role("button", name="Skip for now").click()
    expect(page.get_by_text("Question 2 of 5")).to_be_visible()
    review = page.get_by_role("region", name="Review")
    expect(review.get_by_role("listitem").first).to_contain_text("Skipped, still open")
    page.get_by_role("button", name="Send 5 answers").click(force=True)

    expect(page.get_by_text("Still open: this needs an answer.").first).to_be_visible()
    expect(page.get_by_text("Question 1 of 5")).to_be_visible()
    assert stub.desk.answers == []


@pytest.mark.requirement("PG5")
def test_many_options_are_filtered_counted_and_chosen_together(page: Page, stub: Stub) -> None:
    page.goto(f"/choice/{stub.desk.ask(MANY)}")
    page.get_by_role("searchbox", name="Filter options").fill("Number 9")
    expect(page.get_by_text("11 of 100 shown")).to_be_visible()
    page.get_by_role("button", name="All", exact=True).click()
    page.get_by_role("searchbox", name="Filter options").fill("")
    expect(page.get_by_text("11 of 100 chosen").first).to_be_visible()
    expect(page.get_by_role("button", name="Send")).to_be_in_viewport()
    with page.expect_response("**/answer"):
        page.get_by_role("button", name="Send").click()

    assert len(stub.desk.answers[0]["answers"][0]["option_ids"]) == 11
