"""Logs of Bolt and of Slack's SDK, without what people wrote and without addresses that open doors."""

import logging
import re

from typing_extensions import override

NAME = "choice.slack.bolt"
_FROM_HERE_ON = re.compile(r"[{\[\n]|https?:|xox|xapp-")
_LONGEST = 160


class Discreet(logging.Filter):
    """Cuts a record where a payload, an address or a token begins, and leaves out its traceback."""

    @override
    def filter(self, record: logging.LogRecord) -> bool:
        """Let a record pass, cut."""
        said = record.getMessage()
        found = _FROM_HERE_ON.search(said)
        kept = said[: found.start()] if found is not None else said
        kind = record.exc_info[0] if record.exc_info else None
        record.msg = f"{kept[:_LONGEST].strip()}{'' if kind is None else f' ({kind.__name__})'}"
        record.args, record.exc_info, record.exc_text = (), None, None
        return True


def discreet_logger() -> logging.Logger:
    """Return the logger that Bolt and the SDK are given; theirs take over its filter and level."""
    found = logging.getLogger(NAME)
    if not any(isinstance(one, Discreet) for one in found.filters):
        found.addFilter(Discreet())
        found.setLevel(logging.ERROR)
    return found
