"""Payloads that Slack takes, and payloads that it refuses, each wrong in one way."""

from typing import Any

Blocks = list[Any]


def plain(text: str = "Text", **more: object) -> dict[str, Any]:
    return {"type": "plain_text", "text": text, **more}


def marked(text: str = "Text", **more: object) -> dict[str, Any]:
    return {"type": "mrkdwn", "text": text, **more}


def section(**more: object) -> dict[str, Any]:
    return {"type": "section", "text": marked(), **more}


def button(**more: object) -> dict[str, Any]:
    return {"type": "button", "text": plain("Go"), "action_id": "go", "value": "v", **more}


def actions(*elements: object, **more: object) -> dict[str, Any]:
    return {"type": "actions", "elements": list(elements), **more}


def option(text: str = "A", value: str = "0", **more: object) -> dict[str, Any]:
    return {"text": plain(text), "value": value, **more}


def options(count: int) -> list[dict[str, Any]]:
    return [option(f"Option {at}", str(at)) for at in range(count)]


def menu(kind: str = "static_select", count: int = 2, **more: object) -> dict[str, Any]:
    return {"type": kind, "action_id": "menu", "options": options(count), **more}


def entry(element: object = None, **more: object) -> dict[str, Any]:
    return {"type": "input", "label": plain("Label"), "element": element or menu(), **more}


def typed(**more: object) -> dict[str, Any]:
    return {"type": "plain_text_input", "action_id": "typed", **more}


def confirm(**more: object) -> dict[str, Any]:
    texts = {"title": plain("Sure?"), "text": plain("Really?"), "confirm": plain("Yes"), "deny": plain("No")}
    return {**texts, **more}


def context(count: int = 1) -> dict[str, Any]:
    return {"type": "context", "elements": [marked() for _ in range(count)]}


def header(text: object = None) -> dict[str, Any]:
    return {"type": "header", "text": text or plain("Title")}


def image(**more: object) -> dict[str, Any]:
    return {"type": "image", "image_url": "https://a.example/i.png", "alt_text": "A picture", **more}


def card(**more: object) -> dict[str, Any]:
    return {"type": "card", "title": marked("Card"), **more}


def task(**more: object) -> dict[str, Any]:
    return {"type": "task_card", "task_id": "t", "title": "Task", **more}


def table(rows: int = 2, columns: int = 2, text: str = "x") -> dict[str, Any]:
    return {"type": "table", "rows": [[{"type": "raw_text", "text": text}] * columns] * rows}


def data_table(**more: object) -> dict[str, Any]:
    rows = [[{"type": "raw_text", "text": "x"}]] * 3
    return {"type": "data_table", "caption": "Figures", "rows": rows, **more}


def chart(title: str = "Chart") -> dict[str, Any]:
    return {"type": "data_visualization", "title": title, "chart": {"type": "pie", "segments": []}}


def container(*blocks: object, **more: object) -> dict[str, Any]:
    return {"type": "container", "title": plain("Box"), "child_blocks": list(blocks), **more}


TEXT_INPUT = typed(multiline=True, min_length=1, max_length=3000, placeholder=plain("Write"))
RICH = {"type": "rich_text", "elements": [{"type": "rich_text_section", "elements": []}]}
ICON = {"type": "icon_button", "action_id": "i", "icon": "trash", "text": plain("Delete")}
VIDEO = {
    "type": "video",
    "alt_text": "A film",
    "title": plain("Film"),
    "thumbnail_url": "https://a.example/t.png",
    "video_url": "https://a.example/v",
}

VALID: dict[str, tuple[str, Blocks]] = {
    "section with marks": ("message", [section()]),
    "longest section": ("message", [section(text=marked("x" * 3000))]),
    "section with fields": ("message", [{"type": "section", "fields": [plain("x" * 2000)] * 5}]),
    "section with a button": ("message", [section(accessory=button())]),
    "section with a multi menu": ("message", [section(accessory=menu("multi_static_select"))]),
    "twenty-five buttons": ("message", [actions(*[button(action_id=f"b{at}") for at in range(25)])]),
    "button with all fields": (
        "message",
        [
            actions(
                button(
                    style="danger",
                    confirm=confirm(style="danger"),
                    accessibility_label="Go on",
                    url="https://a.example",
                )
            )
        ],
    ),
    "button of seventy-five": ("message", [actions(button(text=plain("x" * 75), value="v" * 2000))]),
    "longest menu": ("message", [actions(menu(count=100))]),
    "menu in groups": (
        "message",
        [
            actions(
                {
                    "type": "static_select",
                    "action_id": "m",
                    "option_groups": [{"label": plain(), "options": options(3)}],
                }
            )
        ],
    ),
    "radio buttons in an input": (
        "message",
        [entry(menu("radio_buttons", 10, initial_option=option("Option 3", "3")))],
    ),
    "checkboxes with marks": (
        "message",
        [entry({"type": "checkboxes", "action_id": "c", "options": [{"text": marked(), "value": "0"}]})],
    ),
    "checkboxes in actions": ("message", [actions(menu("checkboxes", 10))]),
    "multi menu in an input": (
        "message",
        [
            entry(
                menu("multi_static_select", 100, initial_options=options(2), max_selected_items=5),
                hint=plain("Two"),
            )
        ],
    ),
    "text field in a message": ("message", [entry(TEXT_INPUT)]),
    "text field in a modal": ("modal", [entry(typed(focus_on_load=True, initial_value="x" * 3000))]),
    "date picker": (
        "message",
        [actions({"type": "datepicker", "action_id": "d", "initial_date": "2026-01-01"})],
    ),
    "users menu": ("home", [actions({"type": "users_select", "action_id": "u"})]),
    "overflow of five": ("message", [section(accessory={**menu("overflow", 5)})]),
    "context of ten": ("message", [context(10)]),
    "header": ("message", [header(plain("x" * 150))]),
    "image": ("message", [image(title=plain("Title"))]),
    "divider and rich text": ("message", [{"type": "divider"}, RICH]),
    "fifty blocks": ("message", [{"type": "divider", "block_id": f"b{at}"} for at in range(50)]),
    "hundred blocks in a home": ("home", [{"type": "divider"}] * 100),
    "card and carousel": ("message", [card(actions=[button()]), {"type": "carousel", "elements": [card()]}]),
    "container": ("message", [container(section(), is_collapsible=True)]),
    "table": ("message", [table(100, 20)]),
    "data table and chart": ("message", [data_table(page_size=100), chart()]),
    "plan with a waiting task": (
        "message",
        [{"type": "plan", "title": "Plan", "tasks": [task(status="pending")]}],
    ),
    "alert": ("modal", [{"type": "alert", "text": plain("x" * 200)}]),
    "markdown": ("message", [{"type": "markdown", "text": "x" * 11_000}]),
    "icon button": ("message", [{"type": "context_actions", "elements": [ICON]}]),
    "video": ("message", [VIDEO]),
    "file field": ("modal", [entry({"type": "file_input", "action_id": "f", "max_files": 10})]),
    "nothing": ("message", []),
}

INVALID: dict[str, tuple[str, str, Blocks]] = {
    "fifty-one blocks": ("message", "too_many", [{"type": "divider"}] * 51),
    "hundred and one blocks": ("modal", "too_many", [{"type": "divider"}] * 101),
    "no list": ("message", "wrong_type", {"type": "divider"}),  # type: ignore[dict-item]
    "no object": ("message", "wrong_type", ["divider"]),
    "no type": ("message", "wrong_type", [{"text": plain()}]),
    "unknown block": ("message", "wrong_type", [{"type": "sections"}]),
    "type that is no word": ("message", "wrong_type", [{"type": ["section"]}]),
    "unknown field": ("message", "unknown_field", [section(colour="red")]),
    "block id twice": ("message", "duplicate", [section(block_id="b"), section(block_id="b")]),
    "block id too long": ("message", "too_long", [section(block_id="b" * 256)]),
    "empty block id": ("message", "empty", [section(block_id="")]),
    "section too long": ("message", "too_long", [section(text=marked("x" * 3001))]),
    "section of emoji too long": ("message", "too_long", [section(text=marked("😀" * 1501))]),
    "section without text": ("message", "missing", [{"type": "section"}]),
    "empty section": ("message", "empty", [section(text=marked(""))]),
    "blank section": ("message", "empty", [section(text=plain(" \n"))]),
    "text that is no object": ("message", "wrong_type", [section(text="Text")]),
    "text without text": ("message", "missing", [section(text={"type": "mrkdwn"})]),
    "text that is a number": ("message", "wrong_type", [section(text={"type": "mrkdwn", "text": 7})]),
    "marks with emoji switch": ("message", "unknown_field", [section(text=marked(emoji=True))]),
    "verbatim that is no switch": ("message", "wrong_type", [section(text=marked(verbatim="yes"))]),
    "eleven fields": ("message", "too_many", [{"type": "section", "fields": [plain()] * 11}]),
    "no fields": ("message", "too_few", [{"type": "section", "fields": []}]),
    "field too long": ("message", "too_long", [{"type": "section", "fields": [plain("x" * 2001)]}]),
    "text field beside a section": ("message", "not_allowed", [section(accessory=typed())]),
    "header too long": ("message", "too_long", [header(plain("x" * 151))]),
    "header with marks": ("message", "wrong_value", [header(marked())]),
    "context of eleven": ("message", "too_many", [context(11)]),
    "context with a button": ("message", "not_allowed", [{"type": "context", "elements": [button()]}]),
    "empty context": ("message", "too_few", [{"type": "context", "elements": []}]),
    "twenty-six buttons": (
        "message",
        "too_many",
        [actions(*[button(action_id=f"b{at}") for at in range(26)])],
    ),
    "no buttons": ("message", "too_few", [actions()]),
    "action id twice": ("message", "duplicate", [actions(button(), button())]),
    "action id too long": ("message", "too_long", [actions(button(action_id="a" * 256))]),
    "button without a name": ("message", "missing", [actions({"type": "button", "text": plain()})]),
    "multi menu in actions": ("message", "not_allowed", [actions(menu("multi_static_select"))]),
    "users multi menu in actions": (
        "message",
        "not_allowed",
        [actions({"type": "multi_users_select", "action_id": "u"})],
    ),
    "text field in actions": ("message", "not_allowed", [actions(typed())]),
    "number field in actions": (
        "message",
        "not_allowed",
        [actions({"type": "number_input", "action_id": "n"})],
    ),
    "unknown element": ("message", "wrong_type", [actions({"type": "knob", "action_id": "k"})]),
    "button text too long": ("message", "too_long", [actions(button(text=plain("x" * 76)))]),
    "button text with marks": ("message", "wrong_value", [actions(button(text=marked()))]),
    "empty button": ("message", "empty", [actions(button(text=plain("")))]),
    "button value too long": ("message", "too_long", [actions(button(value="x" * 2001))]),
    "button address too long": ("message", "too_long", [actions(button(url="h" * 3001))]),
    "button style": ("message", "wrong_value", [actions(button(style="default"))]),
    "spoken label too long": ("message", "too_long", [actions(button(accessibility_label="x" * 76))]),
    "agent prompt too long": ("message", "too_long", [actions(button(agent_prompt="x" * 4001))]),
    "confirm title too long": (
        "message",
        "too_long",
        [actions(button(confirm=confirm(title=plain("x" * 101))))],
    ),
    "confirm text too long": (
        "message",
        "too_long",
        [actions(button(confirm=confirm(text=plain("x" * 301))))],
    ),
    "confirm yes too long": (
        "message",
        "too_long",
        [actions(button(confirm=confirm(confirm=plain("x" * 31))))],
    ),
    "confirm no too long": ("message", "too_long", [actions(button(confirm=confirm(deny=plain("x" * 31))))]),
    "confirm incomplete": ("message", "missing", [actions(button(confirm={"title": plain()}))]),
    "menu of a hundred and one": ("message", "too_many", [actions(menu(count=101))]),
    "menu of none": ("message", "too_few", [actions(menu(count=0))]),
    "menu without options": ("message", "missing", [actions({"type": "static_select", "action_id": "m"})]),
    "menu with options and groups": (
        "message",
        "missing",
        [actions(menu(option_groups=[{"label": plain(), "options": options(1)}]))],
    ),
    "group label too long": (
        "message",
        "too_long",
        [
            actions(
                {
                    "type": "static_select",
                    "action_id": "m",
                    "option_groups": [{"label": plain("x" * 76), "options": options(1)}],
                }
            )
        ],
    ),
    "menu option with marks": (
        "message",
        "wrong_value",
        [actions({"type": "static_select", "action_id": "m", "options": [{"text": marked(), "value": "0"}]})],
    ),
    "option text too long": ("message", "too_long", [actions(menu(options=[option("x" * 76)]))]),
    "option value too long": ("message", "too_long", [actions(menu(options=[option(value="x" * 76)]))]),
    "option without a value": ("message", "missing", [actions(menu(options=[{"text": plain()}]))]),
    "option description too long": (
        "message",
        "too_long",
        [entry(menu("radio_buttons", options=[option(description=plain("x" * 76))]))],
    ),
    "eleven radio buttons": ("message", "too_many", [entry(menu("radio_buttons", 11))]),
    "eleven checkboxes": ("message", "too_many", [entry(menu("checkboxes", 11))]),
    "overflow of six": ("message", "too_many", [section(accessory=menu("overflow", 6))]),
    "first choice is no option": (
        "message",
        "unknown_option",
        [entry(menu(initial_option=option("Option 0", "9")))],
    ),
    "first choice differs in its text": (
        "message",
        "unknown_option",
        [entry(menu(initial_option=option("Option", "0")))],
    ),
    "first choices are none": ("message", "empty", [entry(menu("checkboxes", initial_options=[]))]),
    "first choices are no options": (
        "message",
        "unknown_option",
        [entry(menu("checkboxes", initial_options=[option()]))],
    ),
    "most of none": ("message", "wrong_value", [entry(menu("multi_static_select", max_selected_items=0))]),
    "most that is no number": (
        "message",
        "wrong_type",
        [entry(menu("multi_static_select", max_selected_items="2"))],
    ),
    "most on checkboxes": ("message", "unknown_field", [entry(menu("checkboxes", max_selected_items=1))]),
    "placeholder too long": ("message", "too_long", [entry(menu(placeholder=plain("x" * 151)))]),
    "label too long": ("message", "too_long", [entry(label=plain("x" * 2001))]),
    "label with marks": ("message", "wrong_value", [entry(label=marked())]),
    "hint too long": ("message", "too_long", [entry(hint=plain("x" * 2001))]),
    "input without a label": ("message", "missing", [{"type": "input", "element": menu()}]),
    "input without an element": ("message", "missing", [{"type": "input", "label": plain()}]),
    "button in an input": ("message", "not_allowed", [entry(button())]),
    "field of more than 3000": ("modal", "wrong_value", [entry(typed(max_length=3001))]),
    "field of none": ("modal", "wrong_value", [entry(typed(max_length=0))]),
    "field with least above most": ("modal", "wrong_value", [entry(typed(min_length=9, max_length=3))]),
    "field filled too full": ("modal", "too_long", [entry(typed(max_length=3, initial_value="four"))]),
    "two in focus": (
        "modal",
        "duplicate",
        [entry(typed(focus_on_load=True)), entry(typed(focus_on_load=True, action_id="other"))],
    ),
    "rich field in a message": (
        "message",
        "wrong_surface",
        [entry({"type": "rich_text_input", "action_id": "r"})],
    ),
    "file field in a message": (
        "message",
        "wrong_surface",
        [entry({"type": "file_input", "action_id": "f"})],
    ),
    "eleven files": (
        "modal",
        "wrong_value",
        [entry({"type": "file_input", "action_id": "f", "max_files": 11})],
    ),
    "image without words": ("message", "missing", [{"type": "image", "image_url": "https://a.example"}]),
    "image from nowhere": ("message", "missing", [{"type": "image", "alt_text": "x"}]),
    "image words too long": ("message", "too_long", [image(alt_text="x" * 2001)]),
    "image address too long": ("message", "too_long", [image(image_url="h" * 3001)]),
    "all text too long": ("message", "too_much_text", [section(text=marked("x" * 3000)) for _ in range(5)]),
    "markdown in a modal": ("modal", "wrong_surface", [{"type": "markdown", "text": "x"}]),
    "markdown too long together": (
        "message",
        "too_much_text",
        [{"type": "markdown", "text": "x" * 7000}] * 2,
    ),
    "table in a modal": ("modal", "wrong_surface", [table()]),
    "two tables": ("message", "too_many", [table(), table()]),
    "table too tall": ("message", "too_many", [table(101)]),
    "table too wide": ("message", "too_many", [table(1, 21)]),
    "table too full": ("message", "too_much_text", [table(100, 20, "x" * 6)]),
    "data table without a caption": ("message", "missing", [{"type": "data_table", "rows": [[1], [2]]}]),
    "data table without rows": ("message", "too_few", [data_table(rows=[[1]])]),
    "data table page": ("message", "wrong_value", [data_table(page_size=101)]),
    "three charts": ("message", "too_many", [chart(), chart(), chart()]),
    "chart title too long": ("message", "too_long", [chart("x" * 51)]),
    "card body too long": ("message", "too_long", [card(body=marked("x" * 201))]),
    "card with four buttons": (
        "message",
        "too_many",
        [card(actions=[button(action_id=str(at)) for at in range(4)])],
    ),
    "carousel of eleven": ("message", "too_many", [{"type": "carousel", "elements": [card()] * 11}]),
    "carousel in a modal": ("modal", "wrong_surface", [{"type": "carousel", "elements": [card()]}]),
    "container of eleven": ("message", "too_many", [container(*[section()] * 11)]),
    "card in a container": ("message", "not_allowed", [container(card())]),
    "alert in a message": ("message", "wrong_surface", [{"type": "alert", "text": plain()}]),
    "alert too long": ("modal", "too_long", [{"type": "alert", "text": plain("x" * 201)}]),
    "plan of fifty-one": ("message", "too_many", [{"type": "plan", "title": "Plan", "tasks": [task()] * 51}]),
    "plan title as an object": ("message", "wrong_type", [{"type": "plan", "title": plain()}]),
    "task that waits alone": ("message", "wrong_value", [task(status="pending")]),
    "icon that is not there": (
        "message",
        "wrong_value",
        [{"type": "context_actions", "elements": [{**ICON, "icon": "star"}]}],
    ),
    "icon without text": (
        "message",
        "missing",
        [
            {
                "type": "context_actions",
                "elements": [{"type": "icon_button", "action_id": "i", "icon": "trash"}],
            }
        ],
    ),
    "six icons": (
        "message",
        "too_many",
        [{"type": "context_actions", "elements": [{**ICON, "action_id": str(at)} for at in range(6)]}],
    ),
}
