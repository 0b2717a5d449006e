"""What commands print of the words of others: exact for programs, and harmless for a terminal."""

import sys


def printed(text: str) -> str:
    """Return a text as it is printed: on a terminal nothing in it acts, elsewhere it is as it was."""
    if not sys.stdout.isatty():
        return text
    from choice.terminal.safe_text import safe_text  # noqa: PLC0415 - only where somebody looks

    return safe_text(text)
