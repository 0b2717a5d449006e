"""Stub server with the pages' API, in memory; run alone, it listens on port 8411."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from copy import deepcopy
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from tests.browser.scripts import reply
from tests.browser.stub_desk import Json, StubDesk, StubThreads, open_cards, option, pieces, question
from tests.browser.thread_server import ThreadServer

STATIC = Path(__file__).resolve().parents[2] / "choice" / "web" / "static"
CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'; trusted-types lit-html"
)


ALONE = """<!doctype html><html lang="en"><head><title>Another page</title>
<script type="module" src="/static/choice-question.js"></script></head>
<body><main><h1>Another page</h1><choice-question></choice-question></main></body></html>"""


def alone(request: Request) -> Response:
    language = "ko" if "ko" in request.query_params else "en"
    return Response(ALONE.replace('lang="en"', f'lang="{language}"'), media_type="text/html")


FIGURES: Json = {
    "asked": 19,
    "answered": 17,
    "own_words": 2,
    "declined": 1,
    "expired": 1,
    "by_defaults": 1,
    "median_seconds": 68.0,
    "slow_seconds": 372.0,
}


def statistics_body(questions: list[Json]) -> Json:
    figures = (
        FIGURES if questions else {**dict.fromkeys(FIGURES, 0), "median_seconds": None, "slow_seconds": None}
    )
    today = datetime.now(UTC).date()
    days = (
        [{"day": (today - timedelta(days=ago)).isoformat(), **figures} for ago in (2, 1, 0)]
        if questions
        else []
    )
    agents = [{"agent": agent, **figures} for agent in ("planner", "migrator")] if questions else []
    return {"questions": questions, "totals": figures, "before": figures, "days": days, "agents": agents}


class Stub:
    """Routes and state of the stub."""

    def __init__(self) -> None:
        self.desk = StubDesk()
        self.threads = StubThreads()
        self.preferences: Json = {"undo_seconds": 0}
        """Answers are sent at once; tests of undo change this."""
        self.statistics: list[Json] = []
        self.log: list[Json] = []
        """Decisions, oldest first."""
        self.sockets: set[WebSocket] = set()
        self.server: ThreadServer | None = None

    def app(self) -> ASGIApp:
        def page(name: str) -> Callable[[Request], Response]:
            return lambda _request: FileResponse(STATIC / name)

        interaction = "/api/interactions/{id}"
        app = Starlette(
            routes=[
                Route("/", page("inbox.html")),
                Route("/chat", page("chat.html")),
                Route("/choice/{id}", page("portal.html")),
                *[Route(f"/{name}", page(f"{name}.html")) for name in ("decisions", "insights", "settings")],
                Route("/alone", alone),
                Route("/api/threads", self.all_threads, methods=["GET", "POST"]),
                Route("/api/threads/{id}", self.one_thread, methods=["GET", "PATCH", "DELETE"]),
                Route("/api/threads/{id}/chat", self.chat, methods=["POST"]),
                Route("/api/demo/questions", self.demo, methods=["POST"]),
                Route(interaction, self.look),
                Route(interaction + "/{action}", self.act, methods=["POST"]),
                Route("/api/stats", lambda _request: JSONResponse(statistics_body(self.statistics))),
                Route("/api/log", self.read_log),
                Route("/api/preferences", self.prefer, methods=["GET", "PATCH"]),
                WebSocketRoute("/ws", self.live),
                Mount("/static", StaticFiles(directory=STATIC)),
            ],
        )
        return WithHeaders(app)

    async def all_threads(self, request: Request) -> Response:
        if request.method == "POST":
            body = await request.json()
            return JSONResponse(self.threads.create(body.get("mode", "chat")), 201)
        listed = [
            {key: one[key] for key in ("id", "title", "mode")}
            for one in reversed(self.threads.threads.values())
        ]
        return JSONResponse({"threads": listed, "next": None})

    async def one_thread(self, request: Request) -> Response:
        thread = self.threads.threads.get(request.path_params["id"])
        if thread is None:
            return refused(404, "NOT_FOUND")
        if request.method == "DELETE":
            del self.threads.threads[thread["id"]]
            return Response(status_code=204)
        if request.method == "PATCH":
            thread.update(await request.json())
        return JSONResponse(thread)

    async def chat(self, request: Request) -> Response:
        thread = self.threads.threads[request.path_params["id"]]
        turn = await request.json()
        fails = self.threads.fails
        if fails and (status := fails.pop(0)):
            return refused(status, "MODEL_ERROR", {"Retry-After": "7"} if status == 429 else {})
        self.threads.turns.append(turn)
        if "retry" in turn:
            return self._again(thread, turn)
        content = turn.get("content", "")
        if "answer" in turn:
            card = self.threads.card(thread, turn["answer"]["question_id"])
            if card is None or card["state"] != "open":
                return refused(409, "ALREADY_DECIDED")
            content = self._answer(thread, card, turn["answer"])
        else:
            for card in open_cards(thread):
                card["state"] = "superseded"
        self.threads.say(thread, "user", content)
        thread["title"] = thread["title"] or content[:60]
        return StreamingResponse(self._stream(thread, content, turn), media_type="text/event-stream")

    def _again(self, thread: Json, turn: Json) -> Response:
        heard = [one for one in thread["messages"] if one.get("state", "complete") == "complete"]
        if not heard or heard[-1]["role"] != "user":
            return refused(409, "NOTHING_TO_RETRY")
        return StreamingResponse(
            self._stream(thread, heard[-1]["content"], turn), media_type="text/event-stream"
        )

    def _answer(self, thread: Json, card: Json, answer: Json) -> str:
        card["state"] = "answered"
        card["answer"] = {**answer, "surface": "web", "answered_by": None}
        if card["category"] == "mode_selection":
            thread["mode"] = answer["option_ids"][0]
        labels = [one["label"] for one in card["options"] if one["id"] in answer.get("option_ids", [])]
        if card["question_id"] in self.desk.interactions:
            self.desk.end(
                card["question_id"], "answered", surface="web", answers=[{**answer, "option_notes": {}}]
            )
        return answer.get("custom_text") or ", ".join(labels)

    async def _stream(self, thread: Json, content: str, turn: Json) -> AsyncIterator[bytes]:
        text, cards = (
            (f"Understood: **{content}**.", []) if "answer" in turn else reply(content, thread["mode"])
        )
        if content == "cut":
            yield event("text_delta", {"text": "This will be"})
            return
        if content == "error":
            yield event("error", {"code": "MODEL_ERROR", "message": "upstream said no"})
            return
        yield event("tool_executing", {"tool": "signals"})
        sent = ""
        thread["state"] = "working"
        try:
            async for piece in pieces(text, self.threads.pace):
                sent += piece
                yield event("text_delta", {"text": piece})
        except (asyncio.CancelledError, GeneratorExit):
            self.threads.say(thread, "assistant", sent, state="stopped", model="embedded")
            raise
        finally:
            thread["state"] = "idle"
        message = self.threads.say(
            thread, "assistant", text, sources=[{"kind": "signals", "count": 3}], model="embedded"
        )
        for number, card in enumerate(cards):
            made = {**deepcopy(card), "question_id": f"{card['question_id']}_{message['id']}_{number}"}
            message["cards"].append({**made, "state": "open", "answer": None})
            yield event("question_card", made)
        await asyncio.to_thread(self.threads.may_complete.wait, 30)
        yield event(
            "message_complete",
            {"message_id": message["id"], "model": "embedded", "sources": message["sources"]},
        )

    async def look(self, request: Request) -> Response:
        self.desk.expire()
        if request.path_params["id"] not in self.desk.interactions:
            return refused(404, "NOT_FOUND")
        return JSONResponse(self.desk.snapshot(request.path_params["id"]))

    async def act(self, request: Request) -> Response:
        interaction_id, action = request.path_params["id"], request.path_params["action"]
        body = await request.json()
        desk = self.desk
        if action == "answer" and desk.refusals:
            desk.refusals -= 1
            return refused(desk.refusal, "UNAVAILABLE")
        if desk.interactions[interaction_id]["state"] != "open":
            return refused(409, "ALREADY_DECIDED")
        if action == "answer":
            desk.answers.append(body)
            answers = [
                {"option_ids": [], "custom_text": None, "option_notes": {}, **one} for one in body["answers"]
            ]
            desk.end(
                interaction_id,
                "answered",
                answers=answers,
                note=body.get("note"),
                surface="web",
                answered_by="you",
            )
        elif action == "cancel":
            desk.end(interaction_id, "cancelled", note=body.get("note"))
        elif action == "deadline":
            desk.extend(interaction_id, body["seconds"])
        elif action == "draft":
            named = body["answer"]["question_id"] if body.get("answer") else body["clear"]
            desk.draft(interaction_id, body.get("answer"), named)
        elif action == "snooze":
            desk.snooze(interaction_id, body["seconds"])
        return JSONResponse(desk.snapshot(interaction_id))

    async def demo(self, _request: Request) -> Response:
        asked = question("Asked by the demo agent?", [option("y", "Yes"), option("n", "No")])
        self.desk.ask({"questions": [asked]})
        return JSONResponse({"interactions": []}, 201)

    async def read_log(self, request: Request) -> Response:
        query = request.query_params
        found = [
            one
            for one in reversed(self.log)
            if query.get("q", "") in json.dumps(one)
            and query.get("agent", one["agent"]) == one["agent"]
            and query.get("outcome", one["kind"]) == one["kind"]
        ]
        lines = "".join([json.dumps(one) + "\n" for one in found])
        return Response(lines, media_type="application/x-ndjson")

    async def prefer(self, request: Request) -> Response:
        if request.method == "PATCH":
            self.preferences.update(await request.json())
        return JSONResponse(self.preferences)

    async def live(self, socket: WebSocket) -> None:
        await socket.accept()
        if (await socket.receive_json()) != {"type": "hello"}:
            await socket.close(1008)
            return
        changes: asyncio.Queue[Json] = asyncio.Queue()
        loop = asyncio.get_running_loop()

        def changed(one: Json) -> None:
            loop.call_soon_threadsafe(changes.put_nowait, one)

        stop = self.desk.listen(changed)
        self.sockets.add(socket)
        everything = [self.desk.snapshot(one) for one in self.desk.interactions]
        await socket.send_json({"type": "snapshot", "interactions": everything, "now": now()})
        sender = asyncio.create_task(self._send(socket, changes))
        try:
            while True:
                message = await socket.receive_json()
                {"typing": self.desk.typed, "seen": self.desk.seen}[message["type"]].append(message["id"])
                self.desk.heard.put(message["type"])
        except WebSocketDisconnect:
            pass
        finally:
            sender.cancel()
            self.sockets.discard(socket)
            stop()

    async def _send(self, socket: WebSocket, changes: asyncio.Queue[Json]) -> None:
        while True:
            one = await changes.get()
            await socket.send_json({"type": "interaction", "interaction": one, "now": now()})

    def drop_sockets(self) -> None:
        """Close every socket, like a stopping server."""
        assert self.server is not None
        for one in list(self.sockets):
            asyncio.run_coroutine_threadsafe(one.close(1001), self.server.loop).result(5)


class WithHeaders:
    """Adds the pages' security headers to every response."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] += [
                    (b"content-security-policy", CSP.encode()),
                    (b"x-content-type-options", b"nosniff"),
                    (b"cache-control", b"no-store"),
                ]
            await send(message)

        await self.app(scope, receive, sending)


def event(name: str, data: Any) -> bytes:  # noqa: ANN401 - any JSON
    return f"event: {name}\ndata: {json.dumps(data)}\n\n".encode()


def refused(status: int, code: str, headers: dict[str, str] | None = None) -> Response:
    return JSONResponse(
        {"error": {"code": code, "message": "No.", "request_id": "r1"}}, status, headers or {}
    )


def now() -> str:
    return datetime.now(UTC).isoformat()


class Running(ThreadServer):
    """A served stub that can be replaced."""

    def __init__(self, port: int = 0) -> None:
        super().__init__(self._pass_on, port)
        self._put(Stub())

    def renew(self) -> Stub:
        """Replace the stub with an empty one; existing connections keep the old one."""
        self._put(Stub())
        return self.stub

    def _put(self, stub: Stub) -> None:
        self.stub, self._app = stub, stub.app()
        stub.server = self

    async def _pass_on(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._app(scope, receive, send)


if __name__ == "__main__":
    with Running(8411) as running:
        print(running.url)  # noqa: T201 - for the person who started it
        running.thread.join()
