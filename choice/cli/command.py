"""What the table of commands knows about each of them."""

import argparse
from collections.abc import Callable
from dataclasses import dataclass


class UsageError(Exception):
    """A command was given something it cannot work with; the message says what to do."""


@dataclass(frozen=True)
class Command:
    """One command: its words for the help, its arguments, and what it does.

    What `run` needs is imported inside it, so that printing help stays cheap.
    """

    name: str
    summary: str
    description: str
    example: str
    add_arguments: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], int]
