"""The answer that shows rows as JSON, in a block of code."""

import json
from itertools import chain

from choice.chat.embedded.wording import NAMES, code_block, counted
from choice.chat.sources.findings import KINDS, Findings, row_json


def json_answer(findings: Findings) -> str:
    """Return all rows as JSON: one as an object, several as a list."""
    kinds = [kind for kind in KINDS if findings.counts[kind]]
    rows = [row_json(row) for row in chain.from_iterable(getattr(findings, kind) for kind in kinds)]
    if len(rows) == 1:
        heading = f"{NAMES[kinds[0]][:-1]} {rows[0]['id']}"
        said = "This is the row as it is stored."
    else:
        heading = " and ".join([NAMES[kind] for kind in kinds])
        said = f"These are **{counted(len(rows), 'row')}** as they are stored."
    written = json.dumps(rows[0] if len(rows) == 1 else rows, ensure_ascii=False, indent=2)
    return f"## {heading}\n\n{said}\n\n{code_block(written, 'json')}\n"
