"""What a person can do to a question in Slack."""

from dataclasses import dataclass


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
