"""Edits of one table in TOML and of one block in YAML. Comments and all other lines are unchanged."""

import json
import re
import tomllib
from collections.abc import Mapping


def set_toml_table(
    before: str, section: str, name: str, values: Mapping[str, object], defaults: Mapping[str, object]
) -> str:
    """Return the text with the table `[section.name]`. `defaults` are written only into a new table.

    Raises:
        ValueError: The text is not TOML, or the table has a form that cannot be changed.
    """
    newline, parsed = _newline(before), tomllib.loads(before)
    tables = parsed.get(section, {})
    if not isinstance(tables, dict) or not isinstance(tables.get(name, {}), dict):
        raise ValueError(section)  # noqa: TRY004 - one error for all files that cannot be changed
    if name not in tables:
        wanted = {**values, **defaults}
        lines = [f"[{section}.{name}]", *[f"{key} = {_toml(value)}" for key, value in wanted.items()]]
        gap = "" if not before else newline if before.endswith("\n") else newline * 2
        after = before + gap + newline.join(lines) + newline
    else:
        wanted = tables[name] | values
        if tables[name] == wanted:
            return before
        after = _with_values(before, section, name, values)
    parsed[section] = {**tables, name: wanted}
    if tomllib.loads(after) != parsed:
        raise ValueError(name)
    return after


def remove_toml_table(before: str, section: str, name: str) -> str:
    """Return the text without the table `[section.name]` and its sub-tables.

    Raises:
        ValueError: The text is not TOML, or the table has a form that cannot be removed.
    """
    parsed = tomllib.loads(before)
    tables = parsed.get(section, {})
    if not isinstance(tables, dict) or name not in tables:
        return before
    heading, kept, dropped = _heading(section, name, "(?:\\..*)?"), list[str](), list[str]()
    is_ours = False
    for line in before.splitlines(keepends=True):
        if line.lstrip().startswith("["):
            is_ours = heading.fullmatch(line.rstrip("\r\n")) is not None
            # Comments above the next table belong to it.
            if not is_ours:
                kept += _trailing_comments(dropped)
            dropped = []
        (dropped if is_ours else kept).append(line)
    kept += _trailing_comments(dropped)
    after = "".join(kept)
    if is_ours and after.endswith("\n\n"):
        after = after.removesuffix("\n")
    if is_ours and after.endswith("\n\r\n"):
        after = after.removesuffix("\r\n")
    rest = {key: value for key, value in tables.items() if key != name}
    expected = {**parsed, section: rest} if rest else {key: parsed[key] for key in parsed if key != section}
    if tomllib.loads(after) != expected:
        raise ValueError(name)
    return after


def set_yaml_block(before: str, section: str, name: str, values: Mapping[str, object]) -> str:
    """Return the text with a block under a top-level key.

    Raises:
        ValueError: The section has a form that cannot be changed, such as a flow mapping.
    """
    newline = _newline(before)
    cleared = remove_yaml_block(before, section, name)
    lines = cleared.splitlines(keepends=True)
    at = _yaml_section(lines, section)
    if at is None:
        gap = "" if not cleared or cleared.endswith("\n") else newline
        return cleared + gap + f"{section}:{newline}" + _yaml_block(name, values, "  ", newline)
    if re.fullmatch(rf"{section}:\s*\{{\s*\}}\s*", lines[at]):
        lines[at] = f"{section}:{newline}"
    children = [line for line in lines[at + 1 :] if line.strip() and not line.lstrip().startswith("#")]
    indent = re.match(r"[ ]*", children[0]) if children else None
    block = _yaml_block(name, values, (indent[0] if indent else "") or "  ", newline)
    if not lines[at].endswith("\n"):
        lines[at] += newline
    return "".join([*lines[: at + 1], block, *lines[at + 1 :]])


def remove_yaml_block(before: str, section: str, name: str) -> str:
    """Return the text without a block under a top-level key.

    Raises:
        ValueError: The section has a form that cannot be changed, such as a flow mapping.
    """
    lines = before.splitlines(keepends=True)
    at = _yaml_section(lines, section)
    if at is None:
        return before
    start = next(
        (i for i in range(at + 1, len(lines)) if re.match(rf"[ ]+[\"']?{name}[\"']?:\s*(#.*)?$", lines[i])),
        None,
    )
    if start is None or any(_is_top_level(line) for line in lines[at + 1 : start]):
        return before
    indent = len(lines[start]) - len(lines[start].lstrip())
    end = start + 1
    while end < len(lines) and lines[end].strip() and len(lines[end]) - len(lines[end].lstrip()) > indent:
        end += 1
    return "".join([*lines[:start], *lines[end:]])


def _newline(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"


# --- TOML ---


def _toml(value: object) -> str:
    """Return a value as TOML. JSON strings, numbers and lists are valid TOML."""
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{json.dumps(key)} = {_toml(item)}" for key, item in value.items()) + " }"
    return json.dumps(value)


def _heading(section: str, name: str, rest: str = "") -> re.Pattern[str]:
    return re.compile(rf"""\s*\[\s*{section}\s*\.\s*["']?{name}["']?\s*{rest}\]\s*(#.*)?""")


def _with_values(before: str, section: str, name: str, values: Mapping[str, object]) -> str:
    """Return the text with new values in a table that has a standard `[section.name]` header."""
    heading, newline = _heading(section, name), _newline(before)
    replaced = re.compile(rf"\s*({'|'.join(values)})\s*=")
    lines: list[str] = []
    is_ours = False
    for line in before.splitlines():
        if line.lstrip().startswith("["):
            is_ours = heading.fullmatch(line) is not None
        if not (is_ours and replaced.match(line)):
            lines.append(line)
        if is_ours and heading.fullmatch(line):
            lines += [f"{key} = {_toml(value)}" for key, value in values.items()]
    return newline.join(lines) + newline


def _trailing_comments(lines: list[str]) -> list[str]:
    """Return the comments and blank lines at the end."""
    start = len(lines)
    while start and (not lines[start - 1].strip() or lines[start - 1].lstrip().startswith("#")):
        start -= 1
    return lines[start:]


# --- YAML ---


def _is_top_level(line: str) -> bool:
    return bool(line.strip()) and not line[0].isspace() and not line.startswith("#")


def _yaml_section(lines: list[str], section: str) -> int | None:
    for number, line in enumerate(lines):
        if line.startswith(f"{section}:"):
            rest = line[len(section) + 1 :].split("#")[0].strip()
            if rest not in {"", "{}"}:
                raise ValueError(section)
            return number
    return None


def _yaml_block(name: str, values: Mapping[str, object], indent: str, newline: str) -> str:
    """Return a block mapping. JSON values are valid YAML."""
    inner = "".join([f"{indent * 2}{key}: {json.dumps(value)}{newline}" for key, value in values.items()])
    return f"{indent}{name}:{newline}{inner}"
