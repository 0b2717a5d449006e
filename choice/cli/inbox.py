"""`choicewire inbox`: what is open, and what changes."""

import argparse

from choice.cli.command import Command, UsageError


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--watch", action="store_true", help="go on, and tell what is asked and answered")
    parser.add_argument("--ids", action="store_true", help="print the ids alone")
    parser.add_argument("--database", metavar="URL", help="instead of CHOICE_DATABASE_URL")
    parser.add_argument(
        "--json", action="store_true", help="print one JSON array; with --watch one object a line"
    )


def _run(given: argparse.Namespace) -> int:
    from choice.cli.listed import listed_elsewhere  # noqa: PLC0415 - only when the command runs

    return 0 if listed_elsewhere(given) else _list_here(given)


def _list_here(given: argparse.Namespace) -> int:
    import asyncio  # noqa: PLC0415 - only when the command runs

    from choice.cli.listing import listing  # noqa: PLC0415 - the same
    from choice.errors import ChoiceError  # noqa: PLC0415 - the same

    try:
        return asyncio.run(listing(given))
    except ChoiceError as error:
        raise UsageError(str(error)) from error


COMMAND = Command(
    name="inbox",
    summary="the questions that are open",
    description="Lists the questions that wait for you: id, time left, who asks, what.",
    example="examples:\n  choicewire inbox\n  choicewire inbox --watch\n  choicewire inbox --json",
    add_arguments=_add_arguments,
    run=_run,
)
