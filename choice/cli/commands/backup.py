"""`choicewire backup` and `choicewire restore`: copy the database to a file and back."""

import argparse
import asyncio
import json
from pathlib import Path

from choice.assembly.backup import Copied, back_up, restore


def run(args: argparse.Namespace) -> int:
    """Write a consistent copy of the database to a file."""
    copied = asyncio.run(back_up(Path(args.file), args.database))
    _report(args, copied, f"Wrote {args.file}")
    return 0


def run_restore(args: argparse.Namespace) -> int:
    """Replace the database by a backup."""
    copied = asyncio.run(restore(Path(args.file), args.database, replaces=args.replace))
    _report(args, copied, f"Restored {args.file}")
    return 0


def _report(args: argparse.Namespace, copied: Copied, done: str) -> None:
    if args.json:
        print(json.dumps({"file": args.file, "rows": copied.rows, "records": copied.records}))
    else:
        print(f"{done}: {copied.rows} rows. The decision log is intact: {copied.records} records.")
