"""Every store keeps the same promises."""

import asyncio
from pathlib import Path

import pytest

from choice.testing.store_contract import CHECKS, Check
from tests.desk.stores import OPENERS, Opener


@pytest.mark.requirement("UP8")
@pytest.mark.parametrize("opener", OPENERS.values(), ids=OPENERS.keys())
@pytest.mark.parametrize("check", CHECKS, ids=[check.__name__ for check in CHECKS])
def test_every_store_keeps_its_promises(opener: Opener, check: Check, tmp_path: Path) -> None:
    async def trip() -> None:
        async with opener(tmp_path) as subject:
            await check(subject)

    asyncio.run(trip())
