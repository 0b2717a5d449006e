"""What the parser knows of a command, and the error for wrong usage."""

import argparse
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any


class UsageError(Exception):
    """A command got input that it cannot use. The message says what to do."""


@dataclass(frozen=True, slots=True)
class Arguments:
    """Adds the arguments of one command to its parser, and keeps them for shell completion."""

    parser: argparse.ArgumentParser
    actions: list[argparse.Action] = field(default_factory=list)

    def add(self, *names: str, **options: Any) -> None:  # noqa: ANN401 - passed on to `add_argument`
        """Add an argument, as `ArgumentParser.add_argument` does."""
        self.actions.append(self.parser.add_argument(*names, **options))

    def add_database(self) -> None:
        """Add `--database`."""
        self.add("--database", metavar="URL", help="use this database instead of CHOICE_DATABASE_URL")

    def add_json(self, meaning: str) -> None:
        """Add `--json`."""
        self.add("--json", action="store_true", help=meaning)

    def add_file(self, meaning: str) -> None:
        """Add an optional file."""
        self.add("file", nargs="?", metavar="FILE", help=meaning)


@dataclass(frozen=True, slots=True)
class Command:
    """One command: its help, its arguments, and where it is implemented."""

    summary: str
    description: str
    example: str
    add_arguments: Callable[[Arguments], None]
    target: str
    """`package.module:function`. The module is imported when the command runs."""
    extra: str | None = None
    """The extra whose packages the module imports, if it is one."""
