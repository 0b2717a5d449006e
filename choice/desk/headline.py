"""An interaction in a list: the line that stands for it, and its place among others."""

from collections.abc import Iterable
from datetime import datetime

from choice.desk.interaction import Interaction
from choice.models import Form

_BY_URGENCY = {"high": 0, "normal": 1, "low": 2}


def headline(form: Form) -> str:
    """Return the title and the question; a form with several questions is told by its title alone."""
    asked = form.questions[0].text
    if not form.title or form.title == asked:
        return asked
    return f"{form.title}: {asked}" if len(form.questions) == 1 else form.title


def most_urgent_first(interactions: Iterable[Interaction], now: datetime) -> list[Interaction]:
    """Return what is urgent first, then what has the least time left, and last what is put aside."""
    return sorted(
        interactions, key=lambda one: (one.is_snoozed(now), _BY_URGENCY[one.urgency], one.remaining(now))
    )
