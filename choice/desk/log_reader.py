"""Reads the decision log of a store page by page, so that its length does not matter."""

from collections.abc import AsyncIterator
from dataclasses import replace

from choice.desk.decision_log import Broken, Record, Verified, verify
from choice.desk.store import Store, WantedRecords

_PAGE = 1000


async def all_records(store: Store, wanted: WantedRecords) -> AsyncIterator[Record]:
    """Return every record that is wanted, oldest first, however many there are."""
    wanted = replace(wanted, most=_PAGE)
    while page := await store.records(wanted):
        for record in page:
            yield record
        wanted = replace(wanted, after=page[-1].seq)


async def verify_log(store: Store) -> Verified | Broken:
    """Check the whole log: no record is missing, none was changed."""
    last, count = await store.chain_start(), 0
    while page := await store.records(WantedRecords(after=last.seq, most=_PAGE)):
        result = verify(page, last)
        if isinstance(result, Broken):
            return result
        last, count = result.last, count + result.records
    return Verified(count, last)
