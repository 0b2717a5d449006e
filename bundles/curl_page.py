"""A page with one curl command for each route, from the OpenAPI document."""

import json
import shlex
from typing import Any

from choice import __version__
from choice.server.app import ROUTES
from choice.server.schemas.openapi import api_document

_BASE = "http://127.0.0.1:8400"
_HEAD = f"""# HTTP with curl

One command for each route. The server describes the same in `{_BASE}/openapi.json`. A token for development:

```sh
TOKEN=$(choicewire token --user me --tenant local --role agent)
```
"""


def curl_page() -> str:
    """Return the page as Markdown."""
    parts = [_HEAD]
    for path, methods in api_document(__version__, ROUTES)["paths"].items():
        for method, operation in methods.items():
            parts.append(f"## {operation.get('summary') or operation['operationId']}\n\n```sh\n")
            parts.append(f"{_command(method.upper(), path, operation)}\n```\n")
            if description := operation.get("description"):
                parts.append(f"{description}\n")
    return "\n".join(parts)


def _command(method: str, path: str, operation: dict[str, Any]) -> str:
    command = [f"curl -s {'' if method == 'GET' else f'-X {method} '}{_BASE}{path}"]
    if operation.get("security", True):
        command.append('-H "Authorization: Bearer $TOKEN"')
    example = _example(operation)
    if example is not None:
        command += ['-H "Content-Type: application/json"', f"-d {shlex.quote(json.dumps(example, indent=1))}"]
    return " \\\n  ".join(command)


def _example(operation: dict[str, Any]) -> object:
    for content in operation.get("requestBody", {}).get("content", {}).values():
        found = content.get("example")
        examples = content.get("examples")
        if found is None and isinstance(examples, dict) and examples:
            found = next(iter(examples.values())).get("value")
        if found is not None:
            return found
    return None
