"""Conversations on the chat page: start, answer, leave and resume."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import NewPage
from tests.browser.scripts import OBJECTIVE
from tests.browser.stub_desk import Json
from tests.browser.stub_server import Stub
from tests.browser.test_chat import say

EXAMPLE = "What's our organizational health?"


def said(stub: Stub, role: str = "user") -> list[str]:
    thread = next(iter(stub.threads.threads.values()))
    return [one["content"] for one in thread["messages"] if one["role"] == role]


def test_a_double_click_on_an_example_sends_one_message(page: Page, stub: Stub) -> None:
    page.goto("/chat")
    page.get_by_role("button", name=EXAMPLE).dblclick()

    expect(page.get_by_text("Copy answer")).to_have_count(1)
    expect(page.locator(".threads li")).to_have_count(1)
    assert len(stub.threads.threads) == 1
    assert stub.threads.turns == [{"content": EXAMPLE}]


def test_a_new_conversation_is_stored_with_its_first_message(page: Page, stub: Stub) -> None:
    page.goto("/chat")
    page.get_by_role("button", name="New conversation").dblclick()
    expect(page.get_by_role("textbox", name="Message")).to_be_focused()
    assert stub.threads.threads == {}
    say(page, "hello")
    expect(page.get_by_text("You said: hello")).to_be_visible()

    assert len(stub.threads.threads) == 1


def test_a_new_conversation_is_scrolled_to_its_start(new_page: NewPage) -> None:
    page = new_page(viewport={"width": 1280, "height": 760})
    page.goto("/chat")
    say(page, EXAMPLE)
    expect(page.get_by_text("Copy answer")).to_be_visible()
    page.get_by_role("button", name="New conversation").click()

    for seen in (page.get_by_role("heading", level=2, name="What would you"), page.get_by_text("asks back")):
        expect(seen).to_be_in_viewport(ratio=1)


def test_an_answer_continues_while_another_conversation_is_displayed(page: Page, stub: Stub) -> None:
    stub.threads.pace = 0.02
    stub.threads.say(stub.threads.create("chat", "Other"), "user", "about something else")
    page.goto("/chat")
    say(page, EXAMPLE)
    expect(page.get_by_role("heading", name="Organizational", level=2)).to_be_visible()
    page.get_by_role("button", name="Other", exact=True).click()
    expect(page.get_by_text("about something else")).to_be_visible()
    expect(page.get_by_role("heading", name="Organizational", level=2)).to_have_count(0)
    page.get_by_role("button", name=EXAMPLE, exact=True).click()
    expect(page.get_by_role("button", name="Stop")).to_be_visible()

    expect(page.locator("code .t-keyword").first).to_have_text("CREATE")
    expect(page.get_by_text("The answer was stopped.")).to_have_count(0)


def test_a_paused_answer_shows_that_it_is_not_complete(page: Page, stub: Stub) -> None:
    stub.threads.may_complete.clear()
    page.goto("/chat")
    say(page, EXAMPLE)
    expect(page.locator("code .t-keyword").first).to_have_text("CREATE")
    expect(page.get_by_text("Thinking…")).to_be_visible()
    stub.threads.may_complete.set()

    expect(page.get_by_text("signals (3)")).to_be_visible()
    expect(page.get_by_text("Thinking…")).to_have_count(0)


def test_an_answer_interrupted_by_a_reload_is_marked_and_can_be_retried(page: Page, stub: Stub) -> None:
    stub.threads.pace = 0.1
    page.goto("/chat")
    say(page, EXAMPLE)
    expect(page.get_by_role("heading", name="Organizational", level=2)).to_be_visible()
    page.reload()
    expect(page.get_by_text("The answer was stopped.")).to_be_visible()
    expect(page.get_by_text("Answered by")).to_have_count(0)
    stub.threads.pace = 0
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_text("signals (3)")).to_be_visible()
    page.reload()

    expect(page.get_by_text("signals (3)")).to_be_visible()
    expect(page.get_by_text("The answer was stopped.")).to_have_count(0)
    assert said(stub) == [EXAMPLE]


def test_a_stopped_and_retried_message_is_shown_once(page: Page, stub: Stub) -> None:
    stub.threads.pace = 0.1
    page.goto("/chat")
    say(page, EXAMPLE)
    expect(page.get_by_role("heading", name="Organizational", level=2)).to_be_visible()
    page.get_by_role("button", name="Stop").click()
    stub.threads.pace = 0
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_text("signals (3)")).to_be_visible()

    assert said(stub) == [EXAMPLE]
    assert stub.threads.turns[-1] == {"retry": True}


def test_a_message_that_failed_to_send_can_be_sent_again(page: Page, stub: Stub) -> None:
    page.goto("/chat")
    say(page, "hello")
    expect(page.get_by_text("You said: hello")).to_be_visible()
    stub.threads.fails = [503]
    say(page, "hello")
    page.get_by_role("button", name="Try again").click()

    expect(page.get_by_text("You said: hello")).to_have_count(2)
    assert said(stub) == ["hello", "hello"]


def test_the_same_message_is_sent_again_before_the_first_reply_was_reloaded(page: Page, stub: Stub) -> None:
    held: list[Route] = []
    page.route("**/api/threads/t1", lambda route: held.append(route))  # noqa: PLW0108 - Playwright marks it
    page.goto("/chat")
    say(page, "hello")
    expect(page.get_by_text("Copy answer")).to_be_visible()
    stub.threads.fails = [503]
    say(page, "hello")
    expect(page.get_by_role("button", name="Try again")).to_be_visible()
    for route in held:
        route.continue_()
    page.unroute("**/api/threads/t1")
    page.get_by_role("button", name="Try again").click()

    expect(page.get_by_text("You said: hello")).to_have_count(2)
    assert said(stub) == ["hello", "hello"]


@pytest.mark.requirement("UP2")
def test_the_chat_continues_when_its_card_is_answered_elsewhere(page: Page, stub: Stub) -> None:
    page.goto("/chat")
    say(page, "objective")
    expect(page.get_by_role("button", name="Increase revenue")).to_be_visible()
    thread = next(iter(stub.threads.threads.values()))
    card = thread["messages"][-1]["cards"][0]
    stub.desk.ask({"questions": []}, id=card["question_id"])
    chosen: Json = {"question_id": card["question_id"], "option_ids": ["opt_1"], "custom_text": None}
    card.update(state="answered", answer={**chosen, "surface": "slack", "answered_by": "Kim"})
    thread["state"] = "working"
    stub.desk.end(card["question_id"], "answered", surface="slack", answers=[chosen])
    expect(page.get_by_text("Thinking…")).to_be_visible()
    stub.threads.say(thread, "user", "Increase revenue")
    reply = stub.threads.say(thread, "assistant", "One more thing.")
    reply["cards"].append({**OBJECTIVE, "question_id": "next", "state": "open", "answer": None})
    thread["state"] = "waiting"

    expect(page.get_by_text("One more thing.")).to_be_visible()
    expect(page.get_by_role("button", name="Increase revenue")).to_be_visible()


@pytest.mark.requirement("UP2")
def test_the_chat_continues_when_its_card_is_answered_elsewhere_immediately(page: Page, stub: Stub) -> None:
    held: list[Route] = []
    page.route("**/api/threads/t1", lambda route: held.append(route))  # noqa: PLW0108 - Playwright marks it
    page.goto("/chat")
    with page.expect_request("**/api/threads/t1"):
        say(page, "objective")
    expect(page.get_by_role("button", name="Increase revenue")).to_be_visible()
    thread = next(iter(stub.threads.threads.values()))
    card = thread["messages"][-1]["cards"][0]
    card.update(state="answered", answer={"option_ids": ["opt_1"], "custom_text": None, "surface": "slack"})
    stub.threads.say(thread, "user", "Increase revenue")
    stub.threads.say(thread, "assistant", "One more thing.")
    for route in held:
        route.continue_()
    page.unroute("**/api/threads/t1")

    expect(page.get_by_text("One more thing.")).to_be_visible()


def test_the_url_has_the_id_of_a_new_thread_during_its_first_answer(page: Page, stub: Stub) -> None:
    stub.threads.pace = 0.05
    page.goto("/chat")
    say(page, EXAMPLE)
    expect(page.get_by_role("button", name="Stop")).to_be_visible()

    page.wait_for_url("**/chat?thread=t1")


def test_back_and_forward_navigate_the_conversations(page: Page, stub: Stub) -> None:
    for title in ("First", "Second"):
        stub.threads.say(stub.threads.create("chat", title), "user", f"about {title}")
    page.goto("/chat")
    page.get_by_role("button", name="First", exact=True).click()
    expect(page.get_by_text("about First")).to_be_visible()
    page.get_by_role("button", name="Second", exact=True).click()
    expect(page.get_by_text("about Second")).to_be_visible()
    page.go_back()
    expect(page.get_by_text("about First")).to_be_visible()
    page.go_forward()
    expect(page.get_by_text("about Second")).to_be_visible()


def test_a_deleted_conversation_is_reported_as_deleted(page: Page) -> None:
    page.goto("/chat?thread=nowhere")

    expect(page.get_by_role("alert")).to_contain_text("This conversation does not exist")
    say(page, "hello")
    expect(page.get_by_text("You said: hello")).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)


def test_the_focus_is_never_lost(page: Page, stub: Stub) -> None:
    page.clock.install()
    page.goto("/chat")
    page.get_by_role("button", name=EXAMPLE).click()
    expect(page.get_by_role("textbox", name="Message")).to_be_focused()
    expect(page.get_by_text("Copy answer")).to_be_visible()
    say(page, "objective")
    expect(page.get_by_role("button", name="Increase revenue")).to_be_visible()
    stub.threads.pace = 0.05
    page.get_by_role("button", name="Increase revenue").focus()
    page.clock.fast_forward(500)
    page.keyboard.press("Enter")
    expect(page.locator(".done:focus")).to_be_visible()

    expect(page.get_by_role("textbox", name="Message")).to_be_focused()


def test_the_message_field_has_the_focus_after_stop_and_retry(page: Page, stub: Stub) -> None:
    stub.threads.pace = 0.1
    page.goto("/chat")
    message = page.get_by_role("textbox", name="Message")
    say(page, EXAMPLE)
    page.get_by_role("button", name="Stop").press("Enter")
    expect(page.get_by_text("The answer was stopped.")).to_be_visible()
    expect(message).to_be_focused()
    stub.threads.pace = 0
    page.get_by_role("button", name="Try again").press("Enter")

    expect(page.get_by_text("signals (3)")).to_be_visible()
    expect(message).to_be_focused()


def test_deleting_a_conversation_works_by_keyboard(page: Page, stub: Stub) -> None:
    stub.threads.create("chat", "First")
    page.goto("/chat")
    remove = page.get_by_role("button", name="Delete conversation First")
    for keep in ("Enter", "Escape"):
        remove.press("Enter")
        expect(page.get_by_role("button", name="Keep")).to_be_focused()
        page.keyboard.press(keep)
        expect(remove).to_be_focused()
    remove.press("Enter")
    page.get_by_role("button", name="Delete", exact=True).press("Enter")

    expect(page.get_by_role("textbox", name="Message")).to_be_focused()
    expect(remove).to_have_count(0)


def test_the_drawer_takes_the_focus_and_returns_it(new_page: NewPage) -> None:
    page = new_page(viewport={"width": 360, "height": 740})
    page.goto("/chat")
    menu = page.get_by_role("button", name="Show conversations")
    menu.press("Enter")
    expect(page.get_by_role("button", name="New conversation")).to_be_focused()
    page.keyboard.press("Escape")

    expect(menu).to_be_focused()


def test_an_answer_requested_in_another_tab_appears_when_complete(new_page: NewPage, stub: Stub) -> None:
    stub.threads.pace = 0.02
    first, second = new_page(), new_page()
    first.goto("/chat")
    say(first, EXAMPLE)
    first.wait_for_url("**thread=t1")
    expect(first.get_by_role("heading", name="Organizational", level=2)).to_be_visible()
    second.goto("/chat?thread=t1")
    expect(second.get_by_text("Thinking…")).to_be_visible()

    expect(second.get_by_text("signals (3)")).to_be_visible()


def test_a_too_long_message_is_kept_and_the_limit_is_shown(page: Page, stub: Stub) -> None:
    page.goto("/chat")
    say(page, "x" * 9000)

    expect(page.get_by_role("alert")).to_contain_text("9000 of at most 8000 characters")
    expect(page.get_by_role("textbox", name="Message")).to_have_value("x" * 9000)
    assert stub.threads.turns == []


def test_a_default_placeholder_is_in_the_persons_language(page: Page) -> None:
    page.goto("/chat?lang=ko")
    page.get_by_role("textbox").first.fill("objective")
    page.keyboard.press("Enter")

    expect(page.locator(".own-words")).to_have_attribute("placeholder", re.compile("[가-힣]"))


def test_right_to_left_messages_are_right_aligned(page: Page, stub: Stub) -> None:
    thread = stub.threads.create("chat", "Arabic")
    stub.threads.say(thread, "user", "مرحبا\nبالعالم الكبير جدا")
    stub.threads.say(thread, "assistant", "مرحبا بالعالم\n\n- واحد")
    page.goto(f"/chat?thread={thread['id']}")
    looks = "element => [getComputedStyle(element).direction, getComputedStyle(element).display]"

    assert page.locator(".user bdi").evaluate(looks) == ["rtl", "block"]
    assert page.locator("choice-markdown p").evaluate(looks) == ["rtl", "block"]
    assert page.locator("choice-markdown ul").evaluate(looks) == ["rtl", "block"]
