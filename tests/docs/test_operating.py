"""The operations page lists every setting and every metric."""

import re
from pathlib import Path

import pytest

from choice.settings import KNOWN, read_env_file, read_settings
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


@pytest.mark.requirement("DI4")
def test_the_worked_settings_are_valid() -> None:
    blocks = re.findall(r"```ini\n(.*?)```", _page(), re.DOTALL)

    settings = [read_settings(read_env_file(block), Path("/home/anna")) for block in blocks]

    assert len(settings) == 5
    assert all(each.cors_origins == {"https://app.example.org"} for each in settings)
    assert [each.unknown for each in settings] == [()] * 5
