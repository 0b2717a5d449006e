"""End to end with the real server, from the printed link to a decision."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewPage
from tests.browser.served import Served, signed_in

HEALTH = "What's our organizational health?"


@pytest.mark.requirement("PC6", "UP13", "QC12", "QC15", "UP2", "UP5", "FB6")
def test_from_the_link_to_a_decision_that_closes_everywhere(served: Served, new_page: NewPage) -> None:
    page = new_page()
    signed_in(page, served.start())

    page.get_by_role("textbox").first.fill(HEALTH)
    page.keyboard.press("Enter")
    expect(page.get_by_role("table")).to_contain_text("Communication Efficiency")

    page.get_by_role("button", name="New conversation").first.click()
    page.get_by_role("combobox").select_option("discovery")
    page.get_by_role("textbox").first.fill("Help me find out what to build first")
    page.keyboard.press("Enter")
    question = page.get_by_text("What should be better three months from now?", exact=True)
    expect(question).to_be_visible()

    inbox = page.context.new_page()
    inbox.goto(f"{served.url}/")
    inbox.get_by_role("link", name="What should be better").first.click()
    card = inbox.get_by_role("group", name="What should be better")
    expect(card.get_by_role("button", name="Faster delivery")).to_be_visible()

    page.bring_to_front()
    page.keyboard.press("Alt+q")
    page.keyboard.press("2")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Faster delivery").first).to_be_visible()
    expect(card.get_by_role("button", name="Faster delivery")).to_have_count(0)

    expect(page.get_by_role("button", name=re.compile("."), disabled=False).first).to_be_visible()
    page.reload()
    expect(page.get_by_text("Faster delivery").first).to_be_visible()


@pytest.mark.requirement("UP13")
def test_a_link_works_once_and_the_session_survives_a_restart(served: Served, new_page: NewPage) -> None:
    page, other = new_page(), new_page()
    link = served.start()
    signed_in(page, link)
    other.goto(link)
    expect(other.get_by_text("This link was used before")).to_be_visible()

    served.stop()
    served.start()
    page.get_by_role("textbox").first.fill(HEALTH)
    page.keyboard.press("Enter")

    expect(page.get_by_role("table")).to_contain_text("Communication Efficiency")


@pytest.mark.requirement("UP13")
def test_pages_require_the_session_cookie(shared: Served, new_page: NewPage) -> None:
    page = new_page()
    page.goto(f"{shared.url}/chat")

    expect(page).to_have_url(f"{shared.url}/sign-in")
    assert page.request.get(f"{shared.url}/api/threads").status == 401


@pytest.mark.requirement("PC6")
def test_signing_in_returns_to_the_requested_page(shared: Served, new_page: NewPage) -> None:
    page = new_page()
    page.goto(f"{shared.url}/choice/0123456789abcdef")
    expect(page).to_have_url(f"{shared.url}/sign-in")

    page.context.new_page().goto(shared.link())

    expect(page.context.pages[-1]).to_have_url(f"{shared.url}/choice/0123456789abcdef")


def test_a_link_opened_in_a_signed_out_tab_signs_in(shared: Served, new_page: NewPage) -> None:
    page = new_page()
    page.goto(f"{shared.url}/chat")
    expect(page.get_by_text("Open the link")).to_be_visible()
    page.goto(f"{shared.url}/sign-in#used-before")
    expect(page.get_by_text("This link was used before")).to_be_visible()
    page.goto(shared.link())

    expect(page).to_have_url(f"{shared.url}/chat")
    expect(page.get_by_role("heading", name="What would you like to know?")).to_be_visible()


def test_signing_in_at_an_unknown_host_shows_an_error(shared: Served, new_page: NewPage) -> None:
    page = new_page()
    page.route(
        "**/sign-in",
        lambda route: (
            route.fulfill(status=403, json={}) if route.request.method == "POST" else route.continue_()
        ),
    )
    page.goto(shared.link())

    expect(page.get_by_text("CHOICE_ALLOWED_HOSTS")).to_be_visible()


def test_korean_words_are_not_broken_on_the_sign_in_page(shared: Served, new_page: NewPage) -> None:
    page = new_page(locale="ko-KR")
    page.goto(f"{shared.url}/sign-in")
    expect(page.get_by_role("heading", name="로그인")).to_be_visible()

    expect(page.get_by_role("status")).to_have_css("word-break", "keep-all")


@pytest.mark.parametrize("address", ["/inbox", "/chat/", "/choice", "/no/such/page"])
def test_the_not_found_page_links_to_the_inbox(shared: Served, new_page: NewPage, address: str) -> None:
    page = new_page()
    signed_in(page, shared.link())
    reply = page.goto(f"{shared.url}{address}")
    assert reply is not None
    assert reply.status == 404
    expect(page.get_by_role("heading", name="Nothing is here")).to_be_visible()
    page.get_by_role("link", name="Inbox").click()

    expect(page.get_by_role("navigation", name="Pages")).to_be_visible()


@pytest.mark.requirement("UP2")
def test_an_open_chat_continues_when_its_question_is_answered_in_the_inbox(
    shared: Served, new_page: NewPage
) -> None:
    page = new_page()
    signed_in(page, shared.link("ada", tenant="journey"))
    page.get_by_role("combobox").select_option("discovery")
    page.get_by_role("textbox", name="Message").fill("Help me find out what to build first")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Faster delivery")).to_be_visible()

    inbox = page.context.new_page()
    inbox.goto(f"{shared.url}/")
    inbox.get_by_role("group").get_by_role("button", name="Faster delivery").click()

    expect(page.get_by_text("→ Faster delivery")).to_be_visible()
    expect(page.locator(".assistant")).to_have_count(2)
    expect(page.locator(".user")).to_have_count(2)


def test_a_stopped_answer_is_retried_and_shown_once(shared: Served, new_page: NewPage) -> None:
    page = new_page()
    signed_in(page, shared.link("kim"))
    page.get_by_role("textbox", name="Message").fill("Top incidents this week")
    page.keyboard.press("Enter")
    expect(page.locator("choice-markdown :is(h2, p)").first).to_be_visible()
    page.reload()
    expect(page.get_by_text("The answer was stopped.")).to_be_visible()
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_text("Answered by")).to_be_visible(timeout=20_000)
    page.reload()

    expect(page.get_by_text("Answered by")).to_be_visible()
    expect(page.locator(".user")).to_have_count(1)
    expect(page.get_by_text("The answer was stopped.")).to_have_count(0)


@pytest.mark.requirement("CH15")
def test_older_threads_are_loaded_by_keyboard(served: Served, new_page: NewPage) -> None:
    page = new_page()
    link = served.start()
    served.threads([f"Plan {number}" for number in range(205)])
    signed_in(page, link)
    threads = page.get_by_role("navigation", name="Conversations")
    older = threads.get_by_role("button", name="Show older")
    expect(threads.get_by_role("button", name=re.compile(r"^Plan \d+$"))).to_have_count(100)

    older.focus()
    page.keyboard.press("Enter")
    expect(threads.get_by_role("button", name="Plan 104", exact=True)).to_be_focused()
    # A second press loads nothing twice.
    older.evaluate("button => { button.click(); button.click(); }")
    expect(threads.get_by_role("button", name="Plan 4", exact=True)).to_be_focused()
    expect(older).to_have_count(0)
    expect(threads.get_by_role("button", name="New conversation")).to_be_in_viewport()
    expect(threads.get_by_role("button", name=re.compile(r"^Plan \d+$"))).to_have_count(205)

    threads.get_by_role("button", name="Plan 0", exact=True).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Plan 0", exact=True)).to_be_visible()


def test_older_threads_that_failed_to_load_can_be_reloaded(served: Served, new_page: NewPage) -> None:
    page = new_page()
    link = served.start()
    served.threads([f"Plan {number}" for number in range(101)])
    signed_in(page, link)
    older = page.get_by_role("button", name="Show older")
    page.route("**/api/threads?*", lambda route: route.abort())
    older.click()
    expect(page.get_by_role("alert")).to_be_visible()
    expect(older).to_be_focused()

    page.unroute("**/api/threads?*")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Plan 0", exact=True)).to_be_focused()
    expect(page.get_by_role("alert")).to_have_count(0)


@pytest.mark.requirement("PC6")
def test_a_link_accepts_a_prefix_of_the_question_id(shared: Served, new_page: NewPage) -> None:
    options = [{"id": "y", "label": "Yes", "recommended": True}, {"id": "n", "label": "No"}]
    asked_id = shared.ask(
        title="Release", prompt="Is it ready to go?", selection_mode="single", options=options
    )
    page = new_page()
    page.goto(shared.command("link", asked_id[:8]))

    expect(page.get_by_text("Is it ready to go?")).to_be_visible()
    assert "No open question has the id 'ffffffff'" in shared.command("link", "ffffffff")


def test_a_very_long_question_leaves_room_for_the_others_in_the_inbox(
    shared: Served, new_page: NewPage
) -> None:
    options = [{"id": "y", "label": "Yes", "recommended": True}, {"id": "n", "label": "No"}]
    prompt = "Shall we move? " + "It costs a day of work. " * 300
    asked_id = shared.ask(title="Move", prompt=prompt, selection_mode="single", options=options)
    page = new_page()
    page.goto(shared.command("link", asked_id[:8]))
    page.get_by_role("button", name="No", exact=True).click()
    expect(page.get_by_text("Thank you.").first).to_be_visible()

    for path, list_of in (("decisions", "choice-log"), ("insights", "choice-statistics")):
        page.goto(f"{shared.url}/{path}")
        told = page.locator(list_of).get_by_text("Shall we move?").first
        expect(told).to_be_visible()
        box = told.bounding_box()
        assert box is not None
        assert box["height"] < 60


@pytest.mark.requirement("SE1")
def test_a_link_of_another_person_asks_before_it_replaces_the_session(
    shared: Served, new_page: NewPage
) -> None:
    page = new_page()
    signed_in(page, shared.link("ada"))
    page.goto(shared.link("mallory"))
    expect(page.get_by_role("status")).to_have_text(
        "You are signed in as ada. This link signs in mallory instead."
    )
    page.get_by_role("button", name="Stay signed in as ada").click()
    page.wait_for_url("**/chat")
    page.goto(shared.link("mallory"))
    page.get_by_role("button", name="Sign in as mallory").click()
    page.wait_for_url("**/chat")
    page.goto(shared.link("mallory"))
    page.wait_for_url("**/chat")  # The same person is not asked.
    page.goto(shared.link("ada"))

    expect(page.get_by_role("status")).to_contain_text("You are signed in as mallory.")


@pytest.mark.requirement("PG8")
def test_the_demo_agent_asks_a_new_person_three_questions(shared: Served, new_page: NewPage) -> None:
    page = new_page()
    signed_in(page, shared.link("newcomer", tenant="first-minute"))
    page.goto(f"{shared.url}/")
    page.get_by_role("button", name="Ask me now").click()
    rows = page.locator(".row-title")
    expect(rows).to_have_count(3)
    page.get_by_role("link", name="Apply migration 0042?").click()
    expect(page.locator(".ln.a").first).to_be_visible()
    page.get_by_role("group", name="Apply migration").get_by_role("button", name="Stage first").click()

    expect(page.locator("choice-toast")).to_contain_text("Stage first")
