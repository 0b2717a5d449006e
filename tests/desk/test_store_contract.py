"""Store contract for every store."""

import asyncio

import pytest

from choice.testing.store_contract import CHECKS, Check
from tests.desk.stores import opened


@pytest.mark.requirement("UP8")
@pytest.mark.parametrize("check", CHECKS, ids=[check.__name__ for check in CHECKS])
def test_every_store_satisfies_the_contract(place: str, check: Check) -> None:
    async def trip() -> None:
        async with opened(place) as subject:
            await check(subject)

    asyncio.run(trip())
