"""Completion scripts, written from the commands themselves."""

import argparse
from collections.abc import Callable, Mapping
from typing import NamedTuple

_IDS = "choicewire inbox --ids 2>/dev/null"


class _Words(NamedTuple):
    """What can follow a command."""

    summary: str
    options: tuple[str, ...]
    values: Mapping[str, tuple[str, ...]]
    """The words that can follow an option, or come first where the name is empty."""
    takes: tuple[str, ...]
    """What stands behind it without a name: `id` is that of an open question, `file` a file."""


def bash(parser: argparse.ArgumentParser) -> str:
    """Return the script for bash."""
    commands = _commands(parser)
    cases = "\n".join(f'        {name}) words="{" ".join(one.options)}" ;;' for name, one in commands.items())
    values = "\n".join(
        # What comes first may be an option as well; behind an option only its values can come.
        f'        "{name} {option or name}") words="{"" if option else "$words "}{" ".join(words)}" ;;'
        for name, one in commands.items()
        for option, words in one.values.items()
    )
    ids = "|".join(f'"{name} {name}"' for name in _taking("id", commands))
    return f"""_choicewire() {{
    local current="${{COMP_WORDS[COMP_CWORD]}}" command="${{COMP_WORDS[1]}}" words=""
    if [ "$COMP_CWORD" -eq 1 ]; then
        COMPREPLY=($(compgen -W "{" ".join(commands)}" -- "$current")); return
    fi
    case "$command" in
{cases}
    esac
    case "$command ${{COMP_WORDS[COMP_CWORD-1]}}" in
{values}
        {ids}) words="$({_IDS})" ;;
    esac
    COMPREPLY=($(compgen -W "$words" -- "$current"))
}}
complete -o default -F _choicewire choicewire
"""


def zsh(parser: argparse.ArgumentParser) -> str:
    """Return the script for zsh: for a file in `$fpath`, or to be read at once."""
    commands = _commands(parser)
    named = "\n".join(f"        '{name}:{_in_zsh(one.summary)}'" for name, one in commands.items())
    options = "\n".join(
        f"        {name}) compadd -- {' '.join(one.options)} ;;" for name, one in commands.items()
    )
    values = "\n".join(
        f"        '{name} {option or name}') compadd -- {' '.join(words)}; return ;;"
        for name, one in commands.items()
        for option, words in one.values.items()
    )
    return f"""#compdef choicewire
_choicewire() {{
    local -a commands
    commands=(
{named}
    )
    if (( CURRENT == 2 )); then
        _describe command commands; return
    fi
    if [[ $PREFIX != -* ]]; then
        case "$words[2] $words[CURRENT-1]" in
{values}
        esac
        case "$words[2]" in
        {"|".join(_taking("id", commands))}) (( CURRENT == 3 )) && compadd -- $({_IDS}) ;;
        {"|".join(_taking("file", commands))}) _files ;;
        esac
    fi
    (( compstate[nmatches] )) && return
    case "$words[2]" in
{options}
    esac
}}
if [[ $funcstack[1] == _choicewire ]]; then
    # Read from its file by the first Tab, which wants an answer too.
    _choicewire "$@"
else
    compdef _choicewire choicewire
fi
"""


def fish(parser: argparse.ArgumentParser) -> str:
    """Return the script for fish."""
    lines = ["complete -c choicewire -f"]
    for name, one in _commands(parser).items():
        lines.append(
            f"complete -c choicewire -n __fish_use_subcommand -a {name} -d '{_in_fish(one.summary)}'"
        )
        within = f"complete -c choicewire -n '__fish_seen_subcommand_from {name}'"
        for option in one.options:
            words = one.values.get(option)
            lines.append(
                f"{within} -l {option.removeprefix('--')}" + (f" -xa '{' '.join(words)}'" if words else "")
            )
        lines += [f"{within} -a '{' '.join(one.values[''])}'"] if "" in one.values else []
        lines += [f"{within} -a '({_IDS})'"] if "id" in one.takes else []
        lines += [f"{within} -F"] if "file" in one.takes else []
    return "\n".join(lines) + "\n"


def _commands(parser: argparse.ArgumentParser) -> dict[str, _Words]:
    """Return what follows each command."""
    (table,) = [action for action in parser._actions if isinstance(action, argparse._SubParsersAction)]  # noqa: SLF001 - argparse has no other way to ask
    summaries = {action.dest: action.help or "" for action in table._choices_actions}  # noqa: SLF001 - the same
    return {name: _words(one, summaries.get(name, "")) for name, one in table.choices.items()}


def _words(parser: argparse.ArgumentParser, summary: str) -> _Words:
    actions = parser._actions  # noqa: SLF001 - as above
    options = tuple([name for action in actions for name in action.option_strings if name.startswith("--")])
    values = {
        name: tuple(map(str, action.choices))
        for action in actions
        if action.choices
        for name in action.option_strings or [""]
        if not name or name.startswith("--")
    }
    return _Words(summary, options, values, tuple([one.dest for one in actions if not one.option_strings]))


def _taking(what: str, commands: Mapping[str, _Words]) -> list[str]:
    return [name for name, one in commands.items() if what in one.takes]


def _in_zsh(text: str) -> str:
    return text.replace("'", "'\\''")


def _in_fish(text: str) -> str:
    return text.replace("'", "\\'")


SCRIPTS: Mapping[str, Callable[[argparse.ArgumentParser], str]] = {"bash": bash, "zsh": zsh, "fish": fish}
