"""A FastAPI page with an embedded form and a desk: `uvicorn --app-dir examples fastapi_page:app`."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse, Response
from fastapi.staticfiles import StaticFiles

import choice
from choice.desk.bodies import snapshot
from choice.desk.people import Person
from choice.validation import parse_submission
from choice.web.pages import static_folder

YOU = Person("you", "local")
FORM = choice.Form(
    questions=(
        choice.Question(id="store", text="Which store?", options=["SQLite", "PostgreSQL"]),
        choice.Question(id="day", text="Which day?", options=["Monday", "Friday"]),
    )
)
PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A form in FastAPI</title>
<script type="module" src="/static/components.js"></script>
<script type="module" src="/page.js"></script></head>
<body><h1>A form in FastAPI</h1><choice-form></choice-form></body></html>"""
SCRIPT = """
const form = document.querySelector("choice-form");
const show = ({form: asked, state, outcome, draft}) =>
  Object.assign(form, {form: asked, state, outcome, drafts: draft.answers});
const post = async (body) => {
  const reply = await fetch("/answer", {method: "POST", body: JSON.stringify(body)});
  if (!reply.ok) throw new Error(reply.statusText);
  show(await reply.json());
};
form.addEventListener("choice-submit", ({detail}) => detail.waitUntil(post(detail.submission)));
show(await (await fetch("/question")).json());
"""


@asynccontextmanager
async def lifespan(app: FastAPI) -> AsyncIterator[None]:
    """Open an in-memory desk and ask a form; `desk.wait` would return the outcome to the asker."""
    async with choice.open_desk("memory:") as desk:
        app.state.desk = desk
        app.state.asked = (await desk.open(FORM, timeout=3600)).id
        yield


app = FastAPI(lifespan=lifespan)
app.mount("/static", StaticFiles(directory=static_folder()))


@app.get("/")
def page() -> Response:
    """Return the page."""
    return HTMLResponse(PAGE)


@app.get("/page.js")
def script() -> Response:
    """Return the script of the page."""
    return Response(SCRIPT, media_type="text/javascript")


@app.get("/question")
async def question(request: Request) -> dict[str, Any]:
    """Return the current state of the form."""
    desk = request.app.state.desk
    return snapshot(await desk.look(request.app.state.asked, by=YOU), desk.store.now())


@app.post("/answer")
async def answer(request: Request) -> dict[str, Any]:
    """Store the answer; waiters are resumed before this returns."""
    desk = request.app.state.desk
    sent = parse_submission(await request.json())
    taken = await desk.answer(request.app.state.asked, sent, by=YOU, surface="web")
    return snapshot(taken, desk.store.now())
