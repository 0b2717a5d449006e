"""`choicewire instructions`: the prompt text that teaches a model to ask."""

import argparse
import json

from choice.cli.command import Command, UsageError


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument(
        "name", nargs="?", metavar="NAME", help="a dialect; without it all of them are listed"
    )


def _run(given: argparse.Namespace) -> int:
    from choice.dialects import instructions  # noqa: PLC0415 - only when the command runs
    from choice.errors import UnknownDialect  # noqa: PLC0415 - the same

    if given.name is None:
        names = instructions.names()
        print(json.dumps({"names": names}) if given.json else "\n".join(names))
        return 0
    try:
        text = instructions.read(given.name)
    except UnknownDialect as error:
        raise UsageError(str(error)) from error
    if given.json:
        print(json.dumps({"name": given.name, "text": text}))
    else:
        print(text.rstrip("\n"))
    return 0


COMMAND = Command(
    name="instructions",
    summary="print the prompt text that teaches a model one way to ask",
    description=("Prints the text to put into a model's system prompt so that it asks well in\none dialect."),
    example=(
        "examples:\n"
        "  choicewire instructions                  lists the dialects\n"
        "  choicewire instructions user_choice"
    ),
    add_arguments=_add_arguments,
    run=_run,
)
