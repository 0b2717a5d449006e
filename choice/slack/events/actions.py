"""Encode and decode action ids, button values and modal state.

A button's value is `handle`, `handle:question` or `handle:question:option`. The handle is random. Question
and option are positions, counted from 0. Positions are only valid for one version of the form, so the block
id contains the version: `version:question:part`. Payloads are untrusted. The parsers never raise, and return
None for payloads that are not ours.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from choice.auth import Action as RequiredAction
from choice.desk import Draft, Interaction
from choice.models import Answer, Form, Question

SURFACE = "slack"
"""Name of the surface in answers and in the event log."""

FREE_TEXT_VIEW = "custom_input_submit"
FREE_TEXT_SINGLE = "custom_input_single"
FREE_TEXT_MULTI = "custom_input_multi_"
CHOOSE_SINGLE = "user_choice_"
CHOOSE_MULTI = "multi_choice_"
CHANGE = "edit_choice_"
SUBMIT = "submit_form_"
RESET = "reset_form_"
ACCEPT_RECOMMENDED = "accept_recommended_"
OPEN_FROM_HOME = "home_open_"

CONFIRM = "confirm"
"""Suffix of the button that confirms a selection."""
PICKED = "picked"
"""Action id of every menu and checkbox list; Slack sends their state with each click."""
TYPED = "typed"
"""Action id of the text field in the modal."""

HANDLE = re.compile(r"[A-Za-z0-9_-]{16,64}", re.ASCII)
"""A handle has at least 96 bits, at six bits per character. `secrets.token_urlsafe(16)` returns one."""
VERSION_LENGTH = 16


@dataclass(frozen=True, slots=True)
class ActionIds:
    """Builds the action ids, values and block ids of one card."""

    handle: str
    version: str
    is_form: bool
    """Whether the form has several questions, so that a click changes the draft."""

    def value(self, *positions: int) -> str:
        """Return the value of a button."""
        return ":".join([self.handle, *map(str, positions)])

    def block(self, question: int | str, part: str) -> str:
        """Return a block id. `question` is a position, or a name for blocks of the whole form."""
        return f"{self.version}:{question}:{part}"

    def choose(self, question: int, option: int | str) -> str:
        """Return the action id of a button that chooses an option or confirms a selection."""
        return f"{CHOOSE_MULTI}{question}_{option}" if self.is_form else f"{CHOOSE_SINGLE}{option}"

    def free_text(self, question: int) -> str:
        """Return the action id of the button that opens the modal."""
        return f"{FREE_TEXT_MULTI}{question}" if self.is_form else FREE_TEXT_SINGLE


def action_ids_of(handle: str, interaction: Interaction) -> ActionIds:
    """Return the ids of an interaction's card.

    Raises:
        ValueError: The handle is not 16 to 64 URL-safe base64 characters.
    """
    if not HANDLE.fullmatch(handle):
        message = (
            "A handle must be 16 to 64 letters, digits, - or _. Create one with secrets.token_urlsafe(16)."
        )
        raise ValueError(message)
    return ActionIds(handle, interaction.version, len(interaction.form.questions) > 1)


@dataclass(frozen=True, slots=True)
class ChooseOptions:
    """Choose options of one question, with an option's button or by confirming a selection.

    The selection may be empty. If the form has several questions, the choice is saved in the draft.
    """

    handle: str
    version: str
    question: int
    options: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ChangeAnswer:
    """Clear the drafted answer to one question."""

    handle: str
    version: str
    question: int


@dataclass(frozen=True, slots=True)
class SubmitForm:
    """Submit the drafted form."""

    handle: str
    version: str


@dataclass(frozen=True, slots=True)
class ResetForm:
    """Clear all drafted answers. Slack has already asked the user for confirmation."""

    handle: str
    version: str


@dataclass(frozen=True, slots=True)
class AcceptRecommended:
    """Answer every open question with its recommended options."""

    handle: str
    version: str


@dataclass(frozen=True, slots=True)
class OpenFreeText:
    """Open the modal for free text. `options` are the options selected in the message."""

    handle: str
    version: str
    question: int
    options: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class OpenFromHome:
    """Open a question from the home tab."""

    handle: str


Action = (
    ChooseOptions | ChangeAnswer | SubmitForm | ResetForm | AcceptRecommended | OpenFreeText | OpenFromHome
)


MESSAGE, HOME = "Message", "Home"
EVENT_ACTIONS: Mapping[str, RequiredAction] = {
    "ChooseOptions": "interaction.answer",
    "ChangeAnswer": "interaction.answer",
    "SubmitForm": "interaction.answer",
    "ResetForm": "interaction.answer",
    "AcceptRecommended": "interaction.answer",
    "OpenFreeText": "interaction.answer",
    "FreeText": "interaction.answer",
    "OpenFromHome": "interaction.read",
    MESSAGE: "conversation.write",
    HOME: "interaction.read",
}
"""What a user must be allowed to do, by the kind of click or event."""


@dataclass(frozen=True, slots=True)
class FreeText:
    """A submitted modal: free text, which may be empty, and the options selected in the modal.

    `text_block` is the block id of the text field, for `response_action: errors`.
    """

    handle: str
    version: str
    question: int
    text: str
    options: tuple[int, ...] = ()
    text_block: str = ""


_BLOCK = re.compile(r"([0-9a-f]{16}):[a-z0-9]{1,9}:[a-z0-9]{1,9}", re.ASCII)
_NUMBER = re.compile(r"0|[1-9][0-9]?", re.ASCII)


class _Target(NamedTuple):
    """The parsed value and block id of a button."""

    handle: str
    version: str
    positions: tuple[int, ...]


def parse_action(action: Mapping[str, object], state_values: Mapping[str, object]) -> Action | None:
    """Parse a click: an entry of `actions`, and `state.values` of the same payload.

    Returns None if the action is not one of our buttons.
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
        return _form_action(name, target)
    return _question_action(name, target, state_values)


def parse_view_submission(view: Mapping[str, object]) -> FreeText | None:
    """Parse the `view` of a `view_submission`. Returns None if it is not our modal."""
    if _text(view, "callback_id") != FREE_TEXT_VIEW:
        return None
    values = _members(_members(view.get("state")).get("values"))
    for name, fields in values.items():
        field = _members(fields).get(TYPED)
        target = _target(_text(view, "private_metadata"), name)
        if isinstance(field, Mapping) and target and target.version and len(target.positions) == 1:
            ticked = _ticked(target, values)
            typed = _text(field, "value")
            return None if ticked is None else FreeText(*_question(target), typed, ticked, name)
    return None


def _form_action(name: str, target: _Target) -> Action | None:
    for prefix, kind in _FORM_CLICKS:
        if name.startswith(prefix):
            return kind(target.handle, target.version)
    return None


_FORM_CLICKS: tuple[tuple[str, type[SubmitForm | ResetForm | AcceptRecommended]], ...] = (
    (SUBMIT, SubmitForm),
    (RESET, ResetForm),
    (ACCEPT_RECOMMENDED, AcceptRecommended),
)


def _question_action(name: str, target: _Target, state_values: Mapping[str, object]) -> Action | None:
    question, *options = target.positions
    where = _question(target)
    if options:
        chosen = ChooseOptions(*where, tuple(options))
        return chosen if name.startswith((CHOOSE_SINGLE, CHOOSE_MULTI)) else None
    if name.startswith(CHANGE):
        return ChangeAnswer(*where)
    ticked = _ticked(target, state_values)
    if ticked is not None and name in _confirm_ids(question):
        return ChooseOptions(*where, ticked)
    if ticked is not None and (name == FREE_TEXT_SINGLE or name.startswith(FREE_TEXT_MULTI)):
        return OpenFreeText(*where, ticked)
    return None


def _confirm_ids(question: int) -> tuple[str, str]:
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
    """Return the positions of the selected options, or None if the payload is malformed."""
    ids = ActionIds(target.handle, target.version, is_form=True)
    block = _members(values.get(ids.block(target.positions[0], PICKED)))
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
    """A click from a `block_actions` payload."""

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
        """Idempotency key. Retries of the same click have the same key."""
        return f"slack:{self.user}:{self.message_ts}:{self.action_ts}"

    @property
    def is_ours(self) -> bool:
        """Whether a click on this element needs a reply: buttons with a URL only open it."""
        return self.action.get("type") == "button" and "url" not in self.action


def parse_clicks(payload: Mapping[str, Any]) -> list[Click]:
    """Return the clicks of a `block_actions` payload."""
    user, container = _members(payload.get("user")), _members(payload.get("container"))
    message, channel = _members(payload.get("message")), _members(payload.get("channel"))
    actions = payload.get("actions")
    return [
        Click(
            action=action,
            state=_members(_members(payload.get("state")).get("values")),
            user=_text(user, "id"),
            user_team=_text(user, "team_id") or None,
            channel=_text(channel, "id") or _text(container, "channel_id"),
            message_ts=_text(container, "message_ts") or _text(message, "ts"),
            thread_ts=_text(container, "thread_ts") or _text(message, "thread_ts") or None,
            trigger_id=_text(payload, "trigger_id"),
            action_ts=_text(action, "action_ts"),
        )
        for action in (actions if isinstance(actions, list) else ())
        if isinstance(action, dict)
    ]


def is_current(action: Action | FreeText, interaction: Interaction) -> bool:
    """Return whether an action refers to the current version of the form."""
    return isinstance(action, OpenFromHome) or action.version == interaction.version


def chosen_answer(action: ChooseOptions, form: Form) -> Answer | None:
    """Return the answer with the chosen options, or None if the form has no such question or option."""
    question = question_at(form, action.question)
    option_ids = None if question is None else _ids_at(question, action.options)
    if question is None or option_ids is None:
        return None
    return Answer(question_id=question.id, option_ids=option_ids)


def free_text_answer(submission: FreeText, form: Form) -> Answer | None:
    """Return the free-text answer, or None if the form has no such question or option.

    Selected options are only included for hybrid questions.
    """
    question = question_at(form, submission.question)
    option_ids = None if question is None else _ids_at(question, submission.options)
    if question is None or option_ids is None:
        return None
    kept = option_ids if question.selection_mode == "hybrid" else ()
    return Answer(question_id=question.id, option_ids=kept, custom_text=submission.text or None)


def recommended_answers(form: Form, draft: Draft) -> tuple[Answer, ...]:
    """Return the recommended answers to all open questions.

    The result is empty if no question is open, or if an open question has no recommended answer.
    """
    still_open = draft.open_questions(form)
    answers = [recommended_answer(question) for question in form.questions if question.id in still_open]
    return tuple([answer for answer in answers if answer]) if all(answers) else ()


def recommended_answer(question: Question) -> Answer | None:
    """Return the recommended answer, or None if too few or too many options are recommended."""
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
