"""Routes of interactions: ask, read, wait, answer, draft, cancel, change the deadline, snooze."""

import asyncio
from collections.abc import Coroutine
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from choice.conversations import question_of
from choice.desk import Asker, Choose, Clear, DraftStep, Interaction, State, Terms, snapshot
from choice.errors import InvalidField
from choice.server.body import parse, read_json, read_optional_json
from choice.server.schemas.requests import AskBody, CancelBody, DeadlineBody, DraftBody, SnoozeBody
from choice.server.service import Service, path_id, principal_of, service_of, surface_of
from choice.server.streaming import wait_for_disconnect
from choice.validation import parse_request_or_form, parse_submission

MAX_WAIT_SECONDS = 60.0
MAX_LISTED = 100
STATES: dict[str, State | None] = {
    "open": "open",
    "answered": "answered",
    "cancelled": "cancelled",
    "timed_out": "timed_out",
    "superseded": "superseded",
    "any": None,
}


async def ask(request: Request) -> Response:
    """Open an interaction. A repeated idempotency key returns the existing interaction."""
    service = service_of(request)
    principal = principal_of(request)
    await service.limiter.acquire_ask(principal)
    body = parse(AskBody, await read_json(request))
    asked = parse_request_or_form(body.request)
    terms: Terms = {**body.terms(principal.asker), "key": body.idempotency_key}
    interaction = await service.desk.open(body.asked(asked), **terms)
    return _reply(service, interaction, status=201)


async def list_interactions(request: Request) -> Response:
    """Return the interactions that the caller may answer or has asked."""
    service = service_of(request)
    state = _state(request)
    who = principal_of(request).side
    if isinstance(who, Asker):
        found = await service.desk.asked(who, state=state, most=MAX_LISTED)
    else:
        found = await service.desk.list(who, state=state, most=MAX_LISTED)
    now = service.desk.store.now()
    return JSONResponse({"interactions": [snapshot(each, now) for each in found]})


async def read(request: Request) -> Response:
    """Return an interaction. With `?wait=SECONDS`, long-poll until it has ended."""
    service = service_of(request)
    interaction_id, wait = path_id(request), _wait(request)
    principal = principal_of(request)
    who = principal.side
    interaction = await service.desk.look(interaction_id, by=who)
    if wait and interaction.outcome is None:
        release = await service.limiter.acquire_slot(principal, "waits")
        try:
            await _first_of(
                service.desk.wait(interaction_id, asked_by=interaction.asked_by),
                service.turns.running.draining.wait(),
                wait_for_disconnect(request.receive),
                timeout=wait,
            )
        finally:
            release()
        interaction = await service.desk.look(interaction_id, by=who)
    return _reply(service, interaction)


async def _first_of(*coroutines: Coroutine[Any, Any, object], timeout: float) -> None:  # noqa: ASYNC109 - a timeout is not an error here
    """Wait until one coroutine returns or the timeout expires, then cancel the rest."""
    tasks = [asyncio.ensure_future(each) for each in coroutines]
    try:
        await asyncio.wait(tasks, timeout=timeout, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def answer(request: Request) -> Response:
    """Answer an interaction. If it has already ended, return a 409 with its outcome."""
    service = service_of(request)
    person = principal_of(request).person
    interaction = await service.desk.look(path_id(request), by=person)
    submission = parse_submission(await read_json(request))
    surface = surface_of(request)
    answered = await service.desk.answer(interaction, submission, by=person, surface=surface)
    if interaction.outcome is None:
        # Do not count a retry of the same answer.
        service.metrics.answered(surface)
    # The answer is stored. Let callers that wait for it resume before this response is written.
    await asyncio.sleep(0)
    return _reply(service, answered)


async def cancel(request: Request) -> Response:
    """Cancel an interaction."""
    service = service_of(request)
    who = principal_of(request).side
    body = parse(CancelBody, await read_optional_json(request))
    cancelled = await service.desk.cancel(
        path_id(request), by=who, note=body.note, surface=surface_of(request)
    )
    return _reply(service, cancelled)


async def deadline(request: Request) -> Response:
    """Set the time left to answer an interaction."""
    service = service_of(request)
    who = principal_of(request).side
    body = parse(DeadlineBody, await read_json(request))
    return _reply(service, await service.desk.extend(path_id(request), body.seconds, by=who))


async def snooze(request: Request) -> Response:
    """Snooze an interaction. Its countdown is paused until the snooze ends."""
    service = service_of(request)
    person = principal_of(request).person
    body = parse(SnoozeBody, await read_json(request))
    return _reply(service, await service.desk.snooze(path_id(request), body.seconds, by=person))


async def draft(request: Request) -> Response:
    """Save one step of an unfinished answer, so that every surface shows it."""
    service = service_of(request)
    person = principal_of(request).person
    body = parse(DraftBody, await read_json(request))
    interaction = await service.desk.look(path_id(request), by=person)
    step = _step(body, interaction)
    return _reply(service, await service.desk.draft(interaction.id, step, by=person, seen=body.seen))


def _step(body: DraftBody, interaction: Interaction) -> DraftStep:
    """Return the draft step of a request body. The question id may be the id of a chat card."""
    if body.answer is None:
        return Clear(_question_id(body.clear or "", interaction))
    named = {"question_id": _question_id(body.answer.question_id, interaction)}
    return Choose(body.answer.model_copy(update=named))


def _question_id(question_id: str, interaction: Interaction) -> str:
    return question_of(question_id, interaction) if question_id.startswith(interaction.id) else question_id


def _reply(service: Service, interaction: Interaction, status: int = 200) -> Response:
    return JSONResponse(snapshot(interaction, service.desk.store.now()), status_code=status)


def _state(request: Request) -> State | None:
    given = request.query_params.get("state", "open")
    if given not in STATES:
        field, rule = "state", f"must be one of {', '.join(STATES)}."
        raise InvalidField(field, rule)
    return STATES[given]


def _wait(request: Request) -> float:
    given = request.query_params.get("wait", "0")
    try:
        seconds = float(given)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds <= MAX_WAIT_SECONDS:
        field, rule = "wait", f"must be a number of seconds from 0 to {MAX_WAIT_SECONDS:g}."
        raise InvalidField(field, rule)
    return seconds
