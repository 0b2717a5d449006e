"""Who answered, as Slack can name them."""

import re

from choice.desk.interaction import Interaction

_USER = re.compile(r"[UW][A-Z0-9]{5,20}")


def user_of(interaction: Interaction) -> str | None:
    """Return the Slack user who decided, if it was one."""
    name = getattr(interaction.outcome, "answered_by", None)
    return name if isinstance(name, str) and _USER.fullmatch(name) else None


def name_of(interaction: Interaction) -> str | None:
    """Return the name of whoever decided, if it was no Slack user."""
    name = getattr(interaction.outcome, "answered_by", None)
    return name if isinstance(name, str) and user_of(interaction) is None else None
