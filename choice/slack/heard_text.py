"""What somebody wrote, without Slack's notation: as the model and the matching of replies read it."""

import html
import re

_TOKEN = re.compile(r"<([^<>]*)>")


def heard_text(text: str, bot_user: str | None) -> str:
    """Return the words of a message; the mention of the bot is no part of them."""
    if bot_user is not None:
        text = re.sub(rf"<@{re.escape(bot_user)}(?:\|[^<>]*)?>[:,]?", " ", text)
    words = _TOKEN.sub(_spoken, text)
    return html.unescape(words).strip()


def _spoken(token: re.Match[str]) -> str:
    """Return what a token of Slack's notation says."""
    target, _, label = token[1].partition("|")
    if target.startswith("!date^"):
        return label
    if target[:1] in {"@", "#", "!"}:
        return f"{target[0] if target[0] != '!' else '@'}{label or target[1:]}"
    return label if not target or label == target else f"{label} ({target})" if label else target
