"""The container files: what can be checked without a container."""

import re
from pathlib import Path

import pytest
import yaml  # type: ignore[import-untyped]

from choice.cli.parser import COMMANDS
from choice.settings import KNOWN

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.requirement("OP5")
def test_the_image_runs_as_an_ordinary_user_with_a_health_check() -> None:
    text = (ROOT / "Dockerfile").read_text("utf-8")

    assert re.search(r"^USER choicewire$", text, re.MULTILINE)
    assert "/healthz" in text.partition("HEALTHCHECK")[2]
    assert set(re.findall(r"CHOICE_[A-Z_]+", text)) <= KNOWN
    copied = (ROOT / ".dockerignore").read_text("utf-8")
    needed = re.findall(
        r"^license-files = \[(.*)\]$", (ROOT / "pyproject.toml").read_text("utf-8"), re.MULTILINE
    )
    assert all(f"!{name}" in copied for names in needed for name in re.findall(r'"(.+?)"', names))


@pytest.mark.requirement("OP5")
def test_the_compose_file_starts_known_commands_with_known_settings() -> None:
    services = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))["services"]

    server = services["server"]
    assert set(services) == {"server", "database", "redis", "proxy"}
    assert server["command"][0] in COMMANDS
    assert server["read_only"] is True
    assert {name for name in server["environment"] if name.startswith("CHOICE_")} <= KNOWN
    assert set(server["depends_on"]) == {"database", "redis"}


@pytest.mark.requirement("OP9")
def test_the_release_workflow_checks_the_tag_and_has_no_password() -> None:
    text = (ROOT / ".github/workflows/release.yml").read_text("utf-8")
    jobs = yaml.safe_load(text)["jobs"]

    assert "release-check" in text
    assert jobs["publish"]["permissions"]["id-token"] == "write"
    assert "secrets." not in text
