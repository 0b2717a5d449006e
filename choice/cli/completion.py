"""`choicewire completion`: generate completion scripts for bash, zsh and fish from the parser."""

import argparse
from collections.abc import Callable, Mapping
from typing import NamedTuple

from choice.cli.arguments import Arguments
from choice.cli.parser import COMMANDS, build_parser

_IDS = "choicewire inbox --ids 2>/dev/null"


class _Words(NamedTuple):
    """Words that shells can complete after a command."""

    summary: str
    options: tuple[str, ...]
    values: Mapping[str, tuple[str, ...]]
    """Values by option. The empty name holds the values of the first positional argument."""
    takes: tuple[str, ...]
    """Names of the positional arguments. `id` is completed with open questions, `file` with files."""


def run(args: argparse.Namespace) -> int:
    """Print the completion script for a shell."""
    print(_SCRIPTS[args.shell](_words()), end="")
    return 0


def _bash(commands: Mapping[str, _Words]) -> str:
    cases = "\n".join(f'        {name}) words="{" ".join(one.options)}" ;;' for name, one in commands.items())
    values = "\n".join(
        # After a command, positional arguments and options are completed. After an option, only its values.
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


def _zsh(commands: Mapping[str, _Words]) -> str:
    """Return a script that works both as a file in `$fpath` and with `eval`."""
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
    # The first Tab autoloads this file. Complete that request too.
    _choicewire "$@"
else
    compdef _choicewire choicewire
fi
"""


def _fish(commands: Mapping[str, _Words]) -> str:
    lines = ["complete -c choicewire -f"]
    for name, one in commands.items():
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


def _words() -> dict[str, _Words]:
    """Return the words that can be completed after each command."""
    _parser, added = build_parser()
    return {name: _words_of(COMMANDS[name].summary, one) for name, one in added.items()}


def _words_of(summary: str, arguments: Arguments) -> _Words:
    actions = arguments.actions
    options = [name for action in actions for name in action.option_strings if name.startswith("--")]
    values = {
        name: tuple(map(str, action.choices))
        for action in actions
        if action.choices
        for name in action.option_strings or [""]
        if not name or name.startswith("--")
    }
    positional = [one.dest for one in actions if not one.option_strings]
    return _Words(summary, ("--help", *options), values, tuple(positional))


def _taking(what: str, commands: Mapping[str, _Words]) -> list[str]:
    return [name for name, one in commands.items() if what in one.takes]


def _in_zsh(text: str) -> str:
    return text.replace("'", "'\\''")


def _in_fish(text: str) -> str:
    return text.replace("'", "\\'")


_SCRIPTS: Mapping[str, Callable[[Mapping[str, _Words]], str]] = {"bash": _bash, "zsh": _zsh, "fish": _fish}
