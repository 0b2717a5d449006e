"""Routes for operators: statistics, the decision log, health checks and metrics."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from datetime import timedelta

from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse

from choice.desk import (
    ENDINGS,
    Insights,
    Record,
    Statistics,
    Store,
    WantedRecords,
    all_records,
    csv_header,
    csv_lines,
    json_line,
)
from choice.desk.log import Kind
from choice.errors import InvalidField
from choice.server.service import principal_of, service_of, unready
from choice.telemetry import CONTENT_TYPE

MAX_RECORDS = 1000
ORDERS = ("oldest", "newest")
KINDS = ("all", "decisions")
FORMATS = ("csv", "jsonl")
_LINES = "application/x-ndjson"
MAX_SEARCH = 200
MAX_SEQ = 10**15
MAX_DAYS = 3650


async def stats(request: Request) -> Response:
    """Return statistics of the tenant: per question, per agent and per day, of all time or of some days."""
    service = service_of(request)
    principal = principal_of(request)
    store = service.desk.store
    days = _days(request)
    now = store.now()
    since = None if days is None else now - days
    wanted = WantedRecords(
        tenant=principal.tenant,
        agent=request.query_params.get("agent") or None,
        # The period before is read too, for comparison.
        since=None if days is None else now - 2 * days,
    )
    counted, insights = Statistics(), Insights(since)
    async for record in all_records(store, wanted):
        insights.add(record)
        if since is None or record.at >= since:
            counted.add(record)
    return JSONResponse({"questions": [one.snapshot() for one in counted.questions()], **insights.snapshot()})


async def log(request: Request) -> Response:
    """Return a page of the decision log as JSON lines, or all matching records as a file with `format`."""
    service = service_of(request)
    principal = principal_of(request)
    before = _number(request, "before", 0, MAX_SEQ)
    days = _days(request)
    wanted = WantedRecords(
        tenant=principal.tenant,
        after=_number(request, "after", 0, MAX_SEQ),
        before=before or None,
        order="newest" if _one_of(request, "order", ORDERS) == "newest" else "oldest",
        kinds=_kinds(request),
        agent=request.query_params.get("agent") or None,
        since=None if days is None else service.desk.store.now() - days,
        words=_search(request),
        most=_number(request, "limit", 100, MAX_RECORDS),
    )
    file_format = _one_of(request, "format", FORMATS)
    if file_format:
        return _file(service.desk.store, wanted, as_csv=file_format == "csv")
    records = await service.desk.store.records(wanted)
    asked = await _questions(service.desk.store, records)
    lines = "".join(
        [json_line(record, questions=asked.get(record.interaction_id)) + "\n" for record in records]
    )
    return Response(lines, media_type=_LINES)


def _file(store: Store, wanted: WantedRecords, *, as_csv: bool) -> Response:
    """Return all matching records, oldest first, as a file."""

    async def parts() -> AsyncIterator[str]:
        if as_csv:
            # Without a byte order mark, spreadsheets do not read the file as UTF-8.
            yield "\ufeff" + csv_header()
        async for record in all_records(store, replace(wanted, order="oldest")):
            yield csv_lines(record) if as_csv else json_line(record) + "\n"

    name = "decisions.csv" if as_csv else "decisions.jsonl"
    return StreamingResponse(
        parts(),
        media_type="text/csv; charset=utf-8" if as_csv else _LINES,
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


async def _questions(store: Store, records: Sequence[Record]) -> dict[str, list[str]]:
    """Return the question texts by interaction id, for the records that contain an outcome."""
    ended = {record.interaction_id for record in records if record.kind in ENDINGS}
    found = await store.load_many(sorted(ended)) if ended else []
    return {each.id: [question.text for question in each.form.questions] for each in found}


async def healthy(_request: Request) -> Response:
    """Return 200: the process is alive."""
    return JSONResponse({"status": "ok"})


async def ready(request: Request) -> Response:
    """Return 200 if requests can be handled, or a 503 with the part that is unavailable."""
    service = service_of(request)
    problem = await unready(service)
    if problem is not None:
        return JSONResponse(problem.model_dump(mode="json"), status_code=503)
    return JSONResponse({"status": "ready", "model": service.model_name})


async def metrics(request: Request) -> Response:
    """Return the metrics for Prometheus."""
    service = service_of(request)
    service.metrics.questions_open(len(await service.desk.store.open_ids()))
    return Response(service.metrics.page(), media_type=CONTENT_TYPE)


def _kinds(request: Request) -> frozenset[Kind]:
    outcome = _one_of(request, "outcome", sorted(ENDINGS))
    if outcome is not None:
        return frozenset({kind for kind in ENDINGS if kind == outcome})
    return ENDINGS if _one_of(request, "kinds", KINDS) == "decisions" else frozenset()


def _days(request: Request) -> timedelta | None:
    """Return the length of the period that `days` asks for, or None for all time."""
    days = _number(request, "days", 0, MAX_DAYS)
    return timedelta(days=days) if days else None


def _number(request: Request, name: str, default: int, most: int) -> int:
    given = request.query_params.get(name, str(default))
    if not given.isascii() or not given.isdigit() or len(given) > len(str(MAX_SEQ)) or int(given) > most:
        raise InvalidField(name, f"must be a whole number from 0 to {most}.")
    return int(given)


def _one_of(request: Request, name: str, known: Sequence[str]) -> str | None:
    given = request.query_params.get(name)
    if given is not None and given not in known:
        raise InvalidField(name, f"must be one of {', '.join(known)}.")
    return given


def _search(request: Request) -> str | None:
    words = request.query_params.get("q")
    if words is not None and len(words) > MAX_SEARCH:
        field, rule = "q", f"must be at most {MAX_SEARCH} characters long."
        raise InvalidField(field, rule)
    return words or None
