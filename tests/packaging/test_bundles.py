"""The files that other programs install choicewire from."""

import json
import re
import tomllib
import zipfile
from pathlib import Path

import pytest

from bundles.build import REGISTRY_NAME, ROOT, build, server_json

VERSION: str = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    build(folder)
    return folder


@pytest.mark.requirement("OP4", "OP9")
def test_every_bundle_has_the_version_of_the_project(dist: Path) -> None:
    market = dist / "claude-code-marketplace"
    [packed] = dist.glob("*.mcpb")
    with zipfile.ZipFile(packed) as bundle:
        manifest = json.loads(bundle.read("manifest.json"))
        inner = tomllib.loads(bundle.read("pyproject.toml").decode())["project"]
    listed = json.loads((market / ".claude-plugin/marketplace.json").read_bytes())["plugins"][0]
    plugin = json.loads((market / listed["source"] / ".claude-plugin/plugin.json").read_bytes())

    assert {manifest["version"], inner["version"], listed["version"], plugin["version"]} == {VERSION}
    assert inner["dependencies"] == [f"choicewire=={VERSION}"]
    assert json.loads((dist / "server.json").read_bytes())["version"] == VERSION


@pytest.mark.requirement("OP4")
def test_the_mcpb_is_started_by_uv_and_contains_its_entry_point(dist: Path) -> None:
    [packed] = dist.glob("*.mcpb")
    with zipfile.ZipFile(packed) as bundle:
        manifest, names = json.loads(bundle.read("manifest.json")), set(bundle.namelist())

    assert (manifest["manifest_version"], manifest["server"]["type"]) == ("0.4", "uv")
    assert manifest["server"]["entry_point"] in names
    assert {"name", "version", "description", "author", "server"} <= set(manifest)


@pytest.mark.requirement("OP4")
def test_the_entry_for_the_registry_names_a_package_whose_readme_names_it() -> None:
    entry = server_json(VERSION)

    assert re.fullmatch(r"[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+", entry["name"])
    assert len(entry["description"]) <= 100
    assert f"<!-- mcp-name: {REGISTRY_NAME} -->" in (ROOT / "README.md").read_text("utf-8")
    [package] = entry["packages"]
    assert (package["registryType"], package["version"]) == ("pypi", VERSION)


@pytest.mark.requirement("OP4")
def test_the_plugin_has_a_server_a_hook_and_a_skill(dist: Path) -> None:
    plugin = dist / "claude-code-marketplace/plugins/choicewire"
    server = json.loads((plugin / ".mcp.json").read_bytes())["mcpServers"]["choicewire"]
    [hook] = json.loads((plugin / "hooks/hooks.json").read_bytes())["hooks"]["PreToolUse"]
    skill = (plugin / "skills/choicewire/SKILL.md").read_text("utf-8")

    assert server["args"][-1] == "mcp"
    assert hook["matcher"] == "AskUserQuestion"
    assert hook["hooks"][0]["command"].endswith("choicewire hook claude-code")
    assert skill.startswith("---\nname: choicewire\ndescription: ")
    assert "provide_choice" in skill
    assert (dist / "SKILL.md").read_text("utf-8") == skill
