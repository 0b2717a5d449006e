"""Looks at the desk for what is open."""

import argparse

from choice.assembly.desk import open_desk
from choice.assembly.inbox import listed
from choice.cli.inbox_watch import watch
from choice.cli.listed import columns, print_listed


async def listing(given: argparse.Namespace) -> int:
    """Print what is open; with `--watch` whatever happens from then on, until interrupted."""
    async with open_desk(given.database) as desk:
        if given.watch:
            await watch(desk, as_json=given.json)
        print_listed(given, await listed(desk, columns()))
    return 0
