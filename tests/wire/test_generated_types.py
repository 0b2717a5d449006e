"""The generated TypeScript types match the schema."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.cli.choicewire import choicewire

FRONTEND = Path(__file__).resolve().parents[2] / "frontend"


def test_the_generated_typescript_types_are_up_to_date() -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    schema = choicewire("schema").stdout.decode()

    done = subprocess.run(
        [node, FRONTEND / "scripts" / "wire-types.mjs", "--stdin", "--check"],
        input=json.dumps(json.loads(schema)),
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.stderr == ""
    assert done.returncode == 0
