"""`choicewire stats`: which options were chosen, how fast, how often own words."""

import argparse

from choice.cli.command import Command, UsageError

_LINE = 200
"""Characters of a question that are shown."""


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print one JSON array")
    parser.add_argument("--tenant", help="only the questions of one tenant")
    parser.add_argument("--agent", help="only the questions of one agent")
    parser.add_argument("--database", metavar="URL", help="instead of CHOICE_DATABASE_URL")


def _run(given: argparse.Namespace) -> int:
    import asyncio  # noqa: PLC0415 - only when the command runs

    from choice.errors import ChoiceError  # noqa: PLC0415 - the same

    try:
        return asyncio.run(_print(given))
    except ChoiceError as error:
        raise UsageError(str(error)) from error


async def _print(given: argparse.Namespace) -> int:
    import json  # noqa: PLC0415 - only when the command runs
    from statistics import median  # noqa: PLC0415 - the same

    from choice.assembly.desk import open_existing_store  # noqa: PLC0415 - the same
    from choice.desk.log_reader import all_records  # noqa: PLC0415 - the same
    from choice.desk.statistics import Statistics  # noqa: PLC0415 - the same
    from choice.desk.store import WantedRecords  # noqa: PLC0415 - the same
    from choice.plain_text import cut, plain_line  # noqa: PLC0415 - the same

    counted = Statistics()
    async with open_existing_store(given.database) as store:
        async for record in all_records(store, WantedRecords(tenant=given.tenant, agent=given.agent)):
            counted.take(record)
    if given.json:
        print(json.dumps([one.snapshot() for one in counted.questions()], ensure_ascii=False))
        return 0
    for one in counted.questions():
        print(cut(plain_line(one.question), _LINE))
        ended = f"cancelled {one.cancelled}, timed out {one.timed_out}, superseded {one.superseded}"
        print(f"  asked {one.asked}, answered {one.answered}, in own words {one.own_words}, {ended}")
        if one.seconds:
            print(f"  median time to the answer {median(one.seconds):.1f} s, hardly read {one.too_quick}")
        for label, times in one.chosen.most_common():
            print(f"  {times:>6}  {plain_line(label)}")
    return 0


COMMAND = Command(
    name="stats",
    summary="what was chosen, how fast, how often own words",
    description="Counts the decision log, question by question.",
    example="examples:\n  choicewire stats\n  choicewire stats --agent planner --json",
    add_arguments=_add_arguments,
    run=_run,
)
