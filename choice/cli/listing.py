"""Prints what is open on the desk for the person of this machine."""

import argparse
import json
import shutil
import sys

from choice.assembly.desk import open_desk
from choice.assembly.local import local_person
from choice.cli.inbox_lines import fitting_line, inbox_line
from choice.cli.inbox_watch import MOST, watch
from choice.desk.headline import most_urgent_first
from choice.desk.snapshot import snapshot


async def listing(given: argparse.Namespace) -> int:
    """Print what is open; with `--watch` whatever happens from then on, until interrupted."""
    async with open_desk(given.database) as desk:
        if given.watch:
            await watch(desk, as_json=given.json)
        now = desk.store.now()
        shown = most_urgent_first(await desk.list(local_person(), most=MOST), now)
        if given.json:
            print(json.dumps([snapshot(one, now) for one in shown], ensure_ascii=False))
            return 0
        columns = shutil.get_terminal_size().columns if sys.stdout.isatty() else 0
        for one in shown:
            line = fitting_line(one, now, columns) if columns else inbox_line(one, now)
            print(one.id if given.ids else line)
        if not shown and columns:
            print("Nothing is open.")
    return 0
