"""Settings take effect immediately, in other browsers, and after a restart."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage
from tests.browser.served import Served, signed_in

OPTIONS = [
    {"id": "go", "label": "Release now", "recommended": True},
    {"id": "wait", "label": "Wait for the translation"},
]
RELEASE = {
    "title": "Release",
    "prompt": "May it go out today?",
    "selection_mode": "hybrid",
    "options": OPTIONS,
}
ONE = {**RELEASE, "selection_mode": "single"}
CAREFUL = {"allow_option_annotations": True, "allow_global_annotation": True, "show_placeholder": False}

Look = Callable[[Page], None]


def is_korean(page: Page) -> None:
    expect(page.get_by_role("link", name="받은 질문").first).to_be_visible()


def is_dark(page: Page) -> None:
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


def has_a_button_to_send(page: Page) -> None:
    page.get_by_text("Wait for the translation").click()
    expect(page.get_by_role("button", name="Send", exact=True)).to_be_visible()
    expect(page.get_by_text("→ Wait")).to_have_count(0)


def has_no_placeholder(page: Page) -> None:
    own = page.get_by_role("textbox", name="Your answer", exact=True)
    expect(own).to_have_attribute("placeholder", "")


def asks_for_a_note_on_the_option(page: Page) -> None:
    page.get_by_text("Release now").click()
    expect(page.get_by_role("textbox", name="Note on “Release now”")).to_be_visible()


def asks_for_a_note_on_the_answer(page: Page) -> None:
    expect(page.get_by_role("textbox", name="A note on your answer")).to_be_visible()


def shows_what_is_recommended(page: Page) -> None:
    expect(page.get_by_text("Release now")).to_be_visible()
    expect(page.get_by_text("Wait for the translation")).to_have_count(0)
    expect(page.get_by_role("button", name="Show 1 more option")).to_be_visible()


SETTINGS: list[tuple[str, object, object, Look]] = [
    ("theme", "dark", "system", is_dark),
    ("single_submit_mode", False, True, has_a_button_to_send),
    ("allow_option_annotations", True, False, asks_for_a_note_on_the_option),
    ("allow_global_annotation", True, False, asks_for_a_note_on_the_answer),
    ("visible_options", "recommended", "all", shows_what_is_recommended),
    ("language", "ko", "en", is_korean),
]


def change(page: Page, name: str, value: object) -> None:
    """Change one setting through the page."""
    field = page.locator(f"choice-settings [name={name}]")
    if name == "theme":
        page.get_by_role("group", name="Appearance").get_by_role("button", name=str(value)).click()
    elif isinstance(value, bool):
        field.set_checked(value)
    else:
        field.select_option(str(value))
    expect(page.locator("choice-settings .message")).not_to_be_empty()


@pytest.mark.requirement("PC9")
def test_every_setting_takes_effect_immediately(served: Served, new_page: NewPage) -> None:
    page = new_page()
    signed_in(page, served.start())
    page.goto(f"{served.url}/choice/{served.ask(**ONE)}")
    expect(page.get_by_text("Release now")).to_be_visible()
    settings = page.context.new_page()
    settings.goto(f"{served.url}/settings")

    for name, value, usual, look in SETTINGS:
        change(settings, name, value)
        look(page)
        change(settings, name, usual)
    page.goto(f"{served.url}/choice/{served.ask(**RELEASE)}")
    change(settings, "show_placeholder", value=False)
    has_no_placeholder(page)


@pytest.mark.requirement("PC9")
def test_settings_apply_in_another_browser_after_a_restart(served: Served, new_page: NewPage) -> None:
    page, elsewhere = new_page(), new_page()
    signed_in(page, served.start())
    asked = served.ask(**ONE)
    page.goto(f"{served.url}/settings")
    for name, value, _, _ in SETTINGS:
        change(page, name, value)
    served.stop()
    signed_in(elsewhere, served.start())
    elsewhere.goto(f"{served.url}/choice/{asked}")

    is_korean(elsewhere)
    is_dark(elsewhere)
    elsewhere.get_by_text("Release now").click()
    expect(elsewhere.get_by_text("Wait for the translation")).to_have_count(0)
    expect(elsewhere.get_by_role("textbox", name="Release now")).to_be_visible()
    expect(elsewhere.get_by_role("button", name="보내기", exact=True)).to_be_visible()


@pytest.mark.requirement("PC9")
def test_a_setting_updates_open_pages_in_another_browser(served: Served, new_page: NewPage) -> None:
    page, elsewhere = new_page(), new_page()
    signed_in(page, served.start())
    asked = served.ask(**RELEASE)
    signed_in(elsewhere, served.link())
    elsewhere.goto(f"{served.url}/choice/{asked}")
    expect(elsewhere.get_by_text("Release now")).to_be_visible()
    page.goto(f"{served.url}/settings")
    change(page, "theme", "dark")
    change(page, "show_placeholder", value=False)

    is_dark(elsewhere)
    has_no_placeholder(elsewhere)


@pytest.mark.requirement("PC9", "PC7")
def test_the_time_limit_applies_if_the_asker_sets_none(
    served: Served, new_page: NewPage, tmp_path: Path
) -> None:
    page = new_page()
    signed_in(page, served.start())
    page.goto(f"{served.url}/settings")
    change(page, "timeout_seconds", 3600)
    change(page, "transport", "web")
    usual, own = served.ask(**ONE), served.ask(**ONE, timeout_seconds=60)

    read = """id => fetch(`/api/interactions/${id}`, {headers: {"X-Choice-Client": "web"}})
        .then(reply => reply.json())"""
    assert 3500 < page.evaluate(read, usual)["remaining_seconds"] <= 3600
    assert page.evaluate(read, own)["remaining_seconds"] <= 60
    kept = json.loads((tmp_path / "preferences.json").read_text("utf-8"))
    assert kept == {"timeout_seconds": 3600, "transport": "web"}


@pytest.mark.requirement("PC9", "PG1")
def test_the_first_paint_of_a_page_has_the_chosen_theme(served: Served, new_page: NewPage) -> None:
    page = new_page(color_scheme="light")
    signed_in(page, served.start())
    page.goto(f"{served.url}/settings")
    change(page, "theme", "dark")
    reply = page.request.get(f"{served.url}/insights")

    assert '<html data-theme="dark"' in reply.text()


@pytest.mark.requirement("PC1")
def test_presentation_settings_of_the_asker_apply(shared: Served, new_page: NewPage) -> None:
    page = new_page()
    signed_in(page, shared.link())
    asked = shared.ask(**RELEASE, **CAREFUL)
    page.goto(f"{shared.url}/choice/{asked}")

    asks_for_a_note_on_the_answer(page)
    has_no_placeholder(page)
    asks_for_a_note_on_the_option(page)
