"""What is asked of the database at about the same moment is done together: one unit of work for all of it."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from choice.desk.database import Database
from choice.desk.sql_transaction import Transaction
from choice.errors import StoreBusy

Item = TypeVar("Item")
Result = TypeVar("Result")


class Together(Generic[Item, Result]):
    """Gathers what comes while the last of a tenant is being done, and does all of that at once."""

    def __init__(
        self, database: Database, unit: Callable[[Transaction, Sequence[Item]], Sequence[Result]]
    ) -> None:
        """Take the unit of work that does any number of items, and returns what came of each in order."""
        self._database = database
        self._unit = unit
        self._gathered: dict[str, list[tuple[Item, asyncio.Future[Result]]]] = {}
        self._doing: set[asyncio.Task[None]] = set()

    def __call__(self, item: Item, tenant: str) -> asyncio.Future[Result]:
        """Return a future that is done when the item is, and durable; one that fails takes none along."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[Result] = loop.create_future()
        group = self._gathered.get(tenant)
        if group is None:
            group = self._gathered[tenant] = []
            # The task begins after whatever else this turn of the loop still brings.
            task = loop.create_task(self._do_all(tenant))
            self._doing.add(task)
            task.add_done_callback(self._doing.discard)
        group.append((item, done))
        return done

    async def _do_all(self, tenant: str) -> None:
        """Do group after group, until nothing more was gathered."""
        try:
            while gathered := self._gathered[tenant]:
                self._gathered[tenant] = []
                wanted = [each for each in gathered if not each[1].cancelled()]
                if wanted:
                    await self._do(wanted, tenant)
        finally:
            for _item, done in self._gathered.pop(tenant):
                done.cancel()

    async def _do(self, group: Sequence[tuple[Item, asyncio.Future[Result]]], tenant: str) -> None:
        items = [item for item, _done in group]
        try:
            results = await self._database.write(lambda tx: self._unit(tx, items), tenant)
        except Exception as error:  # noqa: BLE001 - it ends at the one who asked
            if len(group) > 1 and not isinstance(error, StoreBusy):
                # One of them is at fault: alone, each fails or succeeds for itself.
                await asyncio.gather(*[self._do([each], tenant) for each in group])
                return
            for _item, done in group:
                if not done.done():
                    done.set_exception(error)
        else:
            for (_item, done), result in zip(group, results, strict=True):
                if not done.done():
                    done.set_result(result)
