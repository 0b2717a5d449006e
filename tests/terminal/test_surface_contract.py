"""The terminal keeps the promises of every surface."""

from pathlib import Path

import pytest

from choice.testing.surface_contract import CHECKS, Check
from tests.terminal.seat import seat


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
async def test_the_terminal_keeps_the_contract_of_surfaces(tmp_path: Path, check: Check) -> None:
    async with seat(tmp_path) as ada:
        await check(ada.surface)
