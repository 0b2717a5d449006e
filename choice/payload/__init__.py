"""Bounded reading of untrusted JSON text and values."""

from choice.payload.json_text import LooseJson, decoder, read_json
from choice.payload.values import (
    UNKNOWN,
    entries_of,
    exact_text,
    members_of,
    plain_copy,
    plain_payload,
    text_fault,
)

__all__ = [
    "UNKNOWN",
    "LooseJson",
    "decoder",
    "entries_of",
    "exact_text",
    "members_of",
    "plain_copy",
    "plain_payload",
    "read_json",
    "text_fault",
]
