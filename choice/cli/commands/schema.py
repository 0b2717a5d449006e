"""`choicewire schema`: the JSON Schema of everything on the wire."""

import argparse
import json
from difflib import get_close_matches

from choice.cli.arguments import UsageError
from choice.dialects import tool_dialects
from choice.server.app import REQUEST_MODELS, RESPONSE_MODELS
from choice.web.live_socket import LiveMessages, PageMessages
from choice.wire import schema_of, wire_schema


def run(given: argparse.Namespace) -> int:
    """Print the JSON Schema of everything on the wire, or of one definition."""
    tools = {dialect.tool_name: dialect.parameters for dialect in tool_dialects()}
    whole = wire_schema(tools, (*RESPONSE_MODELS, LiveMessages), (*REQUEST_MODELS, PageMessages))
    if given.name is not None and given.name not in whole["$defs"]:
        names = ", ".join(get_close_matches(given.name, whole["$defs"], n=3)) or ", ".join(whole["$defs"])
        message = f"there is no definition {given.name!r}. There are: {names}."
        raise UsageError(message)
    print(json.dumps(whole if given.name is None else schema_of(given.name, whole), indent=2))
    return 0
