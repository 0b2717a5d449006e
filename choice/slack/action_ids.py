"""What a click or a sent modal means. Payloads are untrusted: what is not ours is None, nothing raises."""

import re
from collections.abc import Mapping
from typing import NamedTuple

from choice.slack import action_names as ids
from choice.slack.action_names import (
    ACCEPT_RECOMMENDED,
    CHANGE,
    CHOOSE_MULTI,
    CHOOSE_SINGLE,
    OPEN_FROM_HOME,
    OWN_WORDS_MULTI,
    OWN_WORDS_SINGLE,
    OWN_WORDS_VIEW,
    RESET,
    SUBMIT,
)
from choice.slack.click import (
    AcceptRecommended,
    Action,
    ChangeAnswer,
    ChooseOptions,
    OpenFromHome,
    OwnWords,
    ResetForm,
    SubmitForm,
    WriteOwnWords,
)

__all__ = [
    "ACCEPT_RECOMMENDED",
    "CHANGE",
    "CHOOSE_MULTI",
    "CHOOSE_SINGLE",
    "OPEN_FROM_HOME",
    "OWN_WORDS_MULTI",
    "OWN_WORDS_SINGLE",
    "OWN_WORDS_VIEW",
    "RESET",
    "SUBMIT",
    "AcceptRecommended",
    "Action",
    "ChangeAnswer",
    "ChooseOptions",
    "OpenFromHome",
    "OwnWords",
    "ResetForm",
    "SubmitForm",
    "WriteOwnWords",
    "read_action",
    "read_view",
]

_BLOCK = re.compile(r"([0-9a-f]{16}):[a-z0-9]{1,9}:[a-z0-9]{1,9}", re.ASCII)
_NUMBER = re.compile(r"0|[1-9][0-9]?", re.ASCII)


class _Target(NamedTuple):
    """What the value of a button and the id of its block say."""

    handle: str
    version: str
    positions: tuple[int, ...]


def read_action(action: Mapping[str, object], state_values: Mapping[str, object]) -> Action | None:
    """Return what a click means: an entry of `actions`, and `state.values` of the same payload.

    None for everything that is not one of our buttons, whoever made it.
    """
    name = _text(action, "action_id")
    target = _target(_text(action, "value"), _text(action, "block_id"))
    if target is None or _text(action, "type") != "button":
        return None
    if name.startswith(OPEN_FROM_HOME):
        return None if target.positions else OpenFromHome(target.handle)
    if not target.version:
        return None
    if not target.positions:
        return _about_the_form(name, target)
    return _about_a_question(name, target, state_values)


def read_view(view: Mapping[str, object]) -> OwnWords | None:
    """Return what a submitted modal says: `view` of a `view_submission`. None where it is not ours."""
    if _text(view, "callback_id") != OWN_WORDS_VIEW:
        return None
    values = _members(_members(view.get("state")).get("values"))
    for name, fields in values.items():
        field = _members(fields).get(ids.TYPED)
        target = _target(_text(view, "private_metadata"), name)
        if isinstance(field, Mapping) and target and target.version and len(target.positions) == 1:
            ticked = _ticked(target, values)
            typed = _text(field, "value")
            return None if ticked is None else OwnWords(*_question(target), typed, ticked, name)
    return None


def _about_the_form(name: str, target: _Target) -> Action | None:
    for prefix, kind in _FORM_CLICKS:
        if name.startswith(prefix):
            return kind(target.handle, target.version)
    return None


_FORM_CLICKS: tuple[tuple[str, type[SubmitForm | ResetForm | AcceptRecommended]], ...] = (
    (SUBMIT, SubmitForm),
    (RESET, ResetForm),
    (ACCEPT_RECOMMENDED, AcceptRecommended),
)


def _about_a_question(name: str, target: _Target, state_values: Mapping[str, object]) -> Action | None:
    question, *options = target.positions
    where = _question(target)
    if options:
        chosen = ChooseOptions(*where, tuple(options))
        return chosen if name.startswith((CHOOSE_SINGLE, CHOOSE_MULTI)) else None
    if name.startswith(CHANGE):
        return ChangeAnswer(*where)
    ticked = _ticked(target, state_values)
    if ticked is not None and name in _confirming(question):
        return ChooseOptions(*where, ticked)
    if ticked is not None and (name == OWN_WORDS_SINGLE or name.startswith(OWN_WORDS_MULTI)):
        return WriteOwnWords(*where, ticked)
    return None


def _confirming(question: int) -> tuple[str, str]:
    return f"{CHOOSE_SINGLE}{ids.CONFIRM}", f"{CHOOSE_MULTI}{question}_{ids.CONFIRM}"


def _target(value: str, block_id: str) -> _Target | None:
    handle, *positions = value.split(":")
    block = _BLOCK.fullmatch(block_id)
    if not ids.HANDLE.fullmatch(handle) or len(positions) > 2:  # noqa: PLR2004 - a question and an option
        return None
    if not all(map(_NUMBER.fullmatch, positions)):
        return None
    return _Target(handle, block[1] if block else "", tuple(map(int, positions)))


def _question(target: _Target) -> tuple[str, str, int]:
    return target.handle, target.version, target.positions[0]


def _ticked(target: _Target, values: Mapping[str, object]) -> tuple[int, ...] | None:
    """Return what is ticked for a question, nothing where it has nothing to tick; None where it is forged."""
    place = ids.Place(target.handle, target.version, is_form=True)
    block = _members(values.get(place.block(target.positions[0], ids.PICKED)))
    element = _members(block.get(ids.PICKED))
    one, several = element.get("selected_option"), element.get("selected_options")
    entries = several if isinstance(several, list) else [] if one is None else [one]
    positions = [_text(_members(entry), "value") for entry in entries]
    if not all(map(_NUMBER.fullmatch, positions)):
        return None
    return tuple(sorted(set(map(int, positions))))


def _members(value: object) -> Mapping[str, object]:
    return value if isinstance(value, Mapping) else {}


def _text(members: Mapping[str, object], name: str) -> str:
    value = members.get(name)
    return value if isinstance(value, str) else ""
