"""Messages go to the opened conversation, also on a slow connection."""

from playwright.sync_api import Page, Route, expect

from tests.browser.stub_desk import Json
from tests.browser.stub_server import Stub
from tests.browser.test_chat import say
from tests.browser.test_unsent_messages import message


def two_threads(stub: Stub) -> tuple[Json, Json]:
    first, second = stub.threads.create("chat", "First"), stub.threads.create("chat", "Second")
    for thread in (first, second):
        stub.threads.say(thread, "user", f"about {thread['title']}")
        stub.threads.say(thread, "assistant", "Noted.")
    return first, second


def held_back(page: Page, thread: Json) -> list[Route]:
    """Delay the server's response to reading a thread."""
    waiting: list[Route] = []
    page.route(f"**/api/threads/{thread['id']}", lambda route: waiting.append(route))  # noqa: PLW0108 - Playwright marks it
    return waiting


def let_go(page: Page, thread: Json, waiting: list[Route]) -> None:
    waiting[-1].continue_()
    page.unroute(f"**/api/threads/{thread['id']}")


def test_a_reload_while_a_conversation_loads_returns_to_it(page: Page, stub: Stub) -> None:
    first, second = two_threads(stub)
    page.goto(f"/chat?thread={first['id']}")
    expect(page.get_by_text("about First")).to_be_visible()
    held_back(page, second)
    page.get_by_role("button", name="Second", exact=True).click()
    page.wait_for_url(f"**/chat?thread={second['id']}")
    page.unroute(f"**/api/threads/{second['id']}")
    page.reload()

    expect(page.get_by_text("about Second")).to_be_visible()


def test_a_message_sent_while_a_conversation_opens_does_not_go_to_the_previous_one(
    page: Page, stub: Stub
) -> None:
    first, second = two_threads(stub)
    page.goto(f"/chat?thread={first['id']}")
    expect(page.get_by_text("about First")).to_be_visible()
    waiting = held_back(page, second)
    page.get_by_role("button", name="Second", exact=True).click()
    expect(page.get_by_text("Loading the conversation…")).to_be_visible()
    expect(page.get_by_text("about First")).to_have_count(0)
    message(page).fill("only for the second")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Send")).to_be_disabled()
    expect(message(page)).to_have_value("only for the second")
    let_go(page, second, waiting)
    expect(page.get_by_text("about Second")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.get_by_text("You said: only for the second")).to_be_visible()

    assert len(first["messages"]) == 2


def test_a_message_sent_while_a_conversation_loads_does_not_start_another(page: Page, stub: Stub) -> None:
    first, _second = two_threads(stub)
    waiting = held_back(page, first)
    page.goto(f"/chat?thread={first['id']}")
    message(page).fill("go on")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="What would you like to know?")).to_have_count(0)
    let_go(page, first, waiting)
    expect(page.get_by_text("about First")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.get_by_text("You said: go on")).to_be_visible()

    assert len(stub.threads.threads) == 2


def test_a_conversation_that_failed_to_load_can_be_reloaded(page: Page, stub: Stub) -> None:
    first, second = two_threads(stub)
    page.goto(f"/chat?thread={first['id']}")
    expect(page.get_by_text("about First")).to_be_visible()
    page.route(f"**/api/threads/{second['id']}", lambda route: route.abort(), times=1)
    page.get_by_role("button", name="Second", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("The server cannot be reached.")
    page.get_by_role("button", name="Try again").click()

    expect(page.get_by_text("about Second")).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(message(page)).to_be_focused()


def test_the_list_of_conversations_loads_when_the_server_is_back(page: Page, stub: Stub) -> None:
    two_threads(stub)
    page.route("**/api/threads", lambda route: route.abort())
    page.goto("/chat")
    expect(page.get_by_role("alert")).to_contain_text("The server cannot be reached.")
    page.unroute("**/api/threads")
    stub.drop_sockets()

    expect(page.get_by_role("button", name="Second", exact=True)).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)


def test_back_and_forward_navigate_the_conversations(page: Page, stub: Stub) -> None:
    two_threads(stub)
    page.goto("/chat")
    for title in ("First", "Second"):
        page.get_by_role("button", name=title, exact=True).click()
        expect(page.get_by_text(f"about {title}")).to_be_visible()
    page.go_back()
    expect(page.get_by_text("about First")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("heading", name="What would you like to know?")).to_be_visible()
    page.go_forward()

    expect(page.get_by_text("about First")).to_be_visible()


def test_a_mode_that_failed_to_change_is_not_shown(page: Page) -> None:
    page.goto("/chat")
    say(page, "hello")
    expect(page.get_by_text("You said: hello")).to_be_visible()
    page.route("**/api/threads/*", lambda route: route.abort(), times=1)
    page.get_by_role("combobox", name="Mode").select_option("discovery")
    expect(page.get_by_role("alert")).to_contain_text("The server cannot be reached.")

    expect(page.get_by_role("combobox", name="Mode")).to_have_value("chat")


def test_a_deleted_conversation_is_reported_while_the_list_still_loads(page: Page, stub: Stub) -> None:
    waiting: list[Route] = []
    page.route("**/api/threads", lambda route: waiting.append(route))  # noqa: PLW0108 - Playwright marks it
    page.goto("/chat?thread=nowhere")
    expect(page.get_by_role("alert")).to_contain_text("This conversation does not exist")
    # The page reads again what it could not read when the desk is there again, which this shows it.
    stub.drop_sockets()
    with page.expect_websocket() as connected:
        pass
    connected.value.wait_for_event("framereceived")
    waiting[0].continue_()

    expect(page.get_by_role("alert")).to_contain_text("This conversation does not exist")
    assert len(waiting) == 1
