"""What Slack takes inside a block: buttons, menus, boxes, fields, and where each may stand."""

from collections.abc import Mapping

from choice.slack.element_rules import initial_is_offered, lengths_fit, one_list
from choice.slack.limit_checks import (
    Check,
    all_of,
    anything,
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

_ID = {"type": anything, "action_id": string("action_id.max_length")}
_FOCUS = {"focus_on_load": flag}
_CONFIRM = record(
    {
        "title": plain("confirmation.title.max_length"),
        "text": text("confirmation.text.max_length"),
        "confirm": plain("confirmation.confirm.max_length"),
        "deny": plain("confirmation.deny.max_length"),
    },
    {"style": one_of("primary", "danger")},
)
_PLACEHOLDER = plain("select.placeholder.max_length")
_STYLE = one_of("primary", "danger")


def _option(*kinds: str) -> Check:
    return record(
        {"text": text("option.text.max_length", *kinds), "value": string("option.value.max_length")},
        {
            "description": text("option.description.max_length", *kinds),
            "url": string("option.url.max_length"),
        },
    )


def _list(limit: str, *kinds: str) -> Check:
    return items(_option(*kinds), limit)


_GROUP = record(
    {
        "label": plain("option_group.label.max_length"),
        "options": _list("option_group.options.max_items", "plain_text"),
    }
)
_LISTS = {
    "options": _list("select.options.max_items", "plain_text"),
    "option_groups": items(_GROUP, "select.option_groups.max_items"),
}
_MENU = {"placeholder": _PLACEHOLDER, "confirm": _CONFIRM, **_FOCUS}
_SEVERAL = {"max_selected_items": whole(1, 10**6)}


def _boxes(limit: str, initial: str) -> Check:
    required = {**_ID, "options": _list(limit)}
    return all_of(record(required, {initial: anything, "confirm": _CONFIRM, **_FOCUS}), initial_is_offered)


def _menu(*more: str, several: bool = False) -> Check:
    extra = dict.fromkeys(more, anything)
    return record(_ID, {**_MENU, **extra, **(_SEVERAL if several else {})})


def _static(initial: str, *, several: bool = False) -> Check:
    fields = {**_MENU, **_LISTS, initial: anything, **(_SEVERAL if several else {})}
    return all_of(record(_ID, fields), one_list, initial_is_offered)


def _typed(*more: str) -> Check:
    fields = {
        "placeholder": _PLACEHOLDER,
        "initial_value": anything,
        "dispatch_action_config": anything,
        **_FOCUS,
    }
    return record(_ID, {**fields, **dict.fromkeys(more, anything)})


_LINES = whole(1, LIMITS["rich_text_input.max_lines.max"])
_TYPED = {
    "multiline": flag,
    "min_length": whole(0, LIMITS["plain_text_input.min_length.max"]),
    "max_length": whole(1, LIMITS["plain_text_input.max_length.max"]),
    "placeholder": _PLACEHOLDER,
    "initial_value": anything,
    "dispatch_action_config": anything,
    **_FOCUS,
}
_BUTTON = {
    "value": string("button.value.max_length", least=0),
    "url": string("button.url.max_length"),
    "style": _STYLE,
    "confirm": _CONFIRM,
    "accessibility_label": string("button.accessibility_label.max_length"),
    "agent_prompt": string("button.agent_prompt.max_length"),
    "visible_to_user_ids": anything,
}
_IMAGE = {
    "image_url": string("image.image_url.max_length"),
    "slack_file": anything,
}

ELEMENTS: Mapping[str, Check] = {
    "button": record({**_ID, "text": plain("button.text.max_length")}, _BUTTON),
    "workflow_button": record(
        {**_ID, "text": plain("button.text.max_length"), "workflow": anything}, _BUTTON
    ),
    "overflow": record(
        {**_ID, "options": _list("overflow.options.max_items", "plain_text")}, {"confirm": _CONFIRM}
    ),
    "radio_buttons": _boxes("radio_buttons.options.max_items", "initial_option"),
    "checkboxes": _boxes("checkboxes.options.max_items", "initial_options"),
    "static_select": _static("initial_option"),
    "multi_static_select": _static("initial_options", several=True),
    "external_select": _menu("initial_option", "min_query_length"),
    "multi_external_select": _menu("initial_options", "min_query_length", several=True),
    "users_select": _menu("initial_user"),
    "multi_users_select": _menu("initial_users", several=True),
    "channels_select": _menu("initial_channel", "response_url_enabled"),
    "multi_channels_select": _menu("initial_channels", several=True),
    "conversations_select": _menu("initial_conversation", "filter", "response_url_enabled"),
    "multi_conversations_select": _menu("initial_conversations", "filter", several=True),
    "datepicker": _menu("initial_date"),
    "timepicker": _menu("initial_time", "timezone"),
    "datetimepicker": record(
        _ID, {"initial_date_time": whole(10**9, 10**10 - 1), "confirm": _CONFIRM, **_FOCUS}
    ),
    "plain_text_input": all_of(record(_ID, _TYPED), lengths_fit),
    "rich_text_input": record(
        _ID,
        {
            "placeholder": _PLACEHOLDER,
            "initial_value": anything,
            "min_lines": _LINES,
            "max_lines": _LINES,
            **_FOCUS,
        },
    ),
    "number_input": _typed("is_decimal_allowed", "min_value", "max_value"),
    "email_text_input": _typed(),
    "url_text_input": _typed(),
    "file_input": record(
        _ID, {"filetypes": anything, "max_files": whole(1, LIMITS["file_input.max_files.max"])}
    ),
    "image": record({"type": anything, "alt_text": string("image.alt_text.max_length")}, _IMAGE),
    "plain_text": plain("text.max_length"),
    "mrkdwn": text("text.max_length"),
    "feedback_buttons": record({**_ID, "positive_button": anything, "negative_button": anything}),
    "icon_button": record(
        {**_ID, "icon": one_of("trash"), "text": plain("button.text.max_length")},
        {
            "value": string("button.value.max_length", least=0),
            "confirm": _CONFIRM,
            "accessibility_label": string("button.accessibility_label.max_length"),
            "visible_to_user_ids": items(anything, "icon_button.visible_to_user_ids.max_items"),
        },
    ),
}
