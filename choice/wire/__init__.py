"""Outbound formats: stream vocabularies, server-sent events, question cards, JSON Schema."""

from choice.wire.ag_ui import AgUi
from choice.wire.ai_sdk import AiSdk
from choice.wire.chat_streams import CardStream, TokenStream
from choice.wire.json_schema import schema_of, wire_schema
from choice.wire.question_text import QuestionStyle, form_source, form_text, question_text
from choice.wire.sse import HEARTBEAT
from choice.wire.vocabulary import (
    CardShown,
    Completed,
    Event,
    Failed,
    FormLine,
    QuestionCard,
    SourceCount,
    Started,
    TextLine,
    ToolExecuting,
    Vocabulary,
    card_of,
    encode_line,
    source_counts,
)

__all__ = [
    "HEARTBEAT",
    "AgUi",
    "AiSdk",
    "CardShown",
    "CardStream",
    "Completed",
    "Event",
    "Failed",
    "FormLine",
    "QuestionCard",
    "QuestionStyle",
    "SourceCount",
    "Started",
    "TextLine",
    "TokenStream",
    "ToolExecuting",
    "Vocabulary",
    "card_of",
    "encode_line",
    "form_source",
    "form_text",
    "question_text",
    "schema_of",
    "source_counts",
    "wire_schema",
]
