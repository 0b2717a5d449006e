"""Where which element may stand."""

_MENUS = {"static_select", "external_select", "users_select", "channels_select", "conversations_select"}
_SEVERAL_MENUS = {f"multi_{name}" for name in _MENUS}
_PICKERS = {"datepicker", "timepicker", "radio_buttons", "checkboxes"}
IN_ACTIONS = {"button", "workflow_button", "overflow", "datetimepicker", *_MENUS, *_PICKERS}
IN_SECTION = {"button", "workflow_button", "overflow", "image", *_MENUS, *_SEVERAL_MENUS, *_PICKERS}
IN_INPUT = {
    "plain_text_input",
    "rich_text_input",
    "number_input",
    "email_text_input",
    "url_text_input",
    "file_input",
    "datetimepicker",
    *_MENUS,
    *_SEVERAL_MENUS,
    *_PICKERS,
}
IN_CONTEXT = {"image", "plain_text", "mrkdwn"}
IN_CONTEXT_ACTIONS = {"feedback_buttons", "icon_button"}
NOT_IN_MESSAGES = {"rich_text_input", "file_input"}
