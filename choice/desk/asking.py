"""What is asked, made ready for the desk: checked, with its times and a name for its content."""

import hashlib
import json
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import NamedTuple, TypedDict, get_args

from pydantic import JsonValue

from choice.desk.interaction import LONGEST, USUAL, Interaction, TimeoutPolicy, Urgency, seconds
from choice.desk.people import ANYONE, Asker, Audience
from choice.desk.store import Opening
from choice.errors import InvalidRequest
from choice.models import ChoiceRequest, Form, Question

Asked = Form | Question | ChoiceRequest
Usual = Callable[[], timedelta]
"""Says how long a person usually has; asked each time, for a person may change their mind."""


def _usual() -> timedelta:
    return USUAL


class Terms(TypedDict, total=False):
    """How a form is asked: of whom, where, for how long, and what happens if nobody answers."""

    asked_by: Asker
    audience: Audience
    surfaces: tuple[str, ...]
    timeout: float
    """Seconds; what is usual if not given, and as long as possible where the policy is to wait."""
    policy: TimeoutPolicy
    urgency: Urgency
    dialect: str | None
    key: str | None
    """Under which the same may be asked again without being asked twice."""


class _Rule(NamedTuple):
    fits: Callable[[object], bool]
    rule: str
    example: JsonValue


def _one_of(known: tuple[str, ...], example: str) -> _Rule:
    return _Rule(lambda given: given in known, f"must be one of {', '.join(known)}.", example)


_SOMEBODY = Asker()
_ANYTHING = _Rule(lambda _given: True, "", None)
_RULES: dict[str, _Rule] = {
    "policy": _one_of(get_args(TimeoutPolicy), "fail"),
    "urgency": _one_of(get_args(Urgency), "normal"),
    "asked_by": _Rule(lambda given: isinstance(given, Asker), "must be an Asker.", "Asker('planner')"),
    "audience": _Rule(
        lambda given: isinstance(given, Audience), "must be an Audience.", "Audience(users=('ada',))"
    ),
    "surfaces": _Rule(
        lambda given: not isinstance(given, str), "must be names in a tuple or a list.", ["web", "terminal"]
    ),
    "key": _Rule(lambda given: isinstance(given, str | None), "must be text.", "release-2.4"),
}


def form_of(asked: Asked) -> Form:
    """Return what is asked as a form.

    Raises:
        TypeError: It is nothing that can be asked.
    """
    match asked:
        case Form():
            return asked
        case Question():
            return Form(questions=(asked,))
        case ChoiceRequest():
            return asked.form
    raise _not_askable(asked)


def _not_askable(asked: object) -> TypeError:
    return TypeError(
        f"What is asked must be a Form, a Question or a ChoiceRequest, not {type(asked).__name__};"
        " parse_request makes one of a payload."
    )


def opening(asked: Asked, terms: Terms, new_id: str, now: datetime, usual: Usual = _usual) -> Opening:
    """Return everything that is needed to put a form on the desk; `usual` is the time where none is given.

    Raises:
        InvalidRequest: A term is out of bounds, or the defaults are to count and some question has none.
        TypeError: What is asked is nothing that can be, or there is no such term.
    """
    _check(terms)
    policy, given = terms.get("policy", "fail"), terms.get("timeout")
    if isinstance(asked, ChoiceRequest):
        policy = "use_defaults" if asked.use_defaults else policy
        if given is None and "timeout_seconds" in asked.model_fields_set:
            given = asked.timeout_seconds
    timeout = _timeout(given, policy, usual)
    form = form_of(asked)
    if policy == "use_defaults":
        _require_defaults(form)
    interaction = Interaction(
        id=new_id,
        form=form,
        asked_by=terms.get("asked_by", _SOMEBODY),
        audience=terms.get("audience", ANYONE),
        surfaces=tuple(terms.get("surfaces", ())),
        asked_at=now,
        deadline=now + timeout,
        policy=policy,
        urgency=terms.get("urgency", "normal"),
        dialect=terms.get("dialect"),
        key=terms.get("key"),
    )
    # The same asked again is the same, though what is usual may have changed meanwhile.
    digest = _digest(interaction, _timeout(given, policy, _usual))
    return Opening(interaction=interaction, timeout=timeout, digest=digest)


def _check(terms: Terms) -> None:
    """Refuse terms whose fault nobody would notice until the question is lost, or shown to others."""
    for name, given in terms.items():
        if name not in Terms.__optional_keys__:
            message = f"There is no term {name!r}; known are {', '.join(sorted(Terms.__optional_keys__))}."
            raise TypeError(message)
        fits, rule, example = _RULES.get(name, _ANYTHING)
        if not fits(given):
            raise InvalidRequest(name, rule, {name: example})


def _timeout(given: float | None, policy: TimeoutPolicy, usual: Usual) -> timedelta:
    if given is not None:
        return seconds(given)
    return LONGEST if policy == "wait" else usual()


def _require_defaults(form: Form) -> None:
    for question in form.questions:
        if len(question.default_selection_ids) < max(1, question.min_selections):
            rule = f"question {question.id!r} has no defaults that could count when nobody answers."
            example = {"default_selection_ids": list(question.option_ids[:1]), "use_defaults": True}
            field = "default_selection_ids"
            raise InvalidRequest(field, rule, example)


def _digest(interaction: Interaction, timeout: timedelta) -> str:
    """Return a name for all that was asked: the same asked again has the same."""
    content = [
        interaction.form_text,
        interaction.asked_by.project,
        interaction.asked_by.conversation,
        [interaction.audience.users, interaction.audience.roles],
        interaction.surfaces,
        timeout.total_seconds(),
        interaction.policy,
        interaction.urgency,
        interaction.dialect,
    ]
    return hashlib.sha256(json.dumps(content).encode()).hexdigest()
