"""What the app asks a workspace for, and why. The manifest in the repository says the same."""

SCOPES = {
    "app_mentions:read": "hear mentions",
    "channels:history": "read typed replies in threads of public channels",
    "chat:write": "post questions, answers and notes",
    "groups:history": "read typed replies in threads of private channels",
    "im:history": "read direct messages",
    "im:write": "ask in a direct message where a channel is closed",
    "mpim:history": "read typed replies in group messages",
    "usergroups:read": "know who belongs to a group that may answer",
    "users:read": "speak the language of the reader",
}
"""The scopes of the bot, each with its reason."""
EVENTS = (
    "app_home_opened",
    "app_mention",
    "app_uninstalled",
    "message.channels",
    "message.groups",
    "message.im",
    "message.mpim",
    "tokens_revoked",
)
"""The events that the bot subscribes to."""
