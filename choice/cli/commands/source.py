"""`choicewire source check`: ask a data source of your own once for each kind of rows."""

import argparse
import asyncio
import json
from typing import Any, cast

from choice.assembly.environment import environment_settings
from choice.cli.arguments import UsageError
from choice.cli.output import for_output
from choice.errors import StoreError
from choice.local import LOCAL_TENANT
from choice.plain_text import cut
from choice.sources.own import SETTING, OwnSource, open_source
from choice.sources.protocol import KINDS, Kind, Query, Row, row_line

_ROWS = 3
_MAX_LINE = 160
_FAILED = 1


def run(args: argparse.Namespace) -> int:
    """Check the source and print what it returned."""
    name = args.source or environment_settings().source
    if name is None:
        message = f"no source is set. Set {SETTING}, or add --source package.module:name."
        raise UsageError(message)
    source = open_source(name)
    tenant = args.tenant or LOCAL_TENANT
    results = asyncio.run(_check(source, tenant, frozenset(args.role)))
    if args.json:
        print(json.dumps({"source": name, "tenant": tenant, "kinds": results}, ensure_ascii=False))
    else:
        for kind, result in results.items():
            print(for_output(_text(kind, result)))
    return _FAILED if any("error" in result for result in results.values()) else 0


async def _check(source: OwnSource, tenant: str, roles: frozenset[str]) -> dict[Kind, dict[str, Any]]:
    return {kind: await _asked(source, Query(tenant, roles, (kind,), limit=_ROWS)) for kind in KINDS}


async def _asked(source: OwnSource, query: Query) -> dict[str, Any]:
    """Return the number of rows of one kind and the first rows, or the error."""
    try:
        found = (await source.find(query))[query.kinds[0]]
    except StoreError as error:
        return {"error": error.problem}
    rows = [json.loads(row_line(row)) for row in cast("tuple[Row, ...]", found.rows)]
    return {"of": found.of, "rows": rows}


def _text(kind: Kind, result: dict[str, Any]) -> str:
    if "error" in result:
        return f"{kind}: failed. {result['error']}"
    of, rows = result["of"], result["rows"]
    number = f"more than {len(rows)} rows" if of is None else f"{of:,} row{'' if of == 1 else 's'}"
    lines = [f"  {cut(json.dumps(row, ensure_ascii=False), _MAX_LINE)}" for row in rows]
    return "\n".join([f"{kind}: {number}", *lines])
