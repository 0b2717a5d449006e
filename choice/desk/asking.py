"""Validate a form and its terms, and return the `Opening` for the store."""

import hashlib
import json
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import NamedTuple, TypedDict, get_args

from pydantic import JsonValue

from choice.desk.interaction import DEFAULT_DURATION, LONGEST, Interaction, TimeoutPolicy, Urgency, seconds
from choice.desk.people import ANYONE, Asker, Audience
from choice.desk.store import Opening
from choice.errors import InvalidRequest
from choice.models import ChoiceRequest, Form, Question

Asked = Form | Question | ChoiceRequest
PER_QUESTION = timedelta(seconds=20)
"""Minimum default time per question of a form with several questions."""
DefaultDuration = Callable[[Asker, Audience], timedelta]
"""Returns the default timeout of a question. It is called each time, because the preference may change."""


class Terms(TypedDict, total=False):
    """Options of an interaction: its asker, audience, surfaces, timeout, and policy at the deadline."""

    asked_by: Asker
    audience: Audience
    surfaces: tuple[str, ...]
    timeout: float
    """Seconds until the deadline. If missing: 30 days under the policy `wait`, else the default timeout."""
    policy: TimeoutPolicy
    urgency: Urgency
    dialect: str | None
    key: str | None
    """Idempotency key: opening again with the same key returns the existing interaction."""


class _Rule(NamedTuple):
    types: type | tuple[type, ...]
    values: tuple[str, ...]
    rule: str
    example: JsonValue


def _one_of(known: tuple[str, ...], example: str) -> _Rule:
    return _Rule(str, known, f"must be one of {', '.join(known)}.", example)


_DEFAULT_ASKER = Asker()
_RULES = {
    "policy": _one_of(get_args(TimeoutPolicy), "fail"),
    "urgency": _one_of(get_args(Urgency), "normal"),
    "asked_by": _Rule(Asker, (), "must be an Asker.", "Asker('planner')"),
    "audience": _Rule(Audience, (), "must be an Audience.", "Audience(users=('ada',))"),
    "surfaces": _Rule(
        (tuple, list, set, frozenset), (), "must be a list or tuple of surface names.", ["web", "terminal"]
    ),
    "key": _Rule((str, type(None)), (), "must be a string.", "release-2.4"),
}


def form_of(asked: Asked) -> Form:
    """Convert a form, question or request to a form.

    Raises:
        TypeError: The value is not a Form, Question or ChoiceRequest.
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
        f"Expected a Form, a Question or a ChoiceRequest, not {type(asked).__name__};"
        " parse_request turns a payload into a ChoiceRequest."
    )


def opening(
    asked: Asked,
    terms: Terms,
    new_id: str,
    now: datetime,
    default_duration: DefaultDuration = lambda _asker, _audience: DEFAULT_DURATION,
) -> Opening:
    """Return the validated interaction to open. Without a timeout in the terms, use `default_duration`.

    Raises:
        InvalidRequest: A term is invalid, or the policy is `use_defaults` and a question has no defaults.
        TypeError: `asked` has the wrong type, or a term is unknown.
    """
    _check(terms)
    asker, audience = terms.get("asked_by", _DEFAULT_ASKER), terms.get("audience", ANYONE)
    policy, given = terms.get("policy", "fail"), terms.get("timeout")
    if isinstance(asked, ChoiceRequest):
        policy = "use_defaults" if asked.use_defaults else policy
        if given is None and "timeout_seconds" in asked.model_fields_set:
            given = asked.timeout_seconds
    form = form_of(asked)
    # A default timeout enters the digest as a constant, because the preference may change before a retry.
    if given is not None:
        timeout = nominal = seconds(given)
    elif policy == "wait":
        timeout = nominal = LONGEST
    else:
        # A long form gets more time than the default, unless the asker sets a limit.
        several = len(form.questions) if len(form.questions) > 1 else 0
        grown = PER_QUESTION * several
        timeout, nominal = max(default_duration(asker, audience), grown), max(DEFAULT_DURATION, grown)
    if policy == "use_defaults":
        _require_defaults(form)
    interaction = Interaction(
        id=new_id,
        form=form,
        asked_by=asker,
        audience=audience,
        surfaces=tuple(terms.get("surfaces", ())),
        asked_at=now,
        deadline=now + timeout,
        policy=policy,
        urgency=terms.get("urgency", "normal"),
        dialect=terms.get("dialect"),
        key=terms.get("key"),
    )
    return Opening(interaction=interaction, timeout=timeout, digest=_digest(interaction, nominal))


def _check(terms: Terms) -> None:
    """Reject unknown and invalid terms, because callers may not use a type checker."""
    for name, given in terms.items():
        if name not in Terms.__optional_keys__:
            message = f"Unknown argument {name!r}. Known: {', '.join(sorted(Terms.__optional_keys__))}."
            raise TypeError(message)
        if name in _RULES:
            types, values, rule, example = _RULES[name]
            if not isinstance(given, types) or (values and given not in values):
                raise InvalidRequest(name, rule, {name: example})


def _require_defaults(form: Form) -> None:
    for question in form.questions:
        if len(question.default_selection_ids) < max(1, question.min_selections):
            rule = f"question {question.id!r} needs default selections for use_defaults."
            example = {"default_selection_ids": list(question.option_ids[:1]), "use_defaults": True}
            field = "default_selection_ids"
            raise InvalidRequest(field, rule, example)


def _digest(interaction: Interaction, timeout: timedelta) -> str:
    """Return a hash of the form and terms, which must be equal when an idempotency key is used again."""
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
