"""A form on the desk, from being asked to its one outcome. Pure: time comes in, nothing goes out."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import cached_property
from typing import Literal

from choice.answers import Answer, Outcome, TimedOut, stamped
from choice.desk.draft import Draft, DraftStep
from choice.desk.people import ANYONE, Asker, Audience
from choice.errors import ChoiceError, InvalidRequest, StaleDraft
from choice.models import Form

SHORTEST = timedelta(seconds=1)
LONGEST = timedelta(days=30)
"""No question is open for longer, whatever is done to its deadline."""
USUAL = timedelta(minutes=5)
TYPING_LASTS = timedelta(seconds=10)
"""How long the countdown stands still after the last sign of somebody typing."""

_OUT_OF_BOUNDS = "a question is open for 1 second to 30 days."


def checked_timeout(timeout: timedelta) -> timedelta:
    """Return a time span that a question may be open for.

    Raises:
        InvalidRequest: It is shorter than a second or longer than thirty days.
    """
    if not SHORTEST <= timeout <= LONGEST:
        raise _refused(_OUT_OF_BOUNDS)
    return timeout


def seconds(amount: float) -> timedelta:
    """Return a number of seconds as a time span.

    Raises:
        InvalidRequest: It is not a number of seconds between 1 and 30 days.
    """
    if isinstance(amount, bool) or not isinstance(amount, int | float):
        rule = f"must be a number of seconds, not {type(amount).__name__}."
        raise _refused(rule)
    if not 1 <= amount <= LONGEST.total_seconds():
        raise _refused(_OUT_OF_BOUNDS)
    return timedelta(seconds=amount)


def _refused(rule: str) -> InvalidRequest:
    return InvalidRequest("timeout", rule, {"timeout": 300})


State = Literal["open", "answered", "cancelled", "timed_out", "superseded"]
TimeoutPolicy = Literal["wait", "fail", "use_defaults"]
Urgency = Literal["low", "normal", "high"]


class InteractionClosed(ChoiceError):
    """An interaction has ended already; `outcome` is how."""

    def __init__(self, interaction_id: str, outcome: Outcome) -> None:
        super().__init__(f"Interaction {interaction_id!r} has ended: it is {outcome.kind}.")
        self.interaction_id = interaction_id
        self.outcome = outcome

    @property
    def ended_as(self) -> str:
        """The state in which the interaction ended."""
        return self.outcome.kind


@dataclass(frozen=True, kw_only=True)
class Interaction:
    """A form that was asked. Open until its first outcome, which stands."""

    id: str
    form: Form
    asked_at: datetime
    deadline: datetime
    """The first moment that is too late."""
    asked_by: Asker
    audience: Audience = ANYONE
    surfaces: tuple[str, ...] = ()
    """Where it is to be shown; nowhere in particular means everywhere."""
    policy: TimeoutPolicy = "fail"
    urgency: Urgency = "normal"
    dialect: str | None = None
    key: str | None = None
    """Under which its asker may ask it again without asking twice."""
    queued: bool = False
    """Whether it waits until fewer questions of its asker are open."""
    shown_at: datetime | None = None
    snoozed_until: datetime | None = None
    typing_until: datetime | None = None
    draft: Draft = field(default_factory=Draft)
    outcome: Outcome | None = None
    ended_at: datetime | None = None
    decision_key: str | None = None
    acknowledged_at: datetime | None = None

    @property
    def state(self) -> State:
        """Open, or how it ended."""
        return "open" if self.outcome is None else self.outcome.kind

    # Both are asked for more than once while it is opened, and the form of an interaction never changes.

    @cached_property
    def form_text(self) -> str:
        """The form as it is kept."""
        return self.form.model_dump_json()

    @cached_property
    def version(self) -> str:
        """The version of what is shown: it changes with every word of the form."""
        return hashlib.sha256(self.form.model_dump_json().encode()).hexdigest()[:16]

    def is_overdue(self, now: datetime) -> bool:
        """Tell whether it is too late for an answer."""
        return now >= self.deadline

    def is_snoozed(self, now: datetime) -> bool:
        """Tell whether the person wanted to be asked later."""
        return self.snoozed_until is not None and now < self.snoozed_until

    def remaining(self, now: datetime) -> timedelta:
        """Return how long the person still has; it stands still while somebody types."""
        if self.outcome is not None:
            return timedelta(0)
        return max(timedelta(0), self.deadline - self._counting_from(now))

    def ended(self, outcome: Outcome, at: datetime, decision_key: str | None = None) -> "Interaction":
        """Return it with its outcome.

        Raises:
            InteractionClosed: It has an outcome already.
        """
        self._require_open()
        final = stamped(outcome, at)
        return replace(self, outcome=final, ended_at=at, decision_key=decision_key, queued=False)

    def decided(
        self, outcome: Outcome, at: datetime, deadline: datetime, shown_at: datetime | None, key: str
    ) -> "Interaction":
        """Return it as the store says it ended."""
        return replace(
            self,
            outcome=outcome,
            decision_key=key,
            queued=False,
            ended_at=at,
            deadline=deadline,
            shown_at=shown_at,
        )

    def opened(self, asked_at: datetime, deadline: datetime) -> "Interaction":
        """Return it with the times that the store gave it."""
        return replace(self, asked_at=asked_at, deadline=deadline)

    def timed_out(self) -> TimedOut:
        """Return the outcome it has if nobody answers."""
        if self.policy != "use_defaults":
            return TimedOut(policy=self.policy)
        return TimedOut(answers=default_answers(self.form), used_defaults=True, policy=self.policy)

    def extended(self, by: timedelta, now: datetime) -> "Interaction":
        """Return it with a deadline so long from now; never later than the longest life of a question.

        Raises:
            InvalidRequest: The time is too short or too long.
            InteractionClosed: It has ended.
        """
        self._require_open()
        return replace(self, deadline=self._capped(now + checked_timeout(by)), typing_until=None)

    def snoozed(self, pause: timedelta, now: datetime) -> "Interaction":
        """Return it put aside: not shown for a while, its countdown standing still meanwhile.

        Raises:
            InvalidRequest: The time is too short or too long.
            InteractionClosed: It has ended.
        """
        self._require_open()
        until = now + checked_timeout(pause)
        return replace(
            self, snoozed_until=until, deadline=self._capped(until + self.remaining(now)), typing_until=None
        )

    def typed_in(self, now: datetime) -> "Interaction":
        """Return it with the countdown standing still for a moment, because somebody types.

        Raises:
            InteractionClosed: It has ended.
        """
        self._require_open()
        until = now + TYPING_LASTS
        return replace(self, typing_until=until, deadline=self._capped(until + self.remaining(now)))

    def drafted(self, step: DraftStep, seen: int | None = None) -> "Interaction":
        """Return it after one step of filling it in; `seen` is the step of the draft that was looked at.

        Raises:
            StaleDraft: Somebody else changed the draft meanwhile.
            UnknownQuestion: The form does not ask that.
            InteractionClosed: It has ended.
        """
        self._require_open()
        if seen is not None and seen != self.draft.step:
            raise StaleDraft(self.id, seen, self.draft.step)
        return replace(self, draft=self.draft.after(step, self.form))

    def revised(self, form: Form) -> "Interaction":
        """Return it asking something else; what was filled in is gone, for it answered other words.

        Raises:
            InteractionClosed: It has ended.
        """
        self._require_open()
        return replace(self, form=form, draft=Draft(step=self.draft.step + 1), shown_at=None)

    def shown(self, at: datetime) -> "Interaction":
        """Return it shown to a person; the first time counts."""
        return self if self.shown_at is not None or self.outcome is not None else replace(self, shown_at=at)

    def admitted(self) -> "Interaction":
        """Return it out of the queue."""
        return replace(self, queued=False)

    def acknowledged(self, at: datetime) -> "Interaction":
        """Return it with its outcome delivered; the first time counts."""
        return self if self.acknowledged_at is not None else replace(self, acknowledged_at=at)

    def _require_open(self) -> None:
        if self.outcome is not None:
            raise InteractionClosed(self.id, self.outcome)

    def _counting_from(self, now: datetime) -> datetime:
        paused = [moment for moment in (self.snoozed_until, self.typing_until) if moment is not None]
        return max([now, *paused])

    def _capped(self, deadline: datetime) -> datetime:
        return min(deadline, self.asked_at + LONGEST)


def default_answers(form: Form) -> tuple[Answer, ...]:
    """Return what counts where nobody answers and the asker wanted the defaults."""
    return tuple([Answer(question_id=one.id, option_ids=one.default_selection_ids) for one in form.questions])


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
