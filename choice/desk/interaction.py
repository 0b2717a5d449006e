"""The `Interaction`: a form, the draft of its answers, and its single outcome. Immutable, without I/O."""

import hashlib
from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import cached_property
from typing import Literal

from choice.desk.people import ANYONE, Asker, Audience
from choice.errors import ChoiceError, InvalidAnswer, InvalidRequest, StaleDraft, UnknownQuestion
from choice.models import DEFAULT_TIMEOUT, Answer, Form, Outcome, TimedOut


@dataclass(frozen=True, slots=True)
class Choose:
    """Set the answer to one question."""

    answer: Answer


@dataclass(frozen=True, slots=True)
class Clear:
    """Remove the answer to one question."""

    question_id: str


@dataclass(frozen=True, slots=True)
class Reset:
    """Remove all answers."""


DraftStep = Choose | Clear | Reset


@dataclass(frozen=True, slots=True)
class Draft:
    """Answers that a person has entered but not submitted. `step` counts the changes of the draft."""

    answers: tuple[Answer, ...] = ()
    step: int = 0

    def after(self, step: DraftStep, form: Form) -> "Draft":
        """Return the draft after one step.

        Raises:
            UnknownQuestion: The form does not have the question of the step.
        """
        match step:
            case Choose(answer):
                _require_question(form, answer.question_id)
                kept = self._without(answer.question_id)
                return Draft(_in_form_order((*kept, answer), form), self.step + 1)
            case Clear(question_id):
                _require_question(form, question_id)
                return Draft(self._without(question_id), self.step + 1)
            case Reset():  # pragma: no branch - the match is exhaustive
                return Draft(step=self.step + 1)

    def open_questions(self, form: Form) -> tuple[str, ...]:
        """Return the ids of the questions that have no answer yet."""
        answered = {answer.question_id for answer in self.answers}
        return tuple([question.id for question in form.questions if question.id not in answered])

    def complete(self, form: Form) -> tuple[Answer, ...]:
        """Return the answers if every question of the form has one.

        Raises:
            InvalidAnswer: A question has no answer yet.
        """
        missing = self.open_questions(form)
        if missing:
            field, rule = "answers", f"answers are missing for {', '.join(map(repr, missing))}."
            raise InvalidAnswer(field, rule)
        return self.answers

    def _without(self, question_id: str) -> tuple[Answer, ...]:
        return tuple([answer for answer in self.answers if answer.question_id != question_id])


def _require_question(form: Form, question_id: str) -> None:
    if form.question(question_id) is None:
        raise UnknownQuestion(question_id, [question.id for question in form.questions])


def _in_form_order(answers: tuple[Answer, ...], form: Form) -> tuple[Answer, ...]:
    place = {question.id: position for position, question in enumerate(form.questions)}
    return tuple(sorted(answers, key=lambda answer: place[answer.question_id]))


SHORTEST = timedelta(seconds=1)
LONGEST = timedelta(days=30)
"""Maximum time from opening an interaction to its deadline, including extensions and pauses."""
DEFAULT_DURATION = timedelta(seconds=DEFAULT_TIMEOUT)
TYPING_LASTS = timedelta(seconds=10)
"""How long a typing notification pauses the countdown."""

_OUT_OF_BOUNDS = "must be between 1 second and 30 days."


def checked_timeout(timeout: timedelta) -> timedelta:
    """Return the timeout if it is within the allowed range.

    Raises:
        InvalidRequest: The timeout is shorter than 1 second or longer than 30 days.
    """
    if not SHORTEST <= timeout <= LONGEST:
        raise _invalid_timeout(_OUT_OF_BOUNDS)
    return timeout


def seconds(amount: float) -> timedelta:
    """Convert a number of seconds to a timeout.

    Raises:
        InvalidRequest: The value is not a number, or not between 1 second and 30 days.
    """
    if isinstance(amount, bool) or not isinstance(amount, int | float):
        rule = f"must be a number of seconds, not {type(amount).__name__}."
        raise _invalid_timeout(rule)
    if not 1 <= amount <= LONGEST.total_seconds():
        raise _invalid_timeout(_OUT_OF_BOUNDS)
    return timedelta(seconds=amount)


def _invalid_timeout(rule: str) -> InvalidRequest:
    return InvalidRequest("timeout", rule, {"timeout": 300})


State = Literal["open", "answered", "cancelled", "timed_out", "superseded"]
TimeoutPolicy = Literal["wait", "fail", "use_defaults"]
Urgency = Literal["low", "normal", "high"]


class InteractionClosed(ChoiceError):
    """The interaction has already ended with `outcome`."""

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
    """A form and its state. The interaction is open until it has an outcome, which is final."""

    id: str
    form: Form
    asked_at: datetime
    deadline: datetime
    """Answers are accepted before this time."""
    asked_by: Asker
    audience: Audience = ANYONE
    surfaces: tuple[str, ...] = ()
    """Names of the surfaces that show the interaction; empty means all."""
    policy: TimeoutPolicy = "fail"
    urgency: Urgency = "normal"
    dialect: str | None = None
    key: str | None = None
    """Idempotency key of the asker."""
    queued: bool = False
    """Whether the interaction waits in the queue because its asker has too many open ones."""
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
        """`open`, or the kind of the outcome."""
        return "open" if self.outcome is None else self.outcome.kind

    @cached_property
    def form_text(self) -> str:
        """The form as JSON."""
        return self.form.model_dump_json()

    @cached_property
    def version(self) -> str:
        """Hash of the form. Surfaces send it back with an answer, so that stale answers are rejected."""
        return hashlib.sha256(self.form_text.encode()).hexdigest()[:16]

    def is_overdue(self, now: datetime) -> bool:
        """Return whether the deadline has passed."""
        return now >= self.deadline

    def is_snoozed(self, now: datetime) -> bool:
        """Return whether the interaction is snoozed."""
        return self.snoozed_until is not None and now < self.snoozed_until

    def remaining(self, now: datetime) -> timedelta:
        """Return the time left. The countdown is paused during a snooze and while a person is typing."""
        if self.outcome is not None:
            return timedelta(0)
        return max(timedelta(0), self.deadline - self._counting_from(now))

    def ended(self, outcome: Outcome, at: datetime, decision_key: str | None = None) -> "Interaction":
        """Return a copy that has ended with this outcome.

        Raises:
            InteractionClosed: The interaction has ended.
        """
        self._require_open()
        final = outcome.model_copy(update={"at": at, "form": self.form})
        return self._with(outcome=final, ended_at=at, decision_key=decision_key, queued=False)

    def decided(
        self, outcome: Outcome, at: datetime, deadline: datetime, shown_at: datetime | None, key: str
    ) -> "Interaction":
        """Return a copy with the outcome and times that the store committed."""
        return self._with(
            outcome=outcome,
            decision_key=key,
            queued=False,
            ended_at=at,
            deadline=deadline,
            shown_at=shown_at,
        )

    def opened(self, asked_at: datetime, deadline: datetime) -> "Interaction":
        """Return a copy with the times that the store assigned."""
        return self._with(asked_at=asked_at, deadline=deadline)

    def timed_out(self) -> TimedOut:
        """Return the outcome that applies if the deadline passes."""
        if self.policy != "use_defaults":
            return TimedOut(policy=self.policy)
        return TimedOut(answers=default_answers(self.form), used_defaults=True, policy=self.policy)

    def extended(self, by: timedelta, now: datetime) -> "Interaction":
        """Return a copy with the deadline set to `by` from now, but no later than 30 days after `asked_at`.

        Raises:
            InvalidRequest: The duration is too short or too long.
            InteractionClosed: The interaction has ended.
        """
        self._require_open()
        return self._with(deadline=self._capped(now + checked_timeout(by)), typing_until=None)

    def snoozed(self, pause: timedelta, now: datetime) -> "Interaction":
        """Return a copy that is hidden for the duration of `pause`, with its countdown paused.

        Raises:
            InvalidRequest: The duration is too short or too long.
            InteractionClosed: The interaction has ended.
        """
        self._require_open()
        until = now + checked_timeout(pause)
        return self._with(
            snoozed_until=until, deadline=self._capped(until + self.remaining(now)), typing_until=None
        )

    def typed_in(self, now: datetime) -> "Interaction":
        """Return a copy with the countdown paused for ten seconds, because a person is typing.

        Raises:
            InteractionClosed: The interaction has ended.
        """
        self._require_open()
        until = now + TYPING_LASTS
        return self._with(typing_until=until, deadline=self._capped(until + self.remaining(now)))

    def drafted(self, step: DraftStep, seen: int | None = None) -> "Interaction":
        """Return a copy with one step applied to the draft. With `seen`, the draft must have this number.

        Raises:
            StaleDraft: The draft has another number than `seen`.
            UnknownQuestion: The form does not have the question of the step.
            InteractionClosed: The interaction has ended.
        """
        self._require_open()
        if seen is not None and seen != self.draft.step:
            raise StaleDraft(self.id, seen, self.draft.step)
        return self._with(draft=self.draft.after(step, self.form))

    def revised(self, form: Form) -> "Interaction":
        """Return a copy with another form. The draft is discarded, because it belongs to the old form.

        Raises:
            InteractionClosed: The interaction has ended.
        """
        self._require_open()
        return replace(self, form=form, draft=Draft(step=self.draft.step + 1), shown_at=None)

    def shown(self, at: datetime) -> "Interaction":
        """Return a copy with `shown_at` set. If it is set or the interaction has ended, return `self`."""
        return self if self.shown_at is not None or self.outcome is not None else self._with(shown_at=at)

    def admitted(self) -> "Interaction":
        """Return a copy that has left the queue."""
        return self._with(queued=False)

    def acknowledged(self, at: datetime) -> "Interaction":
        """Return a copy with `acknowledged_at` set. If it is set already, return `self`."""
        return self if self.acknowledged_at is not None else self._with(acknowledged_at=at)

    def _with(self, **changes: object) -> "Interaction":
        """Return a copy with changed fields. Unlike `replace`, keep the cached `form_text` and `version`."""
        changed = copy(self)
        vars(changed).update(changes)
        return changed

    def _require_open(self) -> None:
        if self.outcome is not None:
            raise InteractionClosed(self.id, self.outcome)

    def _counting_from(self, now: datetime) -> datetime:
        paused = [moment for moment in (self.snoozed_until, self.typing_until) if moment is not None]
        return max([now, *paused])

    def _capped(self, deadline: datetime) -> datetime:
        return min(deadline, self.asked_at + LONGEST)


def default_answers(form: Form) -> tuple[Answer, ...]:
    """Return the answers that apply at the deadline under the policy `use_defaults`."""
    return tuple([Answer(question_id=one.id, option_ids=one.default_selection_ids) for one in form.questions])


_BY_URGENCY = {"high": 0, "normal": 1, "low": 2}


def headline(form: Form) -> str:
    """Return one line that describes a form.

    For one question: the title and the question. For several: the title, or the first question without one.
    """
    asked = form.questions[0].text
    if not form.title or form.title == asked:
        return asked
    return f"{form.title}: {asked}" if len(form.questions) == 1 else form.title


def most_urgent_first(interactions: Iterable[Interaction], now: datetime) -> list[Interaction]:
    """Return the interactions sorted by urgency, then by time left, with snoozed ones last."""
    return sorted(
        interactions, key=lambda one: (one.is_snoozed(now), _BY_URGENCY[one.urgency], one.remaining(now))
    )
