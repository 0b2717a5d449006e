"""The names of buttons and views, and what a click on one means. Payloads are untrusted; nothing here raises.

Values of buttons are `handle`, `handle:question` or `handle:question:option`: a random handle and positions.
The block says to which version of the form the positions belong.
"""

from collections.abc import Mapping
from dataclasses import dataclass

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
    """Every question that is still open is to take its recommended option."""

    handle: str
    version: str


@dataclass(frozen=True, slots=True)
class WriteOwnWords:
    """The person wants to write: open the modal. `options` is what is ticked in the message meanwhile."""

    handle: str
    version: str
    question: int
    options: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class OpenFromHome:
    """A question in the App Home is to be shown to the person."""

    handle: str


Action = (
    ChooseOptions | ChangeAnswer | SubmitForm | ResetForm | AcceptRecommended | WriteOwnWords | OpenFromHome
)


@dataclass(frozen=True, slots=True)
class OwnWords:
    """What a person wrote in the modal; `options` are those ticked there, where the question takes both.

    `text` may be empty. `text_block` and `options_block` are the ids for `response_action: errors`.
    """

    handle: str
    version: str
    question: int
    text: str
    options: tuple[int, ...] = ()
    text_block: str = ""


def read_action(action: Mapping[str, object], state_values: Mapping[str, object]) -> Action | None:
    """Return what a click means: an entry of `actions`, and `state.values` of the same payload.

    None for everything that is not one of our buttons, whoever made it.
    """
    raise NotImplementedError


def read_view(view: Mapping[str, object]) -> OwnWords | None:
    """Return what a submitted modal says: `view` of a `view_submission`. None where it is not ours."""
    raise NotImplementedError
