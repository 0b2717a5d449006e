"""Cut the connection to PostgreSQL between the commit and the reply: a retry returns the true result."""

import asyncio
import tempfile
import time
from pathlib import Path
from random import Random

from tests.desk.postgres_server import PostgresServer
from tests.faults import postgres
from tests.faults.cutting_proxy import CuttingProxy
from tests.faults.load import Load
from tests.faults.report import Plan, Report
from tests.faults.start_states import folder
from tests.faults.stores import desk_at

CLIENTS = 20
_CHANCE = 0.1


def cut_replies(plan: Plan) -> Report:
    """Cut connections repeatedly."""
    with postgres.server() as server:
        return asyncio.run(_cut(server, plan))


async def _cut(server: PostgresServer, plan: Plan) -> Report:
    report, random = Report(), Random(plan.seed)
    url = server.new_database()
    proxy = CuttingProxy(server.folder, random)
    with folder() as logs, tempfile.TemporaryDirectory(prefix="px") as socket:
        through_proxy = url.replace(str(server.folder), socket)
        async with proxy.listening(Path(socket)), desk_at(through_proxy) as desk:
            load = Load(desk, logs, random, CLIENTS)
            proxy.chance = _CHANCE
            await load.run(_enough(proxy, plan))
        async with desk_at(url) as desk:
            await load.check(desk.store, report)
    report.points = proxy.swallowed.total()
    report.counts.update({f"swallowed after {name}": times for name, times in proxy.swallowed.items()})
    return report


async def _enough(proxy: CuttingProxy, plan: Plan) -> None:
    while proxy.swallowed.total() < plan.points and time.monotonic() < plan.ends:  # noqa: ASYNC110 - a counter has no event
        await asyncio.sleep(0.01)
    proxy.chance = 0
