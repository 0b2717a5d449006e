"""Script that asks with `choice.ask` and prints the outcome."""

import asyncio
import sys

import choice

if sys.argv[1] == "sync":
    outcome = choice.ask_sync("Release now?", ["Release", "Wait"])
else:
    outcome = asyncio.run(choice.ask("Release now?", ["Release", "Wait"], timeout=float(sys.argv[1])))
match outcome:
    case choice.Answered(answers=answers):
        sys.stdout.write(f"answered {answers[0].option_ids[0]}\n")
    case choice.Cancelled() | choice.TimedOut() | choice.Superseded():
        sys.stdout.write(f"{outcome.kind}\n")
