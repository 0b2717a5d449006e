"""The table of routes: who serves each, what it takes, and what it gives back."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from pydantic import BaseModel
from starlette.requests import Request
from starlette.responses import Response

from choice.answers import Submission
from choice.desk.snapshot import InteractionBody
from choice.server.routes import chat as chatbot
from choice.server.routes import interactions, operating, threads
from choice.server.routes.common import LONGEST_CURSOR, MOST_THREADS, USUAL_THREADS
from choice.server.schemas.replies import (
    Health,
    Interactions,
    KeptConversation,
    Readiness,
    StatisticsBody,
    Thread,
    Threads,
    ThreadSummary,
    Unready,
    WholeAnswer,
)
from choice.server.schemas.requests import (
    AskBody,
    CancelBody,
    ChatBody,
    DeadlineBody,
    DraftBody,
    SnoozeBody,
    ThreadBody,
    ThreadChange,
    ThreadMessage,
)

JSON = "application/json"
EVENTS = "text/event-stream"
LINES = "application/x-ndjson"


@dataclass(frozen=True, slots=True)
class Route:
    """One route: who serves it, what it takes, and what it gives back."""

    method: str
    path: str
    endpoint: Callable[[Request], Awaitable[Response]]
    summary: str
    body: type[BaseModel] | None = None
    reply: type[BaseModel] | None = None
    """None where it is text, or nothing."""
    unavailable: type[BaseModel] | None = None
    """What a 503 has in place of an error."""
    status: int = 200
    media_type: str | None = JSON
    is_csv_too: bool = False
    """Whether it can also be had for a spreadsheet."""
    query: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """The schema of each parameter that may stand behind the path."""
    is_public: bool = False
    needs_body: bool = True
    """Whether a body has to be sent, where one is taken."""


ROUTES = (
    Route("POST", "/chatbot/chat-stream", chatbot.chat_stream, "Answer a message as a stream of events",
          ChatBody, media_type=EVENTS),
    Route("POST", "/chatbot/chat", chatbot.chat, "Answer a message whole", ChatBody, WholeAnswer),
    Route("GET", "/chatbot/conversation/{id}", chatbot.read_conversation, "Read a conversation",
          reply=KeptConversation),
    Route("DELETE", "/chatbot/conversation/{id}", chatbot.delete_conversation, "Forget a conversation",
          status=204, media_type=None),
    Route("POST", "/api/threads", threads.create, "Start a thread", ThreadBody, Thread, status=201,
          needs_body=False),
    Route("GET", "/api/threads", threads.find, "List your threads", reply=Threads,
          query={
              "limit": {"type": "integer", "minimum": 1, "maximum": MOST_THREADS, "default": USUAL_THREADS},
              "before": {"type": "string", "maxLength": LONGEST_CURSOR,
                         "description": "The `next` of an earlier page."},
          }),
    Route("GET", "/api/threads/{id}", threads.read, "Read a thread with its cards", reply=Thread),
    Route("PATCH", "/api/threads/{id}", threads.change, "Change mode or title", ThreadChange, ThreadSummary),
    Route("DELETE", "/api/threads/{id}", threads.delete, "Forget a thread", status=204, media_type=None),
    Route("POST", "/api/threads/{id}/chat", threads.chat, "Say something, or answer a card", ThreadMessage,
          media_type=EVENTS, query={"wire": {"enum": list(threads.WIRES)}}),
    Route("POST", "/api/interactions", interactions.ask, "Ask a person", AskBody, InteractionBody,
          status=201),
    Route("GET", "/api/interactions", interactions.find, "List interactions", reply=Interactions,
          query={"state": {"enum": list(interactions.STATES)}}),
    Route("GET", "/api/interactions/{id}", interactions.read, "Look at one, or wait for its outcome",
          reply=InteractionBody,
          query={"wait": {"type": "number", "minimum": 0, "maximum": interactions.LONGEST_WAIT}}),
    Route("POST", "/api/interactions/{id}/answer", interactions.answer, "Answer one", Submission,
          InteractionBody),
    Route("POST", "/api/interactions/{id}/draft", interactions.draft, "Keep an answer that is not sent yet",
          DraftBody, InteractionBody),
    Route("POST", "/api/interactions/{id}/cancel", interactions.cancel, "Cancel one", CancelBody,
          InteractionBody, needs_body=False),
    Route("POST", "/api/interactions/{id}/deadline", interactions.deadline, "Give more time", DeadlineBody,
          InteractionBody),
    Route("POST", "/api/interactions/{id}/snooze", interactions.snooze, "Put one aside", SnoozeBody,
          InteractionBody),
    Route("GET", "/api/stats", operating.stats, "Which options were chosen, and how fast",
          reply=StatisticsBody),
    Route("GET", "/api/log", operating.log, "The decision log", media_type=LINES,
          is_csv_too=True,
          query={
              "after": {"type": "integer", "minimum": 0, "maximum": operating.HIGHEST_SEQ},
              "limit": {"type": "integer", "minimum": 0, "maximum": operating.MOST_RECORDS},
              "before": {"type": "integer", "minimum": 0, "maximum": operating.HIGHEST_SEQ},
              "order": {"enum": list(operating.ORDERS)},
              "kinds": {"enum": list(operating.KINDS)},
              "format": {"enum": list(operating.FORMATS)},
              "q": {"type": "string", "maxLength": operating.LONGEST_SEARCH},
          }),
    Route("GET", "/healthz", operating.healthy, "Whether the process is alive", reply=Health,
          is_public=True),
    Route("GET", "/readyz", operating.ready, "Whether requests can be served", reply=Readiness,
          unavailable=Unready, is_public=True),
    Route("GET", "/metrics", operating.metrics, "Metrics for Prometheus", media_type="text/plain",
          is_public=True),
)  # fmt: skip
