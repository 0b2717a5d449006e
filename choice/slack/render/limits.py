"""Slack's limits for Block Kit, and a validator for messages and views.

Slack rejects a whole message for one invalid block, so messages are validated before they are sent.
The validator covers only the blocks and fields that we send. It reports all others as problems.
"""

import json
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

Surface = Literal["message", "modal", "home"]

LIMITS: Mapping[str, int] = {
    # Characters
    "action_id": 255,
    "block_id": 255,
    "button.accessibility_label": 75,
    "button.text": 75,
    "button.url": 3000,
    "button.value": 2000,
    "confirmation.confirm": 30,
    "confirmation.deny": 30,
    "confirmation.text": 300,
    "confirmation.title": 100,
    "context.text": 3000,
    "header.text": 150,
    "input.hint": 2000,
    "input.label": 2000,
    "markdown_text": 12_000,  # of chat.startStream and chat.appendStream
    "message.block_text": 12_000,  # of all blocks together; undocumented, but 13,200 characters were rejected
    "message.text": 4000,
    "option.text": 75,
    "option.value": 75,  # Slack's reference says 150, its published types say 75
    "placeholder": 150,
    "plain_text_input.value": 3000,
    "section.text": 3000,
    "view.callback_id": 255,
    "view.close": 24,
    "view.private_metadata": 3000,
    "view.submit": 24,
    "view.title": 24,
    # Items
    "actions.elements": 25,
    "checkboxes.options": 10,
    "context.elements": 10,
    "message.blocks": 50,
    "multi_static_select.options": 100,
    "radio_buttons.options": 10,
    "static_select.options": 100,
    "view.blocks": 100,
    # Bytes
    "view.json": 250_000,
}


def size(text: str) -> int:
    """Return the length in UTF-16 code units, the larger of the two ways in which Slack may count."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def safe_limit(name: str) -> int:
    """Return a character limit less 5 %, because Slack does not document how it counts emoji."""
    return LIMITS[name] * 95 // 100


@dataclass(frozen=True, slots=True)
class Problem:
    """A violation of one of Slack's rules: its JSON pointer, a short code, and the rule as text."""

    pointer: str
    code: str
    message: str


def problems(blocks: object, surface: Surface = "message") -> list[Problem]:
    """Return the problems for which Slack would reject these blocks. Never raises."""
    limit = "message.blocks" if surface == "message" else "view.blocks"
    found = list(_items(_by_type(_BLOCKS), limit, least=0)(blocks, "/blocks"))
    if isinstance(blocks, list | tuple):
        found += _duplicates(blocks, "block_id", "/blocks")
        for number, block in enumerate(blocks):
            elements = block.get("elements") if isinstance(block, Mapping) else None
            found += _duplicates(_sequence(elements), "action_id", f"/blocks/{number}/elements")
        found += _totals(blocks, surface)
    return found


def view_problems(view: object) -> list[Problem]:
    """Return the problems for which Slack would reject a modal or home view."""
    found = list(_VIEW(view, ""))
    if not isinstance(view, Mapping) or _kind(view) not in {"modal", "home"}:
        return [*found, Problem("/type", "wrong_value", "must be modal or home")]
    is_modal, blocks = view["type"] == "modal", view.get("blocks")
    if is_modal and "title" not in view:
        found.append(Problem("/title", "missing", "is required"))
    if is_modal and "submit" not in view and any(_kind(block) == "input" for block in _sequence(blocks)):
        found.append(Problem("/submit", "missing", "is required in a modal with an input block"))
    encoded = json.dumps(view, default=str, ensure_ascii=False).encode(errors="replace")
    if len(encoded) > LIMITS["view.json"]:
        found.append(Problem("", "too_long", f"must be at most {LIMITS['view.json']} bytes"))
    return [*found, *problems(blocks, "modal" if is_modal else "home")]


def text_problems(text: object) -> list[Problem]:
    """Return the problems for which Slack would reject or truncate the top-level text of a message."""
    return list(_string("message.text")(text, "/text"))


# --- Checks ---

Check = Callable[[object, str], Iterator[Problem]]
Fields = Mapping[str, Check]


def _anything(_value: object, _at: str) -> Iterator[Problem]:
    return iter(())


def _flag(value: object, at: str) -> Iterator[Problem]:
    if not isinstance(value, bool):
        yield Problem(at, "wrong_type", "must be true or false")


def _string(limit: str, least: int = 1) -> Check:
    most = LIMITS[limit]

    def check(value: object, at: str) -> Iterator[Problem]:
        if not isinstance(value, str):
            yield Problem(at, "wrong_type", "must be a string")
        elif least and not value.strip():
            yield Problem(at, "empty", "must not be empty")
        elif size(value) > most:
            yield Problem(at, "too_long", f"must be less than {most + 1} characters")

    return check


def _one_of(*values: str) -> Check:
    def check(value: object, at: str) -> Iterator[Problem]:
        if value not in values:
            yield Problem(at, "wrong_value", f"must be one of {', '.join(values)}")

    return check


def _integer(most: int) -> Check:
    def check(value: object, at: str) -> Iterator[Problem]:
        if not isinstance(value, int) or isinstance(value, bool):
            yield Problem(at, "wrong_type", "must be a whole number")
        elif not 1 <= value <= most:
            yield Problem(at, "wrong_value", f"must be between 1 and {most}")

    return check


def _items(check_one: Check, limit: str, least: int = 1) -> Check:
    most = LIMITS[limit]

    def check(value: object, at: str) -> Iterator[Problem]:
        if not isinstance(value, list | tuple):
            yield Problem(at, "wrong_type", "must be a list")
            return
        if len(value) < least:
            yield Problem(at, "too_few", f"no fewer than {least} items allowed")
        if len(value) > most:
            yield Problem(at, "too_many", f"no more than {most} items allowed")
        for number, one in enumerate(value):
            yield from check_one(one, f"{at}/{number}")

    return check


def _object(required: Fields, optional: Fields | None = None) -> Check:
    known = {**required, **(optional or {})}

    def check(value: object, at: str) -> Iterator[Problem]:
        if not isinstance(value, Mapping):
            yield Problem(at, "wrong_type", "must be an object")
            return
        for name in required.keys() - value.keys():
            yield Problem(f"{at}/{name}", "missing", "is required")
        for name, member in value.items():
            if name in known:
                yield from known[name](member, f"{at}/{name}")
            else:
                yield Problem(f"{at}/{name}", "unknown_field", "invalid additional property")

    return check


def _by_type(shapes: Mapping[str, Check], allowed: Collection[str] | None = None) -> Check:
    def check(value: object, at: str) -> Iterator[Problem]:
        kind = _kind(value)
        if kind not in shapes:
            yield Problem(f"{at}/type", "wrong_type", f"must be one of {', '.join(shapes)}")
        elif allowed is not None and kind not in allowed:
            yield Problem(f"{at}/type", "not_allowed", f"unsupported element: {kind}")
        else:
            yield from shapes[kind](value, at)

    return check


def _text(limit: str, *kinds: str) -> Check:
    fields = {"type": _anything, "text": _string(limit)}
    shapes = {"plain_text": _object(fields, {"emoji": _flag}), "mrkdwn": _object(fields, {"verbatim": _flag})}

    def check(value: object, at: str) -> Iterator[Problem]:
        kind = _kind(value)
        if kind not in shapes:
            yield Problem(at, "wrong_type", "must be a text object")
        elif kind not in (kinds or shapes):
            yield Problem(f"{at}/type", "wrong_value", f"must be {' or '.join(kinds)}")
        else:
            yield from shapes[kind](value, at)

    return check


def _plain(limit: str) -> Check:
    return _text(limit, "plain_text")


# --- Shapes ---

_TYPE: Fields = {"type": _anything}
_ELEMENT: Fields = {**_TYPE, "action_id": _string("action_id")}
_BLOCK_ID: Fields = {"block_id": _string("block_id")}
_CONFIRMATION = _object(
    {
        "title": _plain("confirmation.title"),
        "text": _text("confirmation.text"),
        "confirm": _plain("confirmation.confirm"),
        "deny": _plain("confirmation.deny"),
    },
    {"style": _one_of("primary", "danger")},
)
_OPTION = _object({"text": _plain("option.text"), "value": _string("option.value")})
_PLACEHOLDER: Fields = {"placeholder": _plain("placeholder")}


def _picker(kind: str, initial: str, more: Fields | None = None) -> Check:
    """Return a check for a menu, radio buttons or checkboxes.

    `initial` is the name of the field with the options that are selected at first.
    """
    options = {**_ELEMENT, "options": _items(_OPTION, f"{kind}.options")}
    fields = _object(options, {initial: _anything, **(more or {})})

    def check(value: object, at: str) -> Iterator[Problem]:
        yield from fields(value, at)
        if not isinstance(value, Mapping) or initial not in value:
            return
        selected = [value[initial]] if initial == "initial_option" else value[initial]
        if not isinstance(selected, list | tuple) or not selected:
            yield Problem(f"{at}/{initial}", "empty", "must not be empty; omit the field instead")
        elif any(one not in _sequence(value.get("options")) for one in selected):
            yield Problem(f"{at}/{initial}", "unknown_option", "must be equal to one of the options")

    return check


def _text_input(value: object, at: str) -> Iterator[Problem]:
    fields = {
        **_PLACEHOLDER,
        "multiline": _flag,
        "max_length": _integer(LIMITS["plain_text_input.value"]),
        "initial_value": _string("plain_text_input.value", least=0),
        "focus_on_load": _flag,
    }
    yield from _object(_ELEMENT, fields)(value, at)
    members = value if isinstance(value, Mapping) else {}
    most, initial = members.get("max_length"), members.get("initial_value")
    if isinstance(most, int) and isinstance(initial, str) and size(initial) > most:
        yield Problem(f"{at}/initial_value", "too_long", f"must be less than {most + 1} characters")


_ELEMENTS: Mapping[str, Check] = {
    "button": _object(
        {**_ELEMENT, "text": _plain("button.text")},
        {
            "value": _string("button.value", least=0),
            "url": _string("button.url"),
            "style": _one_of("primary", "danger"),
            "confirm": _CONFIRMATION,
            "accessibility_label": _string("button.accessibility_label"),
        },
    ),
    "radio_buttons": _picker("radio_buttons", "initial_option"),
    "checkboxes": _picker("checkboxes", "initial_options"),
    "static_select": _picker("static_select", "initial_option", _PLACEHOLDER),
    "multi_static_select": _picker(
        "multi_static_select",
        "initial_options",
        {**_PLACEHOLDER, "max_selected_items": _integer(LIMITS["multi_static_select.options"])},
    ),
    "plain_text_input": _text_input,
}
_BLOCKS: Mapping[str, Check] = {
    "actions": _object(
        {**_TYPE, "elements": _items(_by_type(_ELEMENTS, {"button"}), "actions.elements")}, _BLOCK_ID
    ),
    "context": _object({**_TYPE, "elements": _items(_text("context.text"), "context.elements")}, _BLOCK_ID),
    "divider": _object(_TYPE, _BLOCK_ID),
    "header": _object({**_TYPE, "text": _plain("header.text")}, _BLOCK_ID),
    "input": _object(
        {
            **_TYPE,
            "label": _plain("input.label"),
            "element": _by_type(_ELEMENTS, _ELEMENTS.keys() - {"button"}),
        },
        {**_BLOCK_ID, "hint": _plain("input.hint"), "optional": _flag},
    ),
    "section": _object(
        {**_TYPE, "text": _text("section.text")}, {**_BLOCK_ID, "accessory": _by_type(_ELEMENTS, {"button"})}
    ),
}
_VIEW = _object(
    {**_TYPE, "blocks": _anything},
    {
        "title": _plain("view.title"),
        "submit": _plain("view.submit"),
        "close": _plain("view.close"),
        "private_metadata": _string("view.private_metadata", least=0),
        "callback_id": _string("view.callback_id"),
    },
)


# --- Rules over several blocks ---


def _duplicates(objects: Sequence[object], name: str, at: str) -> Iterator[Problem]:
    seen: set[str] = set()
    for number, one in enumerate(objects):
        value = one.get(name) if isinstance(one, Mapping) else None
        if isinstance(value, str):
            if value in seen:
                yield Problem(f"{at}/{number}/{name}", "duplicate", "must be unique")
            seen.add(value)


def _totals(blocks: Sequence[object], surface: Surface) -> Iterator[Problem]:
    objects = list(_objects(blocks))
    if sum(one.get("focus_on_load") is True for one in objects) > 1:
        yield Problem("/blocks", "duplicate", "only one element can have focus_on_load")
    texts = [one.get("text") for one in objects if _kind(one) in {"plain_text", "mrkdwn"}]
    total, maximum = sum(size(text) for text in texts if isinstance(text, str)), LIMITS["message.block_text"]
    if surface == "message" and total > maximum:
        message = f"must have less than {maximum + 1} characters, not {total}"
        yield Problem("/blocks", "too_much_text", message)


def _objects(value: object) -> Iterator[Mapping[str, object]]:
    """Yield every object in a JSON value, at any depth."""
    pending = [value]
    while pending:
        one = pending.pop()
        if isinstance(one, Mapping):
            yield one
            pending.extend(one.values())
        elif isinstance(one, list | tuple):
            pending.extend(one)


def _kind(value: object) -> str:
    kind = value.get("type") if isinstance(value, Mapping) else None
    return kind if isinstance(kind, str) else ""


def _sequence(value: object) -> Sequence[object]:
    return value if isinstance(value, list | tuple) else ()
