"""What Slack takes as a block, and on which surfaces."""

from collections.abc import Mapping

from choice.slack import element_places as places
from choice.slack.element_limits import ELEMENTS
from choice.slack.element_rules import has_a_picture, says_something
from choice.slack.limit_checks import (
    Check,
    all_of,
    anything,
    by_type,
    flag,
    items,
    one_of,
    plain,
    record,
    string,
    text,
    whole,
)
from choice.slack.slack_limits import LIMITS

_BLOCK = {"block_id": string("block_id.max_length")}
_TYPE = {"type": anything}


def _within(table: Mapping[str, Check], allowed: set[str], limit: str) -> Check:
    return items(by_type(table, allowed), limit)


def _rows(limit: str, columns: str, least: int) -> Check:
    return items(items(anything, columns), limit, least)


_CARD = record(
    _TYPE,
    {
        **_BLOCK,
        "title": text("card.title.max_length"),
        "subtitle": text("card.subtitle.max_length"),
        "body": text("card.body.max_length"),
        "subtext": text("card.subtext.max_length"),
        "hero_image": anything,
        "icon": anything,
        "slack_icon": anything,
        "actions": _within(ELEMENTS, {"button"}, "card.actions.max_items"),
    },
)
_TASK = record(
    {**_TYPE, "task_id": string("block_id.max_length"), "title": string("text.max_length")},
    {
        **_BLOCK,
        "details": anything,
        "output": anything,
        "sources": anything,
        "status": one_of("pending", "in_progress", "complete", "error"),
    },
)
_RICH = {
    name: record(
        {**_TYPE, "elements": anything}, dict.fromkeys(("style", "indent", "offset", "border"), anything)
    )
    for name in ("rich_text_section", "rich_text_list", "rich_text_preformatted", "rich_text_quote")
}
_IMAGE = all_of(
    record(
        {**_TYPE, "alt_text": string("image.alt_text.max_length")},
        {
            **_BLOCK,
            "image_url": string("image.image_url.max_length"),
            "slack_file": anything,
            "title": plain("image.title.max_length"),
        },
    ),
    has_a_picture,
)
_SECTION = all_of(
    record(
        _TYPE,
        {
            **_BLOCK,
            "text": text("section.text.max_length"),
            "fields": items(text("section.fields.item_max_length"), "section.fields.max_items"),
            "accessory": by_type(ELEMENTS, places.IN_SECTION),
            "expand": flag,
        },
    ),
    says_something,
)
_VIDEO = record(
    {
        **_TYPE,
        "alt_text": string("image.alt_text.max_length"),
        "title": plain("video.title.max_length"),
        "thumbnail_url": string("image.image_url.max_length"),
        "video_url": string("image.image_url.max_length"),
    },
    {
        **_BLOCK,
        "title_url": anything,
        "description": plain("video.description.max_length"),
        "author_name": string("video.author_name.max_length"),
        "provider_name": string("video.provider_name.max_length"),
        "provider_icon_url": anything,
    },
)


def _elements(allowed: set[str], limit: str) -> Check:
    return record({**_TYPE, "elements": _within(ELEMENTS, allowed, limit)}, _BLOCK)


_SIMPLE: dict[str, Check] = {
    "actions": _elements(places.IN_ACTIONS, "actions.elements.max_items"),
    "alert": record(
        {**_TYPE, "text": text("alert.text.max_length")},
        {**_BLOCK, "level": one_of("default", "info", "warning", "error", "success")},
    ),
    "card": _CARD,
    "carousel": record(
        {**_TYPE, "elements": _within({"card": _CARD}, {"card"}, "carousel.elements.max_items")}, _BLOCK
    ),
    "context": _elements(places.IN_CONTEXT, "context.elements.max_items"),
    "context_actions": _elements(places.IN_CONTEXT_ACTIONS, "context_actions.elements.max_items"),
    "data_table": record(
        {
            **_TYPE,
            "caption": string("text.max_length"),
            "rows": _rows(
                "data_table.rows.max_items",
                "data_table.columns.max_items",
                LIMITS["data_table.rows.min_items"],
            ),
        },
        {
            **_BLOCK,
            "page_size": whole(1, LIMITS["data_table.page_size.max"]),
            "row_header_column_index": whole(0, 19),
        },
    ),
    "data_visualization": record(
        {**_TYPE, "title": string("data_visualization.title.max_length"), "chart": anything}, _BLOCK
    ),
    "divider": record(_TYPE, _BLOCK),
    "file": record(
        {**_TYPE, "external_id": string("view.external_id.max_length"), "source": one_of("remote")}, _BLOCK
    ),
    "header": record({**_TYPE, "text": plain("header.text.max_length")}, {**_BLOCK, "level": whole(1, 4)}),
    "image": _IMAGE,
    "input": record(
        {
            **_TYPE,
            "label": plain("input.label.max_length"),
            "element": by_type(ELEMENTS, places.IN_INPUT),
        },
        {**_BLOCK, "hint": plain("input.hint.max_length"), "optional": flag, "dispatch_action": flag},
    ),
    "markdown": record({**_TYPE, "text": string("markdown.total_text.max_length")}, _BLOCK),
    "plan": record(
        {**_TYPE, "title": string("text.max_length")},
        {**_BLOCK, "tasks": _within({"task_card": _TASK}, {"task_card"}, "plan.tasks.max_items")},
    ),
    "rich_text": record(
        {**_TYPE, "elements": items(by_type(_RICH, _RICH.keys()), "select.options.max_items")}, _BLOCK
    ),
    "section": _SECTION,
    "table": record(
        {**_TYPE, "rows": _rows("table.rows.max_items", "table.columns.max_items", 1)},
        {**_BLOCK, "column_settings": items(anything, "table.columns.max_items")},
    ),
    "task_card": _TASK,
    "video": _VIDEO,
}
_IN_CONTAINER = _SIMPLE.keys() - {"card", "carousel", "data_table", "alert"}
BLOCKS: Mapping[str, Check] = {
    **_SIMPLE,
    "container": record(
        {**_TYPE, "child_blocks": items(by_type(_SIMPLE, _IN_CONTAINER), "container.child_blocks.max_items")},
        {
            **_BLOCK,
            "title": text("container.title.max_length"),
            "subtitle": text("container.subtitle.max_length"),
            **dict.fromkeys(("rich_text_title", "width", "icon"), anything),
            **dict.fromkeys(("is_collapsible", "default_collapsed", "has_header_divider"), flag),
        },
    ),
}
