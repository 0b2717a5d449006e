"""Whether Slack would take these blocks: every limit that one bad block would break the message by."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from choice.slack.block_surfaces import SURFACES
from choice.slack.element_places import NOT_IN_MESSAGES
from choice.slack.layout_limits import BLOCKS
from choice.slack.limit_checks import Problem, anything, flag, items, plain, record, string
from choice.slack.slack_limits import LIMITS
from choice.slack.text_pieces import size

__all__ = ["Problem", "Surface", "problems", "text_problems", "view_problems"]

Surface = Literal["message", "modal", "home"]

_VIEW = {
    "type": anything,
    "blocks": anything,
}
_VIEW_MORE = {
    "title": plain("view.title.max_length"),
    "submit": plain("view.submit.max_length"),
    "close": plain("view.close.max_length"),
    "private_metadata": string("view.private_metadata.max_length", least=0),
    "callback_id": string("view.callback_id.max_length"),
    "external_id": string("view.external_id.max_length", least=0),
    "clear_on_close": flag,
    "notify_on_close": flag,
    "submit_disabled": flag,
}


def problems(blocks: object, surface: Surface = "message") -> list[Problem]:
    """Return what Slack would refuse about blocks; nothing where they are fine. Never raises."""
    limit = "message.blocks.max_items" if surface == "message" else "view.blocks.max_items"
    found = list(items(anything, limit, least=0)(blocks, "/blocks"))
    if not isinstance(blocks, list | tuple):
        return found
    for number, block in enumerate(blocks):
        found += _block_problems(block, f"/blocks/{number}", surface)
    return [*found, *_repeated(blocks), *_focused(blocks), *_totals(blocks, surface)]


def view_problems(view: object) -> list[Problem]:
    """Return what Slack would refuse about a whole modal or home view."""
    found = list(record(_VIEW, _VIEW_MORE)(view, ""))
    if not isinstance(view, Mapping) or _kind(view) not in {"modal", "home"}:
        return [*found, Problem("/type", "wrong_value", "must be modal or home")]
    modal, blocks = view["type"] == "modal", view.get("blocks")
    if modal and "title" not in view:
        found.append(Problem("/title", "missing", "must be there"))
    if modal and "submit" not in view and any(_kind(block) == "input" for block in _listed(blocks)):
        found.append(Problem("/submit", "missing", "must be there when there is an input"))
    sent = json.dumps(view, default=str, ensure_ascii=False).encode(errors="replace")
    if len(sent) > LIMITS["view.bytes.max"]:
        found.append(Problem("", "too_long", "must be at most 250 kB"))
    return [*found, *problems(blocks, "modal" if modal else "home")]


def text_problems(text: object) -> list[Problem]:
    """Return what Slack would refuse, or cut, about the top-level text of a message that is updated."""
    return list(string("message.text.max_length")(text, "/text"))


def _block_problems(block: object, at: str, surface: Surface) -> Iterator[Problem]:
    kind = _kind(block)
    if kind not in BLOCKS:
        yield Problem(f"{at}/type", "wrong_type", "is not a block that Slack knows")
    elif kind not in SURFACES[surface]:
        yield Problem(f"{at}/type", "wrong_surface", f"{kind} is not for {surface} surfaces")
    else:
        yield from BLOCKS[kind](block, at)
        members = block if isinstance(block, Mapping) else {}
        if surface == "message" and _kind(members.get("element")) in NOT_IN_MESSAGES:
            yield Problem(f"{at}/element/type", "wrong_surface", "is not for messages")
        if kind == "task_card" and members.get("status") == "pending":
            yield Problem(f"{at}/status", "wrong_value", "only tasks of a plan can be pending")
        yield from _repeated_names(members, at)


def _repeated_names(block: Mapping[str, object], at: str) -> Iterator[Problem]:
    seen: set[object] = set()
    for number, element in enumerate(_listed(block.get("elements"))):
        name = element.get("action_id") if isinstance(element, Mapping) else None
        if isinstance(name, str) and name in seen:
            yield Problem(f"{at}/elements/{number}/action_id", "duplicate", "must be unique in its block")
        seen.add(name if isinstance(name, str) else None)


def _repeated(blocks: Sequence[object]) -> Iterator[Problem]:
    seen: set[str] = set()
    for number, block in enumerate(blocks):
        name = block.get("block_id") if isinstance(block, Mapping) else None
        if isinstance(name, str):
            if name in seen:
                yield Problem(f"/blocks/{number}/block_id", "duplicate", "must be unique among the blocks")
            seen.add(name)


def _focused(blocks: Sequence[object]) -> Iterator[Problem]:
    focused = [one for one in _objects(blocks) if one.get("focus_on_load") is True]
    if len(focused) > 1:
        yield Problem("/blocks", "duplicate", "only one element can have focus_on_load")


def _totals(blocks: Sequence[object], surface: Surface) -> Iterator[Problem]:
    """Check what is counted over all blocks together."""
    sums = {
        "markdown.total_text.max_length": _written(blocks, "markdown"),
        "table.content.max_length": _written(blocks, "table"),
        "data_table.content.max_length": _written(blocks, "data_table"),
    }
    if surface == "message":
        sums["message.block_text.max_length"] = sum(map(_text_size, _objects(blocks)))
        sums["message.tables.max_items"] = sum(_kind(block) == "table" for block in blocks)
        charts = sum(_kind(block) == "data_visualization" for block in blocks)
        sums["message.data_visualizations.max_items"] = charts
    for name, count in sums.items():
        if count > LIMITS[name]:
            code = "too_many" if name.endswith("items") else "too_much_text"
            yield Problem("/blocks", code, f"{name} is {LIMITS[name]}, and this is {count}")


def _written(blocks: Sequence[object], kind: str) -> int:
    """Return how much is written in the blocks of a kind."""
    chosen = [block for block in blocks if _kind(block) == kind]
    return sum(size(text) for one in _objects(chosen) if isinstance(text := one.get("text"), str))


def _text_size(members: Mapping[str, object]) -> int:
    text = members.get("text")
    return size(text) if isinstance(text, str) and _kind(members) in {"plain_text", "mrkdwn"} else 0


def _objects(value: object) -> Iterator[Mapping[str, object]]:
    """Yield every object in blocks, however deep."""
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, Mapping):
            yield one
            waiting.extend(one.values())
        elif isinstance(one, list | tuple):
            waiting.extend(one)


def _kind(block: object) -> str:
    kind = block.get("type") if isinstance(block, Mapping) else None
    return kind if isinstance(kind, str) else ""


def _listed(value: object) -> Sequence[object]:
    return value if isinstance(value, list | tuple) else ()
