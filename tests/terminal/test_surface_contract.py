"""Surface contract for the terminal."""

from pathlib import Path

import pytest

from choice.testing.surface_contract import CHECKS, Check
from tests.terminal.modelled_terminal import modelled_terminal


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
async def test_the_terminal_satisfies_the_surface_contract(tmp_path: Path, check: Check) -> None:
    async with modelled_terminal(tmp_path) as ada:
        await check(ada.surface)
