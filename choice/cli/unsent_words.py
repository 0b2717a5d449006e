"""What a person has typed and nobody could take: it is shown to them again, with what to do next."""

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress


@contextmanager
def shown_again(typed: Mapping[str, str]) -> Iterator[None]:
    """Show what was typed if the block is left before its question has ended, by an error or by a signal."""
    try:
        yield
    except BaseException:
        if any(text.strip() for text in typed.values()):
            _show(typed)
        raise


def _show(typed: Mapping[str, str]) -> None:
    import sys  # noqa: PLC0415 - seldom needed, as the others

    from choice.terminal.tty_files import tty_files  # noqa: PLC0415 - see above

    with ExitStack() as stack, suppress(OSError):  # Where the window was closed nobody sees it.
        files = tty_files(stack)
        file = sys.stderr if files is None else files.write
        file.write(_told(typed))
        file.flush()


def _told(typed: Mapping[str, str]) -> str:
    import codecs  # noqa: PLC0415 - see above
    import locale  # noqa: PLC0415 - see above

    from choice.assembly.environment import environment_settings  # noqa: PLC0415 - see above
    from choice.assembly.local import language_of, preferences_file  # noqa: PLC0415 - see above
    from choice.catalogues.catalogue import words  # noqa: PLC0415 - see above
    from choice.terminal.safe_text import safe_text  # noqa: PLC0415 - see above

    encoding = locale.getencoding()
    # Other languages would be written out in numbers where there is nothing but ASCII.
    is_plain = codecs.lookup(encoding).name == "ascii"
    say = words("terminal", "en" if is_plain else language_of(preferences_file(environment_settings())))
    asked = next(iter(typed)).partition(" ")[0]
    unsent = [text for text in typed.values() if text.strip()]
    lines = [say("unsent"), "", *unsent, "", say("unsent_next", command=f"choicewire answer {asked}"), ""]
    return safe_text("\n".join(lines), encoding)
