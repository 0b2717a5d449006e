"""What is asked of the database at about the same moment is done together: one unit of work for all of it."""

import asyncio
import threading
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final, Generic, TypeVar

from choice.desk.database import Database
from choice.desk.sql_transaction import Transaction
from choice.errors import StoreBusy

Item = TypeVar("Item")
Result = TypeVar("Result")

_AT_ONCE: Final = 2
"""So many units of a tenant: while one is being written, the next one waits for what comes until then."""
GATHERING_SECONDS: Final = 0.001
"""So long the first waits for others, and again if there were some."""
_MOST_LOOKS: Final = 10
_ENOUGH: Final = 64
"""So many are not waited for any longer."""


class Together(Generic[Item, Result]):
    """Gathers what comes until the database is ready for the next unit of a tenant, and does all of that."""

    def __init__(
        self, database: Database, unit: Callable[[Transaction, Sequence[Item]], Sequence[Result]]
    ) -> None:
        """Take the unit of work that does any number of items, and returns what came of each in order."""
        self._database = database
        self._unit = unit
        self._gathered: dict[str, list[tuple[Item, asyncio.Future[Result]]]] = {}
        self._asked: set[str] = set()
        """Tenants for whom a unit was asked for that has taken nothing yet."""
        self._taking = threading.Lock()
        """What is gathered on the loop is taken where units of work are done, which may be another thread."""
        self._doing: Counter[str] = Counter()
        self._tasks: set[asyncio.Task[None]] = set()
        self._loop: asyncio.AbstractEventLoop | None = None

    def __call__(self, item: Item, tenant: str) -> asyncio.Future[Result]:
        """Return a future that is done when the item is, and durable; one that fails takes none along."""
        loop = self._loop = self._loop or asyncio.get_running_loop()
        done: asyncio.Future[Result] = loop.create_future()
        with self._taking:
            self._gathered.setdefault(tenant, []).append((item, done))
        if tenant not in self._asked:
            self._ask(tenant, loop)
        return done

    def _ask(self, tenant: str, loop: asyncio.AbstractEventLoop) -> None:
        """Ask for a unit of work, unless as many as may be are being done."""
        if self._doing[tenant] < _AT_ONCE:
            self._doing[tenant] += 1
            self._asked.add(tenant)
            # A task begins after whatever else this turn of the loop still brings.
            task = loop.create_task(self._do_next(tenant, loop))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def _taken(self, tenant: str) -> list[tuple[Item, asyncio.Future[Result]]]:
        """Return what was gathered for a tenant, and forget it."""
        with self._taking:
            self._asked.discard(tenant)
            gathered = self._gathered.pop(tenant, [])
        return [each for each in gathered if not each[1].cancelled()]

    async def _do_next(self, tenant: str, loop: asyncio.AbstractEventLoop) -> None:
        """Do what is gathered when the database is ready; then go on with what came meanwhile."""
        try:
            if self._doing[tenant] == 1:
                await self._wait_for_more(tenant)
            await self._do(tenant, [])
        finally:
            self._doing[tenant] -= 1
            if not self._doing[tenant]:
                del self._doing[tenant]
            if tenant in self._gathered and tenant not in self._asked:
                self._ask(tenant, loop)

    async def _wait_for_more(self, tenant: str) -> None:
        """Wait as long as more comes: a commit takes longer, and costs as much for one as for many."""
        seen = 0
        for _ in range(_MOST_LOOKS):
            gathered = len(self._gathered.get(tenant, ()))
            if gathered == seen or gathered >= _ENOUGH:
                break
            seen = gathered
            await asyncio.sleep(GATHERING_SECONDS)

    async def _do(self, tenant: str, group: list[tuple[Item, asyncio.Future[Result]]]) -> None:
        """Do a group in one unit of work, or what is gathered by then."""

        def unit(tx: Transaction) -> Sequence[Result]:
            # It may be done again, after others that failed: then with the same.
            group[:] = group or self._taken(tenant)
            return self._unit(tx, [item for item, _done in group]) if group else ()

        try:
            results = await self._database.write(unit, tenant)
        except Exception as error:  # noqa: BLE001 - it ends at the one who asked
            group = group or self._taken(tenant)
            if len(group) > 1 and not isinstance(error, StoreBusy):
                # One of them is at fault: alone, each fails or succeeds for itself.
                await asyncio.gather(*[self._do(tenant, [each]) for each in group])
                return
            for _item, done in group:
                if not done.done():
                    done.set_exception(error)
        else:
            for (_item, done), result in zip(group, results, strict=True):
                if not done.done():
                    done.set_result(result)
