"""Whether a request comes from Slack. Stands before Bolt, which fails on what is not well formed."""

import hashlib
import hmac
import re
from collections.abc import Mapping
from datetime import datetime

from slack_bolt.request.internals import parse_body

MOST_BYTES = 1024 * 1024
"""Slack's own payloads stay far below."""
MOST_SECONDS_OFF = 300
_TIMESTAMP = re.compile(r"[0-9]{1,12}")
_SIGNATURE = re.compile(r"v0=[0-9a-f]{64}")


def is_signed(secret: str, headers: Mapping[str, str], body: bytes, now: datetime) -> bool:
    """Tell whether a body was signed with the secret, and not long ago. Never raises."""
    timestamp = headers.get("x-slack-request-timestamp", "")
    signature = headers.get("x-slack-signature", "")
    if _TIMESTAMP.fullmatch(timestamp) is None or _SIGNATURE.fullmatch(signature) is None:
        return False
    if abs(now.timestamp() - int(timestamp)) > MOST_SECONDS_OFF:
        return False
    expected = hmac.new(secret.encode(), b"v0:" + timestamp.encode() + b":" + body, hashlib.sha256)
    return hmac.compare_digest(f"v0={expected.hexdigest()}", signature)


def readable(body: bytes, content_type: str) -> str | None:
    """Return a body as text that Bolt can read; None where it cannot: no UTF-8, no JSON, no actions."""
    try:
        text = body.decode("utf-8")
        found = parse_body(text, content_type.partition(";")[0])
    except (ValueError, RecursionError):
        return None
    return text if _is_well_formed(found) else None


def _is_well_formed(payload: object) -> bool:
    if not isinstance(payload, dict):
        return False
    if payload.get("type") != "block_actions":
        return True
    actions = payload.get("actions")
    return isinstance(actions, list) and bool(actions) and all(map(_is_action, actions))


def _is_action(action: object) -> bool:
    return isinstance(action, dict) and isinstance(action.get("action_id"), str)
