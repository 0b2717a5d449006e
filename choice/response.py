"""The response of `provide_choice`: the outcome of a request as JSON for the agent.

The answers are not validated here: the desk has validated them.
"""

from typing import Annotated, Literal, assert_never

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from choice.models import Answered, Cancelled, ChoiceRequest, Question, Superseded, TimedOut, counted_defaults

ActionStatus = Literal[
    "selected", "custom_input", "cancelled", "timeout", "pending", "pending_terminal_launch"
]

_FROZEN = ConfigDict(frozen=True, extra="forbid", strict=True)
_MAX_LABELS = 20

NOBODY_CHOSE = "Nobody chose. Do not act on any option"
"""Start of every sentence that reports a question without an answer."""
CANCELLED = f"{NOBODY_CHOSE}; the question was cancelled."
TIMED_OUT = f"{NOBODY_CHOSE}; there was no answer in time, and silence is not consent."
SUPERSEDED = f"{NOBODY_CHOSE}; the conversation moved on, so go on from the newest message."


def _as_tuple(values: object) -> object:
    return tuple(values) if isinstance(values, list) else values


class Selection(BaseModel):
    """The chosen options, free text and notes of an answer. Empty if there is no answer."""

    model_config = _FROZEN

    selected_ids: Annotated[tuple[str, ...], BeforeValidator(_as_tuple)] = ()
    """Ids of the chosen options, in the order in which the options are shown."""
    custom_input: str | None = None
    option_annotations: dict[str, str] = Field(default_factory=dict)
    global_annotation: str | None = None
    transport: str | None = None
    url: str | None = None
    summary: str
    session_id: str | None = None
    answered_by: str | None = None
    answered_at: str | None = None
    """Time of the answer in ISO 8601."""
    timed_out_with_defaults: bool = False
    """Whether `selected_ids` are the defaults because the question timed out."""


class ProvideChoiceResponse(BaseModel):
    """The response to a request: its result, or the command that opens the question in a terminal."""

    model_config = _FROZEN

    action_status: ActionStatus
    selection: Selection
    advice: str | None = None
    """How to ask better next time, or how the call was interpreted."""
    next: str | None = None
    """What the agent should do now."""


def respond(
    request: ChoiceRequest,
    outcome: Answered | Cancelled | TimedOut | Superseded,
    *,
    session_id: str | None = None,
    transport: str | None = None,
) -> ProvideChoiceResponse:
    """Return the response for the outcome of a request."""
    status, selection = _result(request, outcome)
    where = transport or selection.transport or (None if request.transport == "auto" else request.transport)
    update = {"transport": where, "session_id": session_id or request.session_id}
    return ProvideChoiceResponse(action_status=status, selection=selection.model_copy(update=update))


def _result(
    request: ChoiceRequest, outcome: Answered | Cancelled | TimedOut | Superseded
) -> tuple[ActionStatus, Selection]:
    """Return the status and the selection of an outcome."""
    match outcome:
        case Answered():
            return _answered(request.question, outcome)
        case Cancelled():
            return "cancelled", Selection(
                global_annotation=outcome.note,
                transport=outcome.surface,
                answered_by=outcome.answered_by,
                answered_at=None if outcome.at is None else outcome.at.isoformat(),
                summary=CANCELLED,
            )
        case TimedOut():
            return "timeout", _timed_out(request.question, outcome)
        case Superseded():
            return "cancelled", Selection(summary=SUPERSEDED)
        case _:
            assert_never(outcome)


def _answered(question: Question, outcome: Answered) -> tuple[ActionStatus, Selection]:
    answer = next(answer for answer in outcome.answers if answer.question_id == question.id)
    chosen, free_text, notes = answer.option_ids, answer.custom_text, answer.option_notes
    selection = Selection(
        selected_ids=chosen,
        custom_input=free_text,
        option_annotations=dict(notes),
        global_annotation=outcome.note,
        transport=outcome.surface,
        answered_by=outcome.answered_by,
        answered_at=None if outcome.at is None else outcome.at.isoformat(),
        summary=_summary(question, chosen, free_text),
    )
    return ("custom_input" if free_text is not None and not chosen else "selected"), selection


def _timed_out(question: Question, outcome: TimedOut) -> Selection:
    chosen = tuple(
        [option_id for answer in counted_defaults([question], outcome) for option_id in answer.option_ids]
    )
    if not chosen:
        return Selection(summary=TIMED_OUT)
    return Selection(
        selected_ids=chosen,
        timed_out_with_defaults=True,
        summary="Nobody answered in time, and no person chose. "
        f"The default was used: {_labels(question, chosen)}.",
    )


def _summary(question: Question, chosen: tuple[str, ...], free_text: str | None) -> str:
    if not chosen:
        return "No option was chosen." if free_text is None else "Answered with free text."
    addition = "" if free_text is None else ", with free text"
    return f"Chosen: {_labels(question, chosen)}{addition}."


def _labels(question: Question, chosen: tuple[str, ...]) -> str:
    """Return the labels of the first chosen options, and the number of labels left out."""
    labels = [option.label for option in question.options if option.id in chosen]
    more = len(labels) - _MAX_LABELS
    return ", ".join(labels[:_MAX_LABELS]) + (f" and {more} more" if more > 0 else "")
