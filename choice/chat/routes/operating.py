"""What those who run the service look at: statistics, the log, health and metrics."""

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from choice.chat.metrics import CONTENT_TYPE
from choice.chat.refusals import InvalidField
from choice.chat.service import service_of
from choice.desk.log_export import json_line
from choice.desk.log_reader import all_records
from choice.desk.statistics import Statistics
from choice.desk.store import WantedRecords
from choice.errors import StoreError

MOST_RECORDS = 1000
LONGEST_SEARCH = 200
HIGHEST_SEQ = 10**15


async def stats(request: Request) -> Response:
    """Return which options were chosen, how fast, and how often own words."""
    service = service_of(request)
    principal = service.caller(request, "stats")
    counted = Statistics()
    async for record in all_records(service.desk.store, WantedRecords(tenant=principal.tenant)):
        counted.take(record)
    return JSONResponse({"questions": [one.snapshot() for one in counted.questions()]})


async def log(request: Request) -> Response:
    """Return records of the decision log, oldest first, as lines of JSON."""
    service = service_of(request)
    principal = service.caller(request, "log")
    wanted = WantedRecords(
        tenant=principal.tenant,
        after=_number(request, "after", 0, HIGHEST_SEQ),
        words=_search(request),
        most=_number(request, "limit", 100, MOST_RECORDS),
    )
    records = await service.desk.store.records(wanted)
    lines = "".join([json_line(record) + "\n" for record in records])
    return Response(lines, media_type="application/x-ndjson")


async def healthy(_request: Request) -> Response:
    """Say that the process is alive."""
    return JSONResponse({"status": "ok"})


async def ready(request: Request) -> Response:
    """Say whether requests can be served: the store answers, and the server is not stopping."""
    service = service_of(request)
    problem = "the server is stopping." if service.turns.is_draining else None
    if problem is None:
        try:
            await service.desk.store.news(0)
        except StoreError as error:
            problem = error.problem
    if problem is not None:
        return JSONResponse({"status": "unavailable", "reason": problem}, status_code=503)
    return JSONResponse({"status": "ready", "model": service.model_name})


async def metrics(request: Request) -> Response:
    """Return what Prometheus reads."""
    service = service_of(request)
    service.metrics.questions_open(len(await service.desk.store.open_ids()))
    return Response(service.metrics.page(), media_type=CONTENT_TYPE)


def _number(request: Request, name: str, default: int, most: int) -> int:
    given = request.query_params.get(name, str(default))
    if not given.isascii() or not given.isdigit() or len(given) > len(str(HIGHEST_SEQ)) or int(given) > most:
        raise InvalidField(name, f"must be a whole number from 0 to {most}.")
    return int(given)


def _search(request: Request) -> str | None:
    words = request.query_params.get("q")
    if words is not None and len(words) > LONGEST_SEARCH:
        field, rule = "q", f"must be at most {LONGEST_SEARCH} characters long."
        raise InvalidField(field, rule)
    return words or None
