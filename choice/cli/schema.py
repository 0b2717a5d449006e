"""`choicewire schema`: the JSON Schema of everything on the wire."""

import argparse
import json

from choice.cli.command import Command, UsageError


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="accepted everywhere; this output is always JSON")
    parser.add_argument(
        "name", nargs="?", metavar="NAME", help="print only this definition and what it refers to"
    )


def _run(given: argparse.Namespace) -> int:
    from choice.chat.published import SENT, TAKEN  # noqa: PLC0415 - only when the command runs
    from choice.dialects.registry import tool_dialects  # noqa: PLC0415 - the same
    from choice.web.live_messages import LiveMessages, PageMessages  # noqa: PLC0415 - the same
    from choice.wire.json_schema import schema_of, wire_schema  # noqa: PLC0415 - the same

    tools = {dialect.tool_name: dialect.parameters for dialect in tool_dialects()}
    whole = wire_schema(tools, (*SENT, LiveMessages), (*TAKEN, PageMessages))
    if given.name is not None and given.name not in whole["$defs"]:
        from difflib import get_close_matches  # noqa: PLC0415 - only where somebody mistyped

        names = ", ".join(get_close_matches(given.name, whole["$defs"], n=3)) or ", ".join(whole["$defs"])
        message = f"there is no definition {given.name!r}. There are: {names}."
        raise UsageError(message)
    print(json.dumps(whole if given.name is None else schema_of(given.name, whole), indent=2))
    return 0


COMMAND = Command(
    name="schema",
    summary="print the JSON Schema of everything on the wire",
    description=(
        "Prints one JSON Schema (draft 2020-12). Its $defs describe forms, questions,\n"
        "options, answers, outcomes, the response of provide_choice, the lines of split,\n"
        "the arguments of every tool, the events of streams (ThreadEvents,\n"
        "ChatStreamFrame), the messages of the WebSocket (LiveMessages, PageMessagesInput)\n"
        "and all that the HTTP API gives back and takes. What it takes ends in Input."
    ),
    example=(
        "examples:\n"
        "  choicewire schema > choicewire.schema.json\n"
        "  choicewire schema Form\n"
        "  choicewire schema ThreadEvents"
    ),
    add_arguments=_add_arguments,
    run=_run,
)
