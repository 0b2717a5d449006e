"""Encode and decode action ids, button values and modal state.

A button's value is `handle`, `handle:question` or `handle:question:option`: a random handle and positions,
counted from 0. Positions mean nothing without the form they point into, so the block id carries the form's
version: `version:question:part`. Payloads are untrusted: the parsers never raise, and return None for what is
not ours.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from choice.answers import Answer
from choice.desk.draft import Draft
from choice.desk.interaction import Interaction
from choice.models import Form, Question

OWN_WORDS_VIEW = "custom_input_submit"
OWN_WORDS_SINGLE = "custom_input_single"
OWN_WORDS_MULTI = "custom_input_multi_"
CHOOSE_SINGLE = "user_choice_"
CHOOSE_MULTI = "multi_choice_"
CHANGE = "edit_choice_"
SUBMIT = "submit_form_"
RESET = "reset_form_"
ACCEPT_RECOMMENDED = "accept_recommended_"
OPEN_FROM_HOME = "home_open_"

CONFIRM = "confirm"
"""Ends the name of the button that confirms what is ticked."""
PICKED = "picked"
"""The name of every menu and list of boxes; Slack sends what they hold along with the click on a button."""
TYPED = "typed"
"""The name of the field in the modal."""

HANDLE = re.compile(r"[A-Za-z0-9_-]{16,64}", re.ASCII)
"""At least 96 bits where each character carries six: `secrets.token_urlsafe(16)` fits."""
VERSION_LENGTH = 16


@dataclass(frozen=True, slots=True)
class Place:
    """Where in which form something is rendered: all that names and values are made of."""

    handle: str
    version: str
    is_form: bool
    """Whether there are several questions: then a click is a step of the draft."""

    def value(self, *positions: int) -> str:
        """Return the value of a button."""
        return ":".join([self.handle, *map(str, positions)])

    def block(self, question: int | str, part: str) -> str:
        """Return the id of a block; `question` is a position, or what else the block is about."""
        return f"{self.version}:{question}:{part}"

    def choose(self, question: int, option: int | str) -> str:
        """Return the name of the button that chooses an option, or confirms what is ticked."""
        return f"{CHOOSE_MULTI}{question}_{option}" if self.is_form else f"{CHOOSE_SINGLE}{option}"

    def own_words(self, question: int) -> str:
        """Return the name of the button that opens the modal."""
        return f"{OWN_WORDS_MULTI}{question}" if self.is_form else OWN_WORDS_SINGLE


def place_of(handle: str, interaction: Interaction) -> Place:
    """Return the place of an interaction under its handle.

    Raises:
        ValueError: The handle is not one: too short to be unguessable, or of other characters.
    """
    if not HANDLE.fullmatch(handle):
        message = "A handle has 16 to 64 letters, digits, - or _; make it with secrets.token_urlsafe(16)."
        raise ValueError(message)
    return Place(handle, interaction.version, len(interaction.form.questions) > 1)


@dataclass(frozen=True, slots=True)
class ChooseOptions:
    """Options of one question were chosen: by a button, or by confirming what is ticked (perhaps nothing).

    A form of one question is answered by it; in a longer one it is a step of the draft.
    """

    handle: str
    version: str
    question: int
    options: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ChangeAnswer:
    """The answer to one question of a form is to be taken back."""

    handle: str
    version: str
    question: int


@dataclass(frozen=True, slots=True)
class SubmitForm:
    """The form is to be sent as it is drafted."""

    handle: str
    version: str


@dataclass(frozen=True, slots=True)
class ResetForm:
    """Every answer of a form is to be taken back; Slack has asked whether the person is sure."""

    handle: str
    version: str


@dataclass(frozen=True, slots=True)
class AcceptRecommended:
    """Every question that is still open is to take what is recommended."""

    handle: str
    version: str


@dataclass(frozen=True, slots=True)
class WriteOwnWords:
    """The person wants to write: open the modal. `options` is what is ticked in the message meanwhile."""

    handle: str
    version: str
    question: int
    options: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class OpenFromHome:
    """A question in the App Home is to be shown to the person."""

    handle: str


Action = (
    ChooseOptions | ChangeAnswer | SubmitForm | ResetForm | AcceptRecommended | WriteOwnWords | OpenFromHome
)


@dataclass(frozen=True, slots=True)
class OwnWords:
    """What a person wrote in the modal, whole; `options` are those ticked there, where a question takes both.

    `text` may be empty. `text_block` is the id of the field, for `response_action: errors`.
    """

    handle: str
    version: str
    question: int
    text: str
    options: tuple[int, ...] = ()
    text_block: str = ""


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
        field = _members(fields).get(TYPED)
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
    return f"{CHOOSE_SINGLE}{CONFIRM}", f"{CHOOSE_MULTI}{question}_{CONFIRM}"


def _target(value: str, block_id: str) -> _Target | None:
    handle, *positions = value.split(":")
    block = _BLOCK.fullmatch(block_id)
    if not HANDLE.fullmatch(handle) or len(positions) > 2:  # noqa: PLR2004 - a question and an option
        return None
    if not all(map(_NUMBER.fullmatch, positions)):
        return None
    return _Target(handle, block[1] if block else "", tuple(map(int, positions)))


def _question(target: _Target) -> tuple[str, str, int]:
    return target.handle, target.version, target.positions[0]


def _ticked(target: _Target, values: Mapping[str, object]) -> tuple[int, ...] | None:
    """Return what is ticked for a question, nothing where it has nothing to tick; None where it is forged."""
    place = Place(target.handle, target.version, is_form=True)
    block = _members(values.get(place.block(target.positions[0], PICKED)))
    element = _members(block.get(PICKED))
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


@dataclass(frozen=True, slots=True)
class Click:
    """Who clicked what, where and when."""

    action: Mapping[str, object]
    state: Mapping[str, object]
    user: str
    user_team: str | None
    channel: str
    message_ts: str
    thread_ts: str | None
    trigger_id: str
    action_ts: str

    @property
    def key(self) -> str:
        """A name for this very click: the same when Slack sends it again."""
        return f"slack:{self.user}:{self.message_ts}:{self.action_ts}"

    @property
    def is_ours(self) -> bool:
        """Whether it was made on a message of ours, where something should happen."""
        return self.action.get("type") == "button" and "url" not in self.action


def click_of(payload: Mapping[str, Any]) -> list[Click]:
    """Return the clicks of a `block_actions` payload."""
    user, container = _object(payload, "user"), _object(payload, "container")
    message, channel = _object(payload, "message"), _object(payload, "channel")
    actions = payload.get("actions")
    return [
        Click(
            action=action,
            state=_object(_object(payload, "state"), "values"),
            user=_clicked_text(user, "id"),
            user_team=_clicked_text(user, "team_id") or None,
            channel=_clicked_text(channel, "id") or _clicked_text(container, "channel_id"),
            message_ts=_clicked_text(container, "message_ts") or _clicked_text(message, "ts"),
            thread_ts=_clicked_text(container, "thread_ts") or _clicked_text(message, "thread_ts") or None,
            trigger_id=_clicked_text(payload, "trigger_id"),
            action_ts=_clicked_text(action, "action_ts"),
        )
        for action in (actions if isinstance(actions, list) else ())
        if isinstance(action, dict)
    ]


def _object(value: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    found = value.get(name)
    return found if isinstance(found, dict) else {}


def _clicked_text(value: Mapping[str, Any], name: str) -> str:
    found = value.get(name)
    return found if isinstance(found, str) else ""


def is_current(action: Action | OwnWords, interaction: Interaction) -> bool:
    """Tell whether a click was made on the form as it is now, so that its positions mean what they say."""
    return isinstance(action, OpenFromHome) or action.version == interaction.version


def chosen_answer(action: ChooseOptions, form: Form) -> Answer | None:
    """Return the answer that chosen positions make; None where the form has no such question or option."""
    question = question_at(form, action.question)
    option_ids = None if question is None else _ids_at(question, action.options)
    if question is None or option_ids is None:
        return None
    return Answer(question_id=question.id, option_ids=option_ids)


def written_answer(words: OwnWords, form: Form) -> Answer | None:
    """Return the answer that own words make, whole; None where the form has no such question or option.

    Only a question that takes options and own words together keeps what is ticked beside them.
    """
    question = question_at(form, words.question)
    option_ids = None if question is None else _ids_at(question, words.options)
    if question is None or option_ids is None:
        return None
    kept = option_ids if question.selection_mode == "hybrid" else ()
    return Answer(question_id=question.id, option_ids=kept, custom_text=words.text or None)


def recommended_answers(form: Form, draft: Draft) -> tuple[Answer, ...]:
    """Return an answer for each question that is still open, from what is recommended.

    Empty where one of them recommends nothing, or nothing is open: then there is no such button either.
    """
    still_open = draft.open_questions(form)
    answers = [recommended_answer(question) for question in form.questions if question.id in still_open]
    return tuple([answer for answer in answers if answer]) if all(answers) else ()


def recommended_answer(question: Question) -> Answer | None:
    """Return the answer that a question recommends; None where it recommends too little or too much."""
    option_ids = tuple([option.id for option in question.options if option.recommended])
    if not max(question.min_selections, 1) <= len(option_ids) <= question.max_selections:
        return None
    return Answer(question_id=question.id, option_ids=option_ids)


def question_at(form: Form, position: int) -> Question | None:
    """Return the question at a position, or None."""
    return form.questions[position] if position < len(form.questions) else None


def _ids_at(question: Question, positions: Sequence[int]) -> tuple[str, ...] | None:
    if any(position >= len(question.options) for position in positions):
        return None
    return tuple([question.options[position].id for position in positions])
