"""The desk for programs: ask, look, wait, answer, cancel, give more time."""

import asyncio
from collections.abc import Coroutine
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from choice.auth.principal import Principal, permissions_of
from choice.conversations import question_of
from choice.desk.interaction import Choose, Clear, DraftStep, Interaction, State
from choice.desk.people import Asker, Person
from choice.desk.snapshot import snapshot
from choice.errors import InvalidField
from choice.server.body import parse, read_json, read_json_if_any
from choice.server.schemas.requests import AskBody, CancelBody, DeadlineBody, DraftBody, SnoozeBody
from choice.server.service import Service, path_id, service_of, surface_of
from choice.validation import parse_request_or_form, parse_submission

LONGEST_WAIT = 60.0
MOST_LISTED = 100
STATES: dict[str, State | None] = {
    "open": "open",
    "answered": "answered",
    "cancelled": "cancelled",
    "timed_out": "timed_out",
    "superseded": "superseded",
    "any": None,
}


async def ask(request: Request) -> Response:
    """Put a form on the desk. The same key again gives the same interaction."""
    service = service_of(request)
    principal = service.caller(request, "ask")
    body = parse(AskBody, await read_json(request))
    asked = parse_request_or_form(body.request)
    interaction = await service.desk.open(asked, asked_by=_asker(principal), key=body.idempotency_key)
    return _reply(service, interaction, status=201)


async def find(request: Request) -> Response:
    """Return the interactions that the caller may answer, or has asked."""
    service = service_of(request)
    principal = service.caller(request)
    state = _state(request)
    who = _who(principal)
    if isinstance(who, Asker):
        service.caller(request, "collect")
        found = await service.desk.asked(who, state=state, most=MOST_LISTED)
    else:
        service.caller(request, "read")
        found = await service.desk.list(who, state=state, most=MOST_LISTED)
    now = service.desk.store.now()
    return JSONResponse({"interactions": [snapshot(each, now) for each in found]})


async def read(request: Request) -> Response:
    """Return one interaction; with `?wait=` as soon as it has ended, or after so many seconds."""
    service = service_of(request)
    principal = service.caller(request)
    interaction_id, wait = path_id(request), _wait(request)
    who = _who(principal)
    service.caller(request, "collect" if isinstance(who, Asker) else "read")
    interaction = await service.desk.look(interaction_id, by=who)
    if wait and interaction.outcome is None:
        await _first_of(
            service.desk.wait(interaction_id, asked_by=interaction.asked_by),
            service.turns.running.draining.wait(),
            _left(request),
            within=wait,
        )
        interaction = await service.desk.look(interaction_id, by=who)
    return _reply(service, interaction)


async def _first_of(*happening: Coroutine[Any, Any, object], within: float) -> None:
    """Wait until one of several things has happened, or the time is over."""
    waiting = [asyncio.ensure_future(each) for each in happening]
    try:
        await asyncio.wait(waiting, timeout=within, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for each in waiting:
            each.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)


async def _left(request: Request) -> None:
    """Wait until the client has left: nobody need wait for it any longer."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def answer(request: Request) -> Response:
    """Answer an interaction; 409 carries the outcome it has already."""
    service = service_of(request)
    principal = service.caller(request, "answer")
    person = _person(principal)
    interaction = await service.desk.look(path_id(request), by=person)
    submission = parse_submission(await read_json(request))
    surface = surface_of(request)
    answered = await service.desk.answer(interaction, submission, by=person, surface=surface)
    if interaction.outcome is None:
        # The same answer sent again is no other one.
        service.metrics.answered(surface)
    # The answer is kept: whoever waits for it goes on before it is said here.
    await asyncio.sleep(0)
    return _reply(service, answered)


async def cancel(request: Request) -> Response:
    """End an interaction without an answer."""
    service = service_of(request)
    who = _who(service.caller(request))
    service.caller(request, "ask" if isinstance(who, Asker) else "answer")
    body = parse(CancelBody, await read_json_if_any(request))
    cancelled = await service.desk.cancel(
        path_id(request), by=who, note=body.note, surface=surface_of(request)
    )
    return _reply(service, cancelled)


async def deadline(request: Request) -> Response:
    """Give a person more or less time from now on."""
    service = service_of(request)
    who = _who(service.caller(request))
    service.caller(request, "ask" if isinstance(who, Asker) else "answer")
    body = parse(DeadlineBody, await read_json(request))
    return _reply(service, await service.desk.extend(path_id(request), body.seconds, by=who))


async def snooze(request: Request) -> Response:
    """Put a question aside; its countdown stands still meanwhile."""
    service = service_of(request)
    principal = service.caller(request, "answer")
    body = parse(SnoozeBody, await read_json(request))
    return _reply(service, await service.desk.snooze(path_id(request), body.seconds, by=_person(principal)))


async def draft(request: Request) -> Response:
    """Keep what a person has filled in so far, so that every surface shows it."""
    service = service_of(request)
    person = _person(service.caller(request, "answer"))
    body = parse(DraftBody, await read_json(request))
    interaction = await service.desk.look(path_id(request), by=person)
    step = _step(body, interaction)
    return _reply(service, await service.desk.draft(interaction.id, step, by=person, seen=body.seen))


def _step(body: DraftBody, interaction: Interaction) -> DraftStep:
    """Return the step that a body describes; it may name a question as its card in a chat does."""
    if body.answer is None:
        return Clear(_inside(body.clear or "", interaction))
    named = {"question_id": _inside(body.answer.question_id, interaction)}
    return Choose(body.answer.model_copy(update=named))


def _inside(question_id: str, interaction: Interaction) -> str:
    return question_of(question_id, interaction) if question_id.startswith(interaction.id) else question_id


def _reply(service: Service, interaction: Interaction, status: int = 200) -> Response:
    return JSONResponse(snapshot(interaction, service.desk.store.now()), status_code=status)


def _asker(principal: Principal) -> Asker:
    return Asker(agent=principal.user, tenant=principal.tenant)


def _person(principal: Principal) -> Person:
    return Person(principal.user, principal.tenant, principal.roles)


def _who(principal: Principal) -> Asker | Person:
    """Return the caller as what the desk knows: whoever may ask is an asker, and nothing else."""
    return _asker(principal) if "ask" in permissions_of(principal) else _person(principal)


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
    if not 0 <= seconds <= LONGEST_WAIT:
        field, rule = "wait", f"must be a number of seconds from 0 to {LONGEST_WAIT:g}."
        raise InvalidField(field, rule)
    return seconds
