"""Unsent chat messages are never lost."""

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import NewPage
from tests.browser.stub_server import Stub
from tests.browser.test_chat import say


def message(page: Page) -> Locator:
    return page.get_by_role("textbox", name="Message")


def test_the_message_field_has_the_focus_when_the_chat_opens(page: Page, stub: Stub) -> None:
    thread = stub.threads.create("chat", "Other")
    page.goto("/chat")
    expect(message(page)).to_be_focused()
    page.goto(f"/chat?thread={thread['id']}")

    expect(message(page)).to_be_focused()


def test_on_a_phone_the_message_field_is_not_focused(new_page: NewPage) -> None:
    page = new_page(viewport={"width": 375, "height": 740}, is_mobile=True, has_touch=True)
    page.goto("/chat")

    expect(page.get_by_role("heading", name="What would you like to know?")).to_be_visible()
    expect(message(page)).not_to_be_focused()


def test_a_reload_keeps_the_unsent_message_of_each_conversation(page: Page, stub: Stub) -> None:
    other = stub.threads.create("chat", "Other")
    page.goto("/chat")
    message(page).fill("for a new one")
    page.get_by_role("button", name="Other", exact=True).click()
    expect(message(page)).to_have_value("")
    message(page).fill("for the other")
    page.wait_for_url(f"**/chat?thread={other['id']}")
    page.reload()
    expect(message(page)).to_have_value("for the other")
    page.get_by_role("button", name="New conversation").click()

    expect(message(page)).to_have_value("for a new one")


def test_a_sent_message_is_not_restored(page: Page) -> None:
    page.goto("/chat")
    say(page, "hello")
    expect(page.get_by_text("You said: hello")).to_be_visible()
    page.reload()
    expect(page.get_by_text("You said: hello")).to_be_visible()
    expect(message(page)).to_have_value("")
    page.get_by_role("button", name="New conversation").click()

    expect(message(page)).to_have_value("")


def test_a_message_that_failed_to_send_is_restored_after_a_reload(page: Page, stub: Stub) -> None:
    page.goto("/chat")
    page.route("**/api/threads", lambda route: route.abort())
    say(page, "all my thoughts")
    expect(page.get_by_text("The server cannot be reached.")).to_be_visible()
    page.unroute("**/api/threads")
    page.reload()
    expect(message(page)).to_have_value("all my thoughts")
    page.keyboard.press("Enter")
    expect(page.get_by_text("You said: all my thoughts")).to_be_visible()
    page.reload()

    expect(page.get_by_text("You said: all my thoughts")).to_be_visible()
    expect(message(page)).to_have_value("")
    assert stub.threads.turns == [{"content": "all my thoughts"}]


def test_text_typed_during_the_first_answer_belongs_to_that_conversation(page: Page, stub: Stub) -> None:
    stub.threads.pace = 0.05
    page.goto("/chat")
    say(page, "What's our organizational health?")
    message(page).fill("and then")
    expect(page.get_by_role("button", name="Stop")).to_be_visible()
    expect(page.get_by_text("Copy answer")).to_be_visible()
    page.reload()
    expect(message(page)).to_have_value("and then")
    page.get_by_role("button", name="New conversation").click()

    expect(message(page)).to_have_value("")


def test_clicking_an_example_keeps_the_typed_message(page: Page) -> None:
    page.goto("/chat")
    message(page).fill("half a thought")
    page.get_by_role("button", name="What's our organizational health?").click()
    expect(page.get_by_text("Copy answer")).to_be_visible()

    expect(message(page)).to_have_value("half a thought")


def test_the_unsent_message_is_kept_when_its_conversation_is_deleted(page: Page, stub: Stub) -> None:
    thread = stub.threads.create("chat", "Other")
    page.goto(f"/chat?thread={thread['id']}")
    message(page).fill("still good")
    page.get_by_role("button", name="Delete conversation Other").click()
    page.get_by_role("button", name="Delete", exact=True).click()
    expect(page.get_by_role("button", name="Delete conversation Other")).to_have_count(0)
    expect(message(page)).to_have_value("still good")
    page.keyboard.press("Enter")

    expect(page.get_by_text("You said: still good")).to_be_visible()


def test_the_modes_of_a_new_conversation_are_chosen_by_keyboard(page: Page) -> None:
    page.clock.install()
    page.goto("/chat")
    page.get_by_role("button", name="New conversation").click()
    expect(page.get_by_text("Alt+Q goes to the open question")).to_be_visible()
    page.keyboard.press("Alt+q")
    expect(page.get_by_role("button", name="Discovery")).to_be_focused()
    page.clock.fast_forward(500)
    page.keyboard.press("2")
    page.keyboard.press("Enter")

    expect(page.get_by_text("→ Clarification")).to_be_visible()
    expect(page.get_by_text("Alt+Q goes to the open question")).to_have_count(0)
    expect(message(page)).to_be_focused()


def test_a_too_long_message_shows_an_error_above_the_field(page: Page) -> None:
    page.goto("/chat")
    message(page).fill("a" * 8001)
    told = page.get_by_role("alert").filter(has_text="8001 of at most 8000")
    expect(told).to_be_visible()
    above, below = told.bounding_box(), page.locator(".box").bounding_box()

    assert above is not None
    assert below is not None
    assert (above["x"], above["width"]) == (below["x"], below["width"])
    assert above["y"] + above["height"] < below["y"]
