"""The operations page lists every setting and every metric."""

from pathlib import Path

import pytest

from choice.settings import KNOWN
from choice.telemetry import Metrics

DOCS = Path(__file__).resolve().parents[2] / "docs"
OTHERS = {
    "OPENAI_API_KEY",
    "OPENAI_BASE_URL",
    "ANTHROPIC_API_KEY",
    "ANTHROPIC_BASE_URL",
    "OTEL_EXPORTER_OTLP_ENDPOINT",
}


@pytest.mark.parametrize("name", sorted(KNOWN | OTHERS))
def test_every_setting_is_in_the_table(name: str) -> None:
    rows = [line for line in _page().splitlines() if line.startswith("|")]

    assert any(f"`{name}`" in row for row in rows)


def test_every_metric_is_in_the_table() -> None:
    page = Metrics().page().decode()
    kinds = [line.split()[2] for line in page.splitlines() if line.startswith("# TYPE")]
    names = {name for name in kinds if not name.endswith("_created")}

    assert names
    assert [name for name in names if f"| `{name}` |" not in _page()] == []


def _page() -> str:
    return (DOCS / "operating.md").read_text("utf-8")
