"""In-memory interactions and threads with the behaviour of the server's API."""

from __future__ import annotations

import asyncio
import itertools
import threading
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from queue import SimpleQueue
from typing import Any

Json = dict[str, Any]


def option(option_id: str, label: str, **more: object) -> Json:
    return {
        "id": option_id,
        "label": label,
        "description": None,
        "value": None,
        "recommended": False,
        **more,
    }


def question(text: str, options: list[Json], **more: object) -> Json:
    single = more.get("selection_mode", "single") == "single"
    return {
        "id": "q1",
        "text": text,
        "context": None,
        "category": None,
        "selection_mode": "single",
        "options": options,
        "default_selection_ids": [],
        "min_selections": 1 if options else 0,
        "max_selections": min(1, len(options)) if single else len(options),
        "allow_free_text": True,
        "placeholder": None,
        "metadata": {},
        **more,
    }


class StubDesk:
    """In-memory interactions; notifies listeners of every change."""

    def __init__(self) -> None:
        self.interactions: dict[str, Json] = {}
        self.typed: list[str] = []
        self.heard: SimpleQueue[str] = SimpleQueue()
        self.seen: list[str] = []
        self.refusals = 0
        """Number of next answers that fail."""
        self.refusal = 503
        """Status of the failures."""
        self.answers: list[Json] = []
        """All received answers, in order."""
        self._deadlines: dict[str, datetime] = {}
        self._listeners: list[Callable[[Json], None]] = []
        self._ids = itertools.count(1)

    def ask(self, form: Json, *, seconds: float = 300, **more: object) -> str:
        interaction_id = str(more.pop("id", f"i{next(self._ids)}"))
        now = datetime.now(UTC)
        self._deadlines[interaction_id] = now + timedelta(seconds=seconds)
        self.interactions[interaction_id] = {
            "id": interaction_id,
            "state": "open",
            "form": {"title": None, "context": None, **form},
            "asked_by": {"agent": "planner", "project": "atlas", "conversation": None, "tenant": "local"},
            "asked_at": now.isoformat(),
            "surfaces": [],
            "version": "1",
            "policy": "fail",
            "urgency": "normal",
            "queued": False,
            "snoozed_until": None,
            "draft": {"step": 0, "answers": []},
            "outcome": None,
            **more,
        }
        self.tell(interaction_id)
        return interaction_id

    def end(self, interaction_id: str, state: str, **outcome: object) -> None:
        self.interactions[interaction_id]["state"] = state
        self.interactions[interaction_id]["outcome"] = {
            "answers": [],
            "note": None,
            "answered_by": None,
            "surface": None,
            "at": datetime.now(UTC).isoformat(),
            "used_defaults": False,
            **outcome,
        }
        self.tell(interaction_id)

    def extend(self, interaction_id: str, seconds: float) -> None:
        self._deadlines[interaction_id] = datetime.now(UTC) + timedelta(seconds=seconds)
        self.tell(interaction_id)

    def snooze(self, interaction_id: str, seconds: float) -> None:
        until = datetime.now(UTC) + timedelta(seconds=seconds)
        self.interactions[interaction_id]["snoozed_until"] = until.isoformat()
        self._deadlines[interaction_id] += timedelta(seconds=seconds)
        self.tell(interaction_id)

    def draft(self, interaction_id: str, answer: Json | None, question_id: str = "q1") -> None:
        draft = self.interactions[interaction_id]["draft"]
        kept = [one for one in draft["answers"] if one["question_id"] != question_id]
        whole: Json = {"question_id": question_id, "option_ids": [], "custom_text": None, "option_notes": {}}
        answers = kept if answer is None else [*kept, {**whole, **answer}]
        self.interactions[interaction_id]["draft"] = {"step": draft["step"] + 1, "answers": answers}
        self.tell(interaction_id)

    def expire(self) -> None:
        for interaction_id, deadline in self._deadlines.items():
            if self.interactions[interaction_id]["state"] == "open" and datetime.now(UTC) >= deadline:
                self.end(interaction_id, "timed_out")

    def snapshot(self, interaction_id: str) -> Json:
        deadline = self._deadlines[interaction_id]
        left = (deadline - datetime.now(UTC)).total_seconds()
        return {
            **self.interactions[interaction_id],
            "deadline": deadline.isoformat(),
            "remaining_seconds": max(0, round(left, 3)),
        }

    def listen(self, listener: Callable[[Json], None]) -> Callable[[], None]:
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def tell(self, interaction_id: str) -> None:
        for listener in list(self._listeners):
            listener(self.snapshot(interaction_id))


class StubThreads:
    """In-memory threads; replies to messages with a script."""

    def __init__(self) -> None:
        self.threads: dict[str, Json] = {}
        self.pace = 0.002
        self.may_complete = threading.Event()
        """Replies complete only if this is set."""
        self.may_complete.set()
        self.fails: list[int] = []
        """Statuses with which the next turns are rejected; 0 cuts the stream."""
        self.turns: list[Json] = []
        self._ids = itertools.count(1)

    def create(self, mode: str, title: str | None = None, **more: object) -> Json:
        thread = {
            "id": f"t{next(self._ids)}",
            "title": title,
            "mode": mode,
            "state": "idle",
            "messages": [],
            "model": {"name": "embedded", "demo": True},
            **more,
        }
        self.threads[str(thread["id"])] = thread
        return thread

    def say(self, thread: Json, role: str, content: str, **more: object) -> Json:
        message = {"id": f"m{next(self._ids)}", "role": role, "content": content, "cards": [], **more}
        thread["messages"].append(message)
        return message

    def card(self, thread: Json, question_id: str) -> Json | None:
        cards = [card for message in thread["messages"] for card in message["cards"]]
        return next((card for card in cards if card["question_id"] == question_id), None)


async def pieces(text: str, pace: float, size: int = 6) -> Any:  # noqa: ANN401 - an async iterator of text
    for start in range(0, len(text), size):
        yield text[start : start + size]
        if pace:
            await asyncio.sleep(pace)


def open_cards(thread: Mapping[str, Any]) -> list[Json]:
    return [card for message in thread["messages"] for card in message["cards"] if card["state"] == "open"]
