"""The page of one question."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage
from tests.browser.samples import DATABASE, ONE, THREE, one
from tests.browser.stub_desk import Json, question
from tests.browser.stub_server import Running, Stub


def hears(stub: Stub, what: str) -> None:
    """Wait until the server has received a message over the socket."""
    while stub.desk.heard.get(timeout=15) != what:
        pass


def waits_for(page: Page, text: str) -> None:
    expect(page.get_by_text(text).first).to_be_visible()


@pytest.mark.requirement("QC12", "QC13", "FB3")
def test_one_tap_answers_and_the_card_becomes_one_line(page: Page, stub: Stub) -> None:
    page.goto(f"/choice/{stub.desk.ask(ONE)}")
    expect(page.get_by_text("Recommended")).to_have_count(1)
    page.get_by_text("One file, nothing to install.").click()

    waits_for(page, "Thank you.")
    assert [answer["answers"] for answer in stub.desk.answers] == [
        [{"question_id": "q1", "option_ids": ["sq"]}]
    ]
    expect(page.get_by_role("button", name="Show options")).to_be_visible()


@pytest.mark.requirement("QC13")
def test_a_double_tap_sends_once(page: Page, stub: Stub) -> None:
    page.goto(f"/choice/{stub.desk.ask(ONE)}")
    page.get_by_role("button", name="PostgreSQL").dblclick()

    waits_for(page, "Thank you.")
    assert len(stub.desk.answers) == 1


@pytest.mark.requirement("QC13", "FB3")
def test_a_question_is_answered_by_keyboard(page: Page, stub: Stub) -> None:
    page.clock.install()
    page.goto(f"/choice/{stub.desk.ask(ONE)}")
    expect(page.get_by_role("button", name="PostgreSQL")).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("button", name="Decide later")).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(page.get_by_role("button", name="SQLite")).to_be_focused()
    page.clock.fast_forward(500)
    page.keyboard.press("Enter")

    waits_for(page, "Thank you.")
    assert stub.desk.answers[0]["answers"][0]["option_ids"] == ["sq"]


@pytest.mark.parametrize("height", [800, 400])
def test_a_long_question_is_shown_from_its_start(new_page: NewPage, stub: Stub, height: int) -> None:
    [question] = ONE["questions"]
    long = {**ONE, "questions": [{**question, "text": "Which one? " + "It costs a day to move. " * 300}]}
    page = new_page(viewport={"width": 640, "height": height})
    page.goto(f"/choice/{stub.desk.ask(long)}")
    expect(page.get_by_role("button", name="Show more")).to_be_visible()
    expect(page.get_by_role("heading", name="Which one?")).to_be_in_viewport()
    expect(page.get_by_role("button", name="Later", exact=True)).to_be_in_viewport()
    page.get_by_role("button", name="Show more").click()

    expect(page.get_by_role("button", name="Show less")).to_be_visible()
    assert stub.desk.answers == []


def test_a_form_focuses_its_first_open_question(page: Page, stub: Stub) -> None:
    page.goto(f"/choice/{stub.desk.ask(THREE)}")
    page.get_by_role("button", name="SQLite").click()
    expect(page.get_by_text("1 of 3 answered")).to_be_visible()
    page.reload()

    expect(page.get_by_role("checkbox", name="Unit")).to_be_focused()


def test_enter_right_after_the_page_appears_does_not_answer(page: Page, stub: Stub) -> None:
    page.clock.install(time="2026-01-01T12:00:00")
    page.clock.pause_at("2026-01-01T12:00:01")
    page.goto(f"/choice/{stub.desk.ask(ONE)}")
    expect(page.get_by_role("button", name="PostgreSQL")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="PostgreSQL")).to_be_focused()
    assert stub.desk.answers == []
    page.clock.run_for(600)
    page.keyboard.press("Enter")

    waits_for(page, "Thank you.")


@pytest.mark.requirement("QC13")
def test_enter_sends_free_text_and_shift_enter_breaks_the_line(page: Page, stub: Stub) -> None:
    page.goto(f"/choice/{stub.desk.ask(ONE)}")
    field = page.get_by_role("textbox", name="Your answer")
    field.click()
    expect(page.get_by_role("button", name="Send")).to_be_disabled()
    page.keyboard.type("Both 1")
    page.keyboard.press("Shift+Enter")
    page.keyboard.type("of them")
    page.keyboard.press("Enter")

    waits_for(page, "Thank you.")
    assert stub.desk.answers[0]["answers"][0]["custom_text"] == "Both 1\nof them"


def test_escape_leaves_the_text_field_and_keeps_the_text(page: Page, stub: Stub) -> None:
    page.goto(f"/choice/{stub.desk.ask(ONE)}")
    field = page.get_by_role("textbox", name="Your answer")
    field.fill("half a")
    page.keyboard.press("Escape")

    expect(page.get_by_role("button", name="PostgreSQL")).to_be_focused()
    expect(field).to_have_value("half a")


@pytest.mark.requirement("QC13")
def test_a_failed_send_shows_an_error_keeps_the_text_and_can_be_retried(page: Page, stub: Stub) -> None:
    stub.desk.refusals = 1
    page.goto(f"/choice/{stub.desk.ask(ONE)}")
    page.get_by_role("textbox", name="Your answer").fill("Neither")
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_role("alert")).to_contain_text("could not be sent")
    expect(page.get_by_role("textbox", name="Your answer")).to_have_value("Neither")
    page.get_by_role("button", name="Try again").click()

    waits_for(page, "Thank you.")


def test_a_draft_survives_a_reload_and_is_removed_after_sending(page: Page, stub: Stub) -> None:
    page.goto(f"/choice/{stub.desk.ask(ONE)}")
    page.get_by_role("textbox", name="Your answer").fill("half a thought")
    page.reload()
    expect(page.get_by_role("textbox", name="Your answer")).to_have_value("half a thought")
    page.get_by_role("button", name="Send").click()

    waits_for(page, "Thank you.")
    assert "half a thought" not in page.evaluate("JSON.stringify({...localStorage})")


def test_a_form_is_answered_by_keyboard_and_shows_progress(page: Page, stub: Stub) -> None:
    page.clock.install()
    page.goto(f"/choice/{stub.desk.ask(THREE)}")
    expect(page.get_by_role("button", name="PostgreSQL")).to_be_focused()
    page.clock.fast_forward(500)
    page.keyboard.press("2")
    expect(page.get_by_text("1 of 3 answered")).to_be_visible()
    expect(page.get_by_role("checkbox", name="Unit")).to_be_focused()
    page.keyboard.press("1")
    page.keyboard.press("3")
    page.keyboard.press("Control+Enter")
    expect(page.get_by_text("Still open: Deploy today?")).to_be_visible()
    expect(page.get_by_text("Still open: this needs an answer.")).to_be_visible()
    expect(page.get_by_role("button", name="Yes")).to_be_focused()
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Send 3 answers")).to_be_focused()
    page.keyboard.press("Enter")

    waits_for(page, "Thank you.")
    assert [one["option_ids"] for one in stub.desk.answers[0]["answers"]] == [["sq"], ["u", "l"], ["y"]]


def test_an_answer_of_a_form_can_be_changed_before_it_is_sent(page: Page, stub: Stub) -> None:
    page.goto(f"/choice/{stub.desk.ask(THREE)}")
    page.get_by_role("button", name="SQLite").click()
    page.get_by_role("button", name="Change").click()
    page.get_by_role("button", name="PostgreSQL").click()
    expect(page.get_by_text("→ PostgreSQL")).to_be_visible()
    page.get_by_role("button", name="Reset").click()

    expect(page.get_by_text("0 of 3 answered")).to_be_visible()


def test_too_many_choices_show_an_error(page: Page, stub: Stub) -> None:
    three = one({**THREE["questions"][1]})
    page.goto(f"/choice/{stub.desk.ask(three)}")
    for name in ("Unit", "Browser", "Load"):
        page.get_by_role("checkbox", name=name).check()
    page.get_by_role("button", name="Send").click()

    expect(page.get_by_role("alert")).to_contain_text("At most 2 options can be chosen.")


def test_notes_are_requested_if_the_asker_allows_them(page: Page, stub: Stub) -> None:
    wanted = {"allow_option_annotations": True, "allow_global_annotation": True}
    page.goto(f"/choice/{stub.desk.ask(ONE, presentation=wanted)}")
    page.get_by_role("radio", name="SQLite").check()
    page.get_by_role("textbox", name="Note on “SQLite”").fill("for now")
    page.get_by_role("textbox", name="A note on your answer").fill("ask again in May")
    page.get_by_role("button", name="Send").click()

    waits_for(page, "Thank you.")
    assert stub.desk.answers[0]["answers"][0]["option_notes"] == {"sq": "for now"}
    assert stub.desk.answers[0]["note"] == "ask again in May"


@pytest.mark.requirement("FB8")
def test_yes_and_no_stand_side_by_side(page: Page, stub: Stub) -> None:
    page.goto(f"/choice/{stub.desk.ask(one(THREE['questions'][2]))}")
    yes, no = (page.get_by_role("button", name=name, exact=True).bounding_box() for name in ("Yes", "No"))

    assert yes is not None
    assert no is not None
    assert yes["y"] == no["y"]
    assert yes["x"] + yes["width"] <= no["x"]


@pytest.mark.requirement("UP2")
def test_a_question_answered_in_one_tab_closes_in_the_other(new_page: NewPage, stub: Stub) -> None:
    asked = stub.desk.ask(ONE)
    first, second = new_page(), new_page()
    for page in (first, second):
        page.goto(f"/choice/{asked}")
        expect(page.get_by_role("button", name="SQLite")).to_be_visible()
    first.get_by_role("button", name="SQLite").click()

    waits_for(second, "This was answered in the inbox by you.")
    expect(second.get_by_role("button", name="PostgreSQL")).to_have_count(0)


@pytest.mark.requirement("UP2")
def test_of_two_concurrent_answers_one_wins_and_the_other_page_shows_it(
    new_page: NewPage, stub: Stub
) -> None:
    asked = stub.desk.ask(ONE)
    late = new_page()
    late.goto(f"/choice/{asked}")
    expect(late.get_by_role("button", name="SQLite")).to_be_visible()
    stub.sockets.clear()
    stub.desk._listeners.clear()  # noqa: SLF001 - the page hears nothing of it
    won: list[Json] = [{"question_id": "q1", "option_ids": ["pg"], "custom_text": None, "option_notes": {}}]
    stub.desk.end(asked, "answered", surface="slack", answered_by="Kim", answers=won)
    late.get_by_role("button", name="SQLite").click()

    waits_for(late, "This was answered in Slack by Kim.")
    waits_for(late, "PostgreSQL")


@pytest.mark.requirement("PC6", "PC7")
def test_the_countdown_follows_the_server_and_changes_made_elsewhere(page: Page, stub: Stub) -> None:
    asked = stub.desk.ask(ONE, seconds=61)
    page.clock.install(time="2020-01-01")
    page.goto(f"/choice/{asked}")
    expect(page.get_by_role("timer")).to_contain_text(re.compile(r"1:0\d left"))
    stub.desk.extend(asked, 600)

    expect(page.get_by_role("timer")).to_contain_text(re.compile(r"(10:00|9:5\d) left"))


@pytest.mark.requirement("PC7")
def test_the_deadline_can_be_extended_from_the_page(page: Page, stub: Stub) -> None:
    page.goto(f"/choice/{stub.desk.ask(ONE, seconds=100)}")
    page.get_by_role("button", name="+5 min").click()
    expect(page.get_by_role("timer")).to_contain_text(re.compile(r"6:\d\d left"))
    page.get_by_role("button", name="Later", exact=True).click()
    page.get_by_role("menuitem", name="In 10 minutes").click()

    waits_for(page, "Put aside")
    expect(page.get_by_role("button", name="Take it up now")).to_be_focused()


@pytest.mark.requirement("PC7")
def test_a_question_is_declined_with_a_reason(page: Page, stub: Stub) -> None:
    asked = stub.desk.ask(ONE)
    page.goto(f"/choice/{asked}")
    page.get_by_role("button", name="Decline…").click()
    page.get_by_role("textbox", name="Reason for the agent").fill("not mine")
    page.get_by_role("button", name="Decline", exact=True).click()

    waits_for(page, "This question was declined.")
    assert stub.desk.interactions[asked]["outcome"]["note"] == "not mine"


@pytest.mark.requirement("PC6", "PC7")
def test_a_timed_out_question_says_so(page: Page, stub: Stub) -> None:
    page.goto(f"/choice/{stub.desk.ask(ONE, seconds=1.5)}")

    waits_for(page, "Time ran out before anybody answered.")
    expect(page.get_by_role("heading", name="Which database?")).to_be_visible()


@pytest.mark.requirement("UP3")
def test_the_countdown_pauses_while_the_person_types(page: Page, stub: Stub) -> None:
    asked = stub.desk.ask(ONE)
    page.goto(f"/choice/{asked}")
    page.get_by_role("textbox", name="Your answer").fill("hm")

    waits_for(page, "Paused while you type")
    hears(stub, "typing")
    assert stub.desk.typed == [asked]


@pytest.mark.requirement("PC6")
def test_a_disconnected_page_reconnects_and_catches_up(page: Page, stub: Stub) -> None:
    asked = stub.desk.ask(ONE)
    page.goto(f"/choice/{asked}")
    expect(page.get_by_role("button", name="SQLite")).to_be_visible()
    listeners, stub.desk._listeners = stub.desk._listeners, []  # noqa: SLF001 - the page hears nothing of it
    stub.desk.end(asked, "answered", surface="terminal", answered_by="Ada")
    stub.desk._listeners = listeners  # noqa: SLF001 - as above
    stub.drop_sockets()

    waits_for(page, "This was answered in the terminal by Ada.")


def test_an_open_page_reconnects_after_a_server_restart(new_page: NewPage) -> None:
    with Running() as first:
        page = new_page(base_url=first.url)
        asked = first.stub.desk.ask(ONE)
        page.goto(f"/choice/{asked}")
        expect(page.get_by_role("button", name="SQLite")).to_be_visible()
    with Running(first.port) as again:
        again.stub.desk.ask(one(question("x", [])), id=asked)
        again.stub.desk.interactions[asked]["form"] = {
            "title": None,
            "context": None,
            "questions": [DATABASE],
        }
        again.stub.desk.end(asked, "answered", surface="terminal", answered_by="Ada")

        expect(page.get_by_text("This was answered in the terminal by Ada.").first).to_be_visible(
            timeout=30_000
        )


def test_an_unknown_question_shows_a_plain_message(page: Page) -> None:
    page.goto("/choice/nothing")

    waits_for(page, "This question does not exist, or it is not yours.")


def test_the_page_reports_that_the_question_was_seen(page: Page, stub: Stub) -> None:
    asked = stub.desk.ask(ONE)
    page.goto(f"/choice/{asked}")
    expect(page.get_by_role("button", name="SQLite")).to_be_visible()
    page.get_by_role("button", name="SQLite").click()
    expect(page.get_by_text("→ SQLite")).to_be_visible()

    hears(stub, "seen")
    assert stub.desk.seen == [asked]
