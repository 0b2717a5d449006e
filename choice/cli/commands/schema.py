"""`choicewire schema`: print the JSON Schema of all messages, events and API bodies."""

import argparse
import json
from difflib import get_close_matches

from choice.cli.arguments import UsageError
from choice.dialects import tool_dialects
from choice.server.app import REQUEST_MODELS, RESPONSE_MODELS
from choice.web.live_socket import LiveMessages, PageMessages
from choice.wire import schema_of, wire_schema


def run(args: argparse.Namespace) -> int:
    """Print the whole JSON Schema, or one definition of it."""
    tools = {dialect.tool_name: dialect.parameters for dialect in tool_dialects()}
    whole = wire_schema(tools, (*RESPONSE_MODELS, LiveMessages), (*REQUEST_MODELS, PageMessages))
    if args.name is not None and args.name not in whole["$defs"]:
        similar = get_close_matches(args.name, whole["$defs"], n=3)
        hint = f"Did you mean: {', '.join(similar)}?" if similar else f"Known: {', '.join(whole['$defs'])}."
        message = f"unknown definition {args.name!r}. {hint}"
        raise UsageError(message)
    print(json.dumps(whole if args.name is None else schema_of(args.name, whole), indent=2))
    return 0
