"""Typed text is never lost, and errors are accurate."""

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.conftest import NewPage
from tests.browser.samples import LOG, ONE, STATISTICS, THREE, one
from tests.browser.states import NOTES
from tests.browser.stub_desk import Json, option, question
from tests.browser.stub_server import Stub
from tests.browser.test_chat import say
from tests.browser.test_unsent_messages import message

BOTH = one(
    question(
        "Which, and why?",
        [option("a", "Alpha"), option("b", "Beta")],
        selection_mode="hybrid",
        min_selections=1,
    )
)
OTHER: list[Json] = [{"question_id": "q1", "option_ids": ["sq"], "custom_text": None, "option_notes": {}}]


def note(page: Page) -> Locator:
    return page.get_by_role("textbox", name="A note on your answer")


@pytest.mark.parametrize("form", [ONE, THREE], ids=["one question", "three questions"])
def test_a_global_note_survives_a_reload(page: Page, stub: Stub, form: Json) -> None:
    asked = stub.desk.ask(form, presentation=NOTES)
    page.goto(f"/choice/{asked}")
    note(page).fill("Only until May")
    page.reload()
    expect(note(page)).to_have_value("Only until May")
    page.get_by_role("button", name="Reset").last.click()
    expect(note(page)).to_have_value("")
    page.reload()

    expect(note(page)).to_have_value("")


def test_a_sent_note_is_not_restored(page: Page, stub: Stub) -> None:
    page.goto(f"/choice/{stub.desk.ask(ONE, presentation=NOTES)}")
    note(page).fill("Only until May")
    page.get_by_role("radio", name="SQLite").check()
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_text("Thank you.")).to_be_visible()

    assert stub.desk.answers[0]["note"] == "Only until May"
    assert page.evaluate("Object.keys(localStorage).filter((key) => key.includes('draft'))") == []


@pytest.mark.requirement("UP3")
@pytest.mark.parametrize("form", [ONE, THREE], ids=["one question", "three questions"])
def test_the_countdown_pauses_while_a_note_is_typed(page: Page, stub: Stub, form: Json) -> None:
    page.goto(f"/choice/{stub.desk.ask(form, presentation=NOTES)}")
    note(page).press_sequentially("Only")

    expect(page.get_by_text("Paused while you type")).to_be_visible()


def test_text_typed_in_a_chat_card_is_kept_when_another_person_answers(new_page: NewPage, stub: Stub) -> None:
    first = new_page()
    first.goto("/chat")
    say(first, "objective")
    expect(first.get_by_role("button", name="Increase revenue")).to_be_visible()
    thread = next(iter(stub.threads.threads.values()))
    stub.desk.ask({"questions": []}, id=thread["messages"][-1]["cards"][0]["question_id"])
    first.get_by_role("textbox", name="Your answer").fill("First we need to ask them")
    second = new_page()
    second.goto(f"/chat?thread={thread['id']}")
    second.get_by_role("button", name="Increase revenue").click()
    expect(first.get_by_text("→ Increase revenue through new customer acquisition")).to_be_visible()

    expect(message(first)).to_have_value("First we need to ask them")
    expect(message(second)).to_have_value("")


def test_typed_text_is_discarded_when_an_option_is_sent(page: Page) -> None:
    page.goto("/chat")
    say(page, "objective")
    page.get_by_role("textbox", name="Your answer").fill("Well")
    page.get_by_role("button", name="Increase revenue").click()
    expect(page.get_by_text("Understood:")).to_be_visible()

    expect(message(page)).to_have_value("")


def test_unsent_text_is_shown_after_a_timeout(page: Page, stub: Stub) -> None:
    asked = stub.desk.ask(BOTH)
    page.goto(f"/choice/{asked}")
    page.get_by_role("textbox", name="Your answer").fill("Because it is simple")
    stub.desk.end(asked, "timed_out")

    expect(page.get_by_text("You had written:")).to_be_visible()
    expect(page.get_by_text("Because it is simple")).to_be_visible()


def test_the_reason_for_declining_is_kept_when_the_dialog_is_closed(page: Page, stub: Stub) -> None:
    page.goto(f"/choice/{stub.desk.ask(ONE)}")
    page.get_by_role("button", name="Decline…").click()
    page.get_by_role("textbox", name="Reason").fill("We ask in May")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Decline…").click()

    expect(page.get_by_role("textbox", name="Reason")).to_have_value("We ask in May")


def test_an_expired_session_in_the_inbox_shows_how_to_sign_in(page: Page, stub: Stub) -> None:
    stub.desk.refusals, stub.desk.refusal = 1, 401
    stub.desk.ask(ONE)
    page.goto("/")
    page.get_by_role("group", name="Which database?").get_by_role("button", name="SQLite").click()

    expect(page.get_by_role("alert")).to_contain_text("You are not signed in any more.")


@pytest.mark.parametrize(
    ("status", "words"),
    [(404, "does not exist"), (401, "You are not signed in"), (503, "could not be loaded just now")],
)
def test_the_reason_why_a_question_cannot_be_shown_is_accurate(page: Page, status: int, words: str) -> None:
    page.route("**/api/interactions/*", lambda route: route.fulfill(status=status, json={}))
    page.goto("/choice/elsewhere")

    expect(page.get_by_role("status").filter(has_text=words)).to_be_visible()


def test_a_question_that_failed_to_load_loads_when_the_server_is_back(page: Page, stub: Stub) -> None:
    asked = stub.desk.ask(ONE)
    stub.desk.end(asked, "answered", surface="slack", answered_by="Kim", answers=OTHER)
    ended = stub.desk.interactions.pop(asked)
    page.route("**/api/interactions/*", lambda route: route.abort())
    page.goto(f"/choice/{asked}")
    expect(page.get_by_text("could not be loaded just now")).to_be_visible()
    page.unroute("**/api/interactions/*")
    stub.drop_sockets()
    stub.desk.interactions[asked] = ended

    expect(page.locator(".ending")).to_contain_text("This was answered in Slack by Kim.")


ENTER_OF_AN_INPUT_METHOD = """field => field.dispatchEvent(
  new KeyboardEvent("keydown", {key: "Enter", keyCode: 229, bubbles: true, composed: true}))"""


def test_enter_that_ends_an_ime_composition_does_not_send(page: Page, stub: Stub) -> None:
    page.goto("/chat")
    message(page).fill("안녕하세요")
    message(page).evaluate(ENTER_OF_AN_INPUT_METHOD)
    expect(message(page)).to_have_value("안녕하세요")
    page.goto(f"/choice/{stub.desk.ask(ONE)}")
    page.get_by_role("textbox", name="Your answer").fill("아직")
    page.get_by_role("textbox", name="Your answer").evaluate(ENTER_OF_AN_INPUT_METHOD)
    page.get_by_role("textbox", name="Your answer").fill("아직 몰라요")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Thank you.")).to_be_visible()

    assert stub.threads.turns == []
    assert [one["answers"][0]["custom_text"] for one in stub.desk.answers] == ["아직 몰라요"]


def test_the_copy_button_confirms_copying(page: Page) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto("/chat")
    say(page, "hello")
    page.get_by_role("button", name="Copy answer").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()

    assert page.evaluate("navigator.clipboard.readText()") == "You said: hello"
    expect(page.get_by_role("button", name="Copy answer")).to_be_visible()


def test_the_copy_button_does_not_confirm_a_failed_copy(page: Page) -> None:
    page.add_init_script("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    page.goto("/chat")
    say(page, "hello")
    page.get_by_role("button", name="Copy answer").click()

    expect(page.get_by_role("button", name="Select the text and copy it")).to_be_visible()
    expect(page.locator("#choice-announcer")).to_contain_text("Select the text and copy it")


@pytest.mark.parametrize(
    ("address", "section", "failed"),
    [
        ("**/api/stats*", "Insights", "The statistics could not be loaded."),
        ("**/api/log*", "Decisions", "The decisions could not be loaded."),
    ],
)
def test_a_list_that_failed_to_load_can_be_reloaded(
    page: Page, stub: Stub, address: str, section: str, failed: str
) -> None:
    stub.statistics, stub.log = STATISTICS, LOG
    page.route(address, lambda route: route.abort())
    page.goto(f"/{section.lower()}")
    part = page.get_by_role("region", name=section)
    expect(part.get_by_text(failed)).to_be_visible()
    page.unroute(address)
    part.get_by_role("button", name="Try again").click()

    expect(part.get_by_text("Which database?").first).to_be_visible()
    expect(part.get_by_text(failed)).to_have_count(0)


def test_loading_statistics_are_not_shown_as_empty(page: Page, stub: Stub) -> None:
    stub.statistics = STATISTICS
    waiting: list[Route] = []
    page.route("**/api/stats*", lambda route: waiting.append(route))  # noqa: PLW0108 - Playwright marks it
    with page.expect_request("**/api/stats*"):
        page.goto("/insights")
    expect(page.get_by_role("heading", name="Insights")).to_be_visible()
    expect(page.get_by_text("No figures yet.")).to_have_count(0)
    waiting[-1].continue_()

    expect(page.get_by_role("region", name="Insights").get_by_text("Which database?")).to_be_visible()


def test_the_navigation_bar_fits_one_line_on_a_small_phone(new_page: NewPage, stub: Stub) -> None:
    page = new_page(viewport={"width": 320, "height": 600}, has_touch=True, is_mobile=True)
    page.goto(f"/choice/{stub.desk.ask(ONE)}")
    expect(page.get_by_role("timer")).to_be_visible()

    bar = page.locator(".pane-head").bounding_box()
    assert bar is not None
    assert bar["height"] < 80


def test_blocked_notifications_are_explained(page: Page) -> None:
    page.add_init_script(
        """window.Notification = class { static permission = "default";
          static async requestPermission() { return this.permission = "denied"; } };"""
    )
    page.goto("/settings")
    page.get_by_role("button", name="Allow").click()

    expect(page.get_by_text("Notifications are blocked in this browser.")).to_be_visible()
    expect(page.get_by_role("button", name="Allow")).to_have_count(0)


MANY = one(question("Which of them?", [option(str(at), f"Number {at}") for at in range(100)]))


def test_an_error_is_visible_in_a_card_with_many_options(page: Page, stub: Stub) -> None:
    stub.desk.refusals = 1
    page.goto(f"/choice/{stub.desk.ask(MANY)}")
    page.get_by_text("Number 3", exact=True).click()

    expect(page.get_by_role("alert")).to_be_in_viewport()


def test_an_error_is_visible_below_a_chat_card(new_page: NewPage, stub: Stub) -> None:
    page = new_page(viewport={"width": 900, "height": 560})
    page.goto("/chat")
    say(page, "objective")
    expect(page.get_by_role("button", name="Increase revenue")).to_be_visible()
    stub.threads.fails = [503]
    page.get_by_role("button", name="Increase revenue").click()

    expect(page.get_by_role("alert")).to_be_in_viewport(ratio=0.9)


def test_a_question_in_the_inbox_is_shown_with_its_title(page: Page, stub: Stub) -> None:
    stub.desk.ask({**ONE, "title": "The store"})
    page.goto("/")
    expect(page.locator(".row-title")).to_have_text("Which database?")
    expect(page.get_by_role("heading", name="Which database?")).to_be_visible()

    expect(page.get_by_text("The store")).to_have_count(1)
