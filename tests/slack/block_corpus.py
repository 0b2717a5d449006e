"""Valid payloads, and invalid ones with one mistake each."""

from typing import Any

from choice.slack.render.limits import Surface

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


TEXT_INPUT = typed(multiline=True, max_length=3000, placeholder=plain("Write"))

VALID: dict[str, tuple[Surface, Blocks]] = {
    "section with marks": ("message", [section()]),
    "longest section": ("message", [section(text=marked("x" * 3000))]),
    "section with a button": ("message", [section(accessory=button())]),
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
    "longest menu": ("message", [entry(menu(count=100, placeholder=plain("Pick one")))]),
    "radio buttons in an input": (
        "message",
        [entry(menu("radio_buttons", 10, initial_option=option("Option 3", "3")))],
    ),
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
    "context of ten": ("message", [context(10)]),
    "header": ("message", [header(plain("x" * 150))]),
    "fifty blocks": ("message", [{"type": "divider", "block_id": f"b{at}"} for at in range(50)]),
    "hundred blocks in a home": ("home", [{"type": "divider"}] * 100),
    "nothing": ("message", []),
}

INVALID: dict[str, tuple[Surface, str, Blocks]] = {
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
    "text field beside a section": ("message", "not_allowed", [section(accessory=typed())]),
    "header too long": ("message", "too_long", [header(plain("x" * 151))]),
    "header with marks": ("message", "wrong_value", [header(marked())]),
    "context of eleven": ("message", "too_many", [context(11)]),
    "context with a button": ("message", "wrong_type", [{"type": "context", "elements": [button()]}]),
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
    "text field in actions": ("message", "not_allowed", [actions(typed())]),
    "unknown element": ("message", "wrong_type", [actions({"type": "knob", "action_id": "k"})]),
    "button text too long": ("message", "too_long", [actions(button(text=plain("x" * 76)))]),
    "button text with marks": ("message", "wrong_value", [actions(button(text=marked()))]),
    "empty button": ("message", "empty", [actions(button(text=plain("")))]),
    "button value too long": ("message", "too_long", [actions(button(value="x" * 2001))]),
    "button address too long": ("message", "too_long", [actions(button(url="h" * 3001))]),
    "button style": ("message", "wrong_value", [actions(button(style="default"))]),
    "spoken label too long": ("message", "too_long", [actions(button(accessibility_label="x" * 76))]),
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
    "menu of a hundred and one": ("message", "too_many", [entry(menu(count=101))]),
    "menu of none": ("message", "too_few", [entry(menu(count=0))]),
    "menu without options": ("message", "missing", [entry({"type": "static_select", "action_id": "m"})]),
    "menu option with marks": (
        "message",
        "wrong_value",
        [entry({"type": "static_select", "action_id": "m", "options": [{"text": marked(), "value": "0"}]})],
    ),
    "option text too long": ("message", "too_long", [entry(menu(options=[option("x" * 76)]))]),
    "option value too long": ("message", "too_long", [entry(menu(options=[option(value="x" * 76)]))]),
    "option without a value": ("message", "missing", [entry(menu(options=[{"text": plain()}]))]),
    "eleven radio buttons": ("message", "too_many", [entry(menu("radio_buttons", 11))]),
    "eleven checkboxes": ("message", "too_many", [entry(menu("checkboxes", 11))]),
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
    "field filled too full": ("modal", "too_long", [entry(typed(max_length=3, initial_value="four"))]),
    "two in focus": (
        "modal",
        "duplicate",
        [entry(typed(focus_on_load=True)), entry(typed(focus_on_load=True, action_id="other"))],
    ),
    "all text too long": ("message", "too_much_text", [section(text=marked("x" * 3000)) for _ in range(5)]),
}
