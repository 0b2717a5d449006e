"""Build the wheel and the bundles into `dist/`: .mcpb, server.json, the Claude Code plugin and SKILL.md.

The version of everything is that of `pyproject.toml`.
"""

import json
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
REGISTRY_NAME = "io.github.choicewire/choicewire"
"""Name in the MCP registry. The README has it as `mcp-name`, which proves that the package is ours."""
_REGISTRY_SCHEMA = "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json"
_SUMMARY = "Agents ask a person to decide: in the client, on a page, in a terminal or in Slack."
_AUTHOR = {"name": "The choicewire authors"}
_TOOLS = (
    ("provide_choice", "Ask a person one question with options."),
    ("ask_form", "Ask a person several questions at once."),
    ("collect_answer", "Get the answer to an earlier question."),
    ("list_open_questions", "List the questions that wait for an answer."),
)
_SKILL_HEAD = """---
name: choicewire
description: Ask the person to decide before you guess. Use it whenever a decision is the person's to make \
(a preference, a trade-off, an irreversible step) and there are two or more reasonable options.
---

"""
_MCPB_MAIN = '''"""Start the MCP server of choicewire over stdio."""

import sys

from choice.cli.main import main

sys.exit(main(["mcp"]))
'''


def build(folder: Path) -> list[Path]:
    """Build everything into a folder and return what was built."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    version: str = project["version"]
    folder.mkdir(parents=True, exist_ok=True)
    for old in (*folder.glob("choicewire-*"), *folder.glob("claude-code-*")):
        shutil.rmtree(old) if old.is_dir() else old.unlink()
    return [
        *_distributions(folder),
        _mcpb(folder, project),
        _write_json(folder / "server.json", server_json(version)),
        *_plugin(folder, version),
        _write(folder / "SKILL.md", skill()),
    ]


def _distributions(folder: Path) -> list[Path]:
    command = [sys.executable, "-m", "hatchling", "build", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    return [*folder.glob("*.whl"), *folder.glob("*.tar.gz")]


def server_json(version: str) -> dict[str, Any]:
    """Return the entry for the MCP registry."""
    package = {
        "registryType": "pypi",
        "registryBaseUrl": "https://pypi.org",
        "identifier": "choicewire",
        "version": version,
        "runtimeHint": "uvx",
        "transport": {"type": "stdio"},
        "packageArguments": [{"type": "positional", "value": "mcp"}],
    }
    return {
        "$schema": _REGISTRY_SCHEMA,
        "name": REGISTRY_NAME,
        "title": "choicewire",
        "description": _SUMMARY,
        "version": version,
        "packages": [package],
    }


def manifest(project: dict[str, Any]) -> dict[str, Any]:
    """Return the manifest of the .mcpb bundle, which uv installs: no Python of the system is needed."""
    return {
        "manifest_version": "0.4",
        "name": "choicewire",
        "display_name": "choicewire",
        "version": project["version"],
        "description": _SUMMARY,
        "long_description": "The agent asks with options. The person answers on a page, in the client, in a "
        "terminal or in Slack, and the agent gets exactly one answer. Silence is never consent.",
        "author": _AUTHOR,
        "license": project["license"],
        "keywords": project["keywords"],
        "server": {
            "type": "uv",
            "entry_point": "server/main.py",
            "mcp_config": {
                "command": "uv",
                "args": ["run", "--directory", "${__dirname}", "server/main.py"],
            },
        },
        "tools": [{"name": name, "description": text} for name, text in _TOOLS],
        "compatibility": {
            "platforms": ["darwin", "win32", "linux"],
            "runtimes": {"python": project["requires-python"]},
        },
    }


def _mcpb(folder: Path, project: dict[str, Any]) -> Path:
    version = project["version"]
    inner = (
        f'[project]\nname = "choicewire-bundle"\nversion = "{version}"\n'
        f'requires-python = "{project["requires-python"]}"\ndependencies = ["choicewire=={version}"]\n'
    )
    files = {
        "manifest.json": json.dumps(manifest(project), indent=2) + "\n",
        "pyproject.toml": inner,
        "server/main.py": _MCPB_MAIN,
        "LICENSE": (ROOT / "LICENSE").read_text("utf-8"),
    }
    file = folder / f"choicewire-{version}.mcpb"
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as bundle:
        for name, text in files.items():
            bundle.writestr(name, text)
    return file


def _plugin(folder: Path, version: str) -> list[Path]:
    """Write a marketplace with one plugin: the MCP server, the hook for AskUserQuestion, and the skill."""
    market, launch = folder / "claude-code-marketplace", ["--from", f"choicewire=={version}", "choicewire"]
    plugin = market / "plugins" / "choicewire"
    about = {
        "name": "choicewire",
        "version": version,
        "description": _SUMMARY,
        "author": _AUTHOR,
        "license": "MIT",
    }
    listed = {
        "name": "choicewire",
        "source": "./plugins/choicewire",
        "description": _SUMMARY,
        "version": version,
    }
    hook = {"type": "command", "command": f"uvx {' '.join(launch)} hook claude-code", "timeout": 600}
    return [
        _write_json(
            market / ".claude-plugin/marketplace.json",
            {"name": "choicewire", "description": _SUMMARY, "owner": _AUTHOR, "plugins": [listed]},
        ),
        _write_json(plugin / ".claude-plugin/plugin.json", about),
        _write_json(
            plugin / ".mcp.json", {"mcpServers": {"choicewire": {"command": "uvx", "args": [*launch, "mcp"]}}}
        ),
        _write_json(
            plugin / "hooks/hooks.json",
            {"hooks": {"PreToolUse": [{"matcher": "AskUserQuestion", "hooks": [hook]}]}},
        ),
        _write(plugin / "skills/choicewire/SKILL.md", skill()),
    ]


def skill() -> str:
    """Return the skill: when to ask, and how to ask with `provide_choice`."""
    texts = ("choice/mcp/policy.md", "choice/dialects/instructions/provide_choice.md")
    return _SKILL_HEAD + "\n\n".join((ROOT / name).read_text("utf-8").strip() for name in texts) + "\n"


def _write_json(path: Path, content: object) -> Path:
    return _write(path, json.dumps(content, indent=2, ensure_ascii=False) + "\n")


def _write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path


if __name__ == "__main__":
    for built in build(ROOT / "dist"):
        print(built.relative_to(ROOT))
