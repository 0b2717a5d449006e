"""Examples of responses and requests for the OpenAPI document. A test validates each of them."""

import json
from typing import Any

_TIME = "2026-03-09T10:00:00+00:00"
_THREAD_ID = "3f2c8a52-6d0e-4b6b-9a43-6c1f6a9f2f10"
_INTERACTION_ID = "4f1c9a0b7d2e4c55a1b2c3d4e5f60718"

CARD: dict[str, Any] = {
    "question_id": _INTERACTION_ID,
    "question_text": "Which store should we use?",
    "rationale": None,
    "category": "discovery",
    "options": [
        {"id": "A", "label": "SQLite", "description": None, "is_default": False},
        {"id": "B", "label": "PostgreSQL", "description": None, "is_default": True},
    ],
    "allow_free_text": True,
    "free_text_placeholder": "Or type your own answer...",
    "max_selections": 1,
    "metadata": {"interaction_id": _INTERACTION_ID},
}
_MESSAGES: list[dict[str, Any]] = [
    {
        "id": "msg_1c0e6f5d2b3a4c5d6e7f8091",
        "role": "user",
        "content": "Let us plan",
        "timestamp": _TIME,
        "question_response": False,
        "cards": [],
    },
    {
        "id": "msg_2d1f7a6e3c4b5d6e7f8091a2",
        "role": "assistant",
        "content": "Let us begin.",
        "timestamp": _TIME,
        "state": "complete",
        "error": None,
        "sources": [{"kind": "signals", "count": 3}],
        "model": "demo model",
        "cards": [{**CARD, "state": "open", "interaction_id": _INTERACTION_ID, "answer": None}],
    },
]
_SUMMARY: dict[str, Any] = {
    "id": _THREAD_ID,
    "mode": "discovery",
    "title": "Our next product",
    "state": "waiting",
    "created_at": _TIME,
    "updated_at": _TIME,
}
_QUESTION: dict[str, Any] = {
    "id": "q1",
    "text": "Release version 2.4 today?",
    "context": None,
    "category": None,
    "selection_mode": "single",
    "options": [
        {
            "id": "go",
            "label": "Release now",
            "description": None,
            "value": None,
            "recommended": True,
            "preview": None,
            "danger": False,
        },
        {
            "id": "wait",
            "label": "Wait",
            "description": None,
            "value": None,
            "recommended": False,
            "preview": None,
            "danger": False,
        },
    ],
    "default_selection_ids": [],
    "min_selections": 1,
    "max_selections": 1,
    "allow_free_text": True,
    "placeholder": None,
    "metadata": {},
}
_FIGURES: dict[str, Any] = {
    "asked": 2,
    "answered": 2,
    "own_words": 1,
    "declined": 0,
    "expired": 0,
    "by_defaults": 0,
    "median_seconds": 41.5,
    "slow_seconds": 60.2,
}
_ANSWER: dict[str, Any] = {
    "question_id": "q1",
    "option_ids": ["go"],
    "custom_text": None,
    "option_notes": {},
}
_INTERACTION: dict[str, Any] = {
    "id": _INTERACTION_ID,
    "state": "answered",
    "form": {"title": "Release", "context": None, "questions": [_QUESTION]},
    "asked_by": {"agent": "release bot", "project": None, "conversation": None, "tenant": "local"},
    "asked_at": _TIME,
    "surfaces": [],
    "deadline": "2026-03-09T10:05:00+00:00",
    "remaining_seconds": 0.0,
    "version": "9f86d081884c7d65",
    "policy": "fail",
    "urgency": "normal",
    "queued": False,
    "snoozed_until": None,
    "draft": {"step": 0, "answers": []},
    "presentation": {},
    "run_url": None,
    "outcome": {
        "answers": [_ANSWER],
        "note": None,
        "answered_by": "ada",
        "surface": "web",
        "at": _TIME,
        "used_defaults": False,
    },
}

EXAMPLES: dict[str, Any] = {
    "WholeAnswer": {
        "sessionId": _THREAD_ID,
        "message": "Three signals are critical.",
        "response": "Three signals are critical.",
        "timestamp": "2026-03-09T10:00:00+00:00",
        "sources": {"signals": 3, "incidents": 0, "issues": 0, "metrics": 0},
        "questionCards": [CARD],
    },
    "KeptConversation": {
        "sessionId": _THREAD_ID,
        "mode": "discovery",
        "state": "waiting",
        "messages": _MESSAGES,
        "expiresAt": "2026-04-08T10:00:00+00:00",
    },
    "ThreadSummary": _SUMMARY,
    "Threads": {"threads": [_SUMMARY], "next": None},
    "Thread": {**_SUMMARY, "messages": _MESSAGES, "model": {"name": "demo model", "demo": True}},
    "InteractionBody": _INTERACTION,
    "Interactions": {"interactions": [_INTERACTION]},
    "StatisticsBody": {
        "questions": [
            {
                "question": "Release version 2.4 today?",
                "asked": 2,
                "answered": 2,
                "own_words": 1,
                "too_quick": 0,
                "cancelled": 0,
                "timed_out": 0,
                "superseded": 0,
                "chosen": {"Release now": 1},
                "median_seconds": 41.5,
            }
        ],
        "totals": _FIGURES,
        "before": _FIGURES,
        "days": [{"day": "2026-03-09", **_FIGURES}],
        "agents": [{"agent": "release bot", **_FIGURES}],
    },
    "LogLine": {
        "seq": 7,
        "at": _TIME,
        "tenant": "local",
        "agent": "release bot",
        "project": None,
        "interaction_id": _INTERACTION_ID,
        "kind": "answered",
        "actor": "ada",
        "surface": "web",
        "shown_ms": 41500,
        "body": {},
        "hash": "9f86d081884c7d65",
    },
    "Health": {"status": "ok"},
    "Readiness": {"status": "ready", "model": "demo model"},
}
"""Examples of response bodies by model name."""

REQUESTS: dict[str, Any] = {
    "Submission": {
        "examples": {
            "options": {
                "summary": "One of the options, with a note",
                "value": {
                    "answers": [{"question_id": "q1", "option_ids": ["go"]}],
                    "note": "The translation can follow.",
                },
            },
            "free text": {
                "summary": "Free text, with an idempotency key",
                "value": {
                    "answers": [{"question_id": "q1", "custom_text": "On Friday, after the review"}],
                    "answer_id": "tab-7-answer-1",
                },
            },
        }
    }
}
"""Examples of request bodies whose model has none of its own, by model name."""

LOG_LINE = json.dumps(EXAMPLES["LogLine"]) + "\n"

CSV = (
    '"seq","at","question","labels"\n'
    '"7","2026-03-09T10:00:00+00:00","Release version 2.4 today?","Release now"\n'
)

_CHUNKS = (
    'data: {"type":"start","messageId":"msg_2d1f7a6e3c4b5d6e7f8091a2"}\n\n'
    'data: {"type":"finish"}\n\ndata: [DONE]\n\n'
)
TEXTS: dict[str, str] = {
    "/chatbot/chat-stream": (
        f'data: {{"type":"metadata","sessionId":"{_THREAD_ID}","sources":{{"signals":3}}}}\n\n'
        'data: {"type":"token","content":"Three signals "}\n\n'
        'data: {"type":"done"}\n\n'
    ),
    "/api/threads/{id}/chat": (
        'event: text_delta\ndata: {"text":"Let us begin."}\n\n'
        "event: message_complete\n"
        'data: {"message_id":"msg_2d1f7a6e3c4b5d6e7f8091a2","state":"idle",'
        '"model":"demo model","sources":[]}\n\n'
    ),
    "/api/ag-ui": (
        'data: {"type":"RUN_STARTED","threadId":"t1","runId":"r1","protocolVersion":"1.0"}\n\n'
        'data: {"type":"RUN_FINISHED","threadId":"t1","runId":"r1","outcome":{"type":"success"}}\n\n'
    ),
    "/api/ai-sdk/chat": _CHUNKS,
    "/api/ai-sdk/chat/{id}/stream": _CHUNKS,
    "/metrics": "choice_streams_open 0.0\n",
}
"""Examples of responses that are not JSON, by path."""
