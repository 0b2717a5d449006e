"""The demo agent: asks the person three questions, to show what the product does."""

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from choice.desk import Asker, Audience, snapshot
from choice.server.first_questions import AGENT, FIRST_QUESTIONS, PROJECT
from choice.server.service import principal_of, service_of


async def ask(request: Request) -> Response:
    """Open the questions of the demo agent for the caller. Questions that are open already are returned."""
    service = service_of(request)
    principal = principal_of(request)
    asker = Asker(AGENT, project=PROJECT, tenant=principal.tenant)
    still_open = await service.desk.asked(asker, state="open", most=100)
    mine = [one for one in still_open if principal.subject in one.audience.users]
    opened = mine or [
        await service.desk.open(
            first.question,
            asked_by=asker,
            audience=Audience(users=(principal.subject,)),
            timeout=first.timeout,
            policy=first.policy,
        )
        for first in FIRST_QUESTIONS
    ]
    now = service.desk.store.now()
    return JSONResponse({"interactions": [snapshot(each, now) for each in opened]}, status_code=201)
