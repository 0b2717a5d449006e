"""The outcome of a request, as `provide_choice` returns it to the agent that asked.

An answer is checked by the same rule as when it was given: whoever made the outcome, what does not fit its
request cannot look like a choice.
"""

from typing import Annotated, Literal, assert_never

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from choice.answers import Answer, Answered, Cancelled, Superseded, TimedOut, counted_defaults
from choice.errors import InvalidAnswer, UnknownQuestion, WrongCount
from choice.models import ChoiceRequest, Question
from choice.plain_text import cut
from choice.validation import check_answer

ActionStatus = Literal["selected", "custom_input", "cancelled", "timeout", "pending_terminal_launch"]

_FROZEN = ConfigDict(frozen=True, extra="forbid", strict=True)
_ANSWERS, _NO_ANSWER = "answers", "must hold an answer to the question."
_NAMED_OPTIONS = 3
_LABEL_IN_SUMMARY = 60


def _as_tuple(values: object) -> object:
    return tuple(values) if isinstance(values, list) else values


class Selection(BaseModel):
    """What was chosen, said and noted, and where; empty where nobody answered."""

    model_config = _FROZEN

    selected_ids: Annotated[tuple[str, ...], BeforeValidator(_as_tuple)] = ()
    """In the order of the options."""
    custom_input: str | None = None
    option_annotations: dict[str, str] = Field(default_factory=dict)
    global_annotation: str | None = None
    transport: str | None = None
    url: str | None = None
    summary: str
    session_id: str | None = None
    answered_by: str | None = None
    timed_out_with_defaults: bool = False
    """Nobody chose `selected_ids`: they are the defaults the asker wanted to count when time ran out."""


class ProvideChoiceResponse(BaseModel):
    """How a request ended, or that it waits for a terminal to be opened."""

    model_config = _FROZEN

    action_status: ActionStatus
    selection: Selection


def respond(
    request: ChoiceRequest,
    outcome: Answered | Cancelled | TimedOut | Superseded,
    *,
    session_id: str | None = None,
    transport: str | None = None,
) -> ProvideChoiceResponse:
    """Return the response for an outcome; the same outcome always gives the same response.

    Raises:
        InvalidAnswer: The outcome holds an answer that does not fit the request; none from the desk does.
    """
    status, selection = _ended(request, outcome)
    where = transport or selection.transport or (None if request.transport == "auto" else request.transport)
    whose = session_id or request.session_id
    return ProvideChoiceResponse(
        action_status=status, selection=selection.model_copy(update={"transport": where, "session_id": whose})
    )


def pending(*, session_id: str, url: str, command: str) -> ProvideChoiceResponse:
    """Return the response for a request that waits until somebody runs a command in a terminal."""
    return ProvideChoiceResponse(
        action_status="pending_terminal_launch",
        selection=Selection(
            transport="terminal",
            url=url,
            session_id=session_id,
            summary=f"Run this command in a terminal to answer at {url}: {command}",
        ),
    )


def _ended(
    request: ChoiceRequest, outcome: Answered | Cancelled | TimedOut | Superseded
) -> tuple[ActionStatus, Selection]:
    """Return the status and what there is to say about an outcome."""
    match outcome:
        case Answered():
            return _answered(request.question, outcome)
        case Cancelled():
            return "cancelled", Selection(
                global_annotation=outcome.note,
                transport=outcome.surface,
                answered_by=outcome.answered_by,
                summary="The question was cancelled.",
            )
        case TimedOut():
            return "timeout", _timed_out(request.question, outcome)
        case Superseded():
            return "cancelled", Selection(summary="The question was superseded before anybody answered it.")
        case _:
            assert_never(outcome)


def _answered(question: Question, outcome: Answered) -> tuple[ActionStatus, Selection]:
    answer = check_answer(question, _answer_to(question, outcome.answers))
    chosen = answer.option_ids
    words = answer.custom_text
    notes = answer.option_notes
    selection = Selection(
        selected_ids=chosen,
        custom_input=words,
        option_annotations={each: notes[each] for each in question.option_ids if each in notes},
        global_annotation=outcome.note,
        transport=outcome.surface,
        answered_by=outcome.answered_by,
        summary=_summary(question, chosen, words),
    )
    return ("custom_input" if words is not None and not chosen else "selected"), selection


def _timed_out(question: Question, outcome: TimedOut) -> Selection:
    wanted = {
        option_id for answer in counted_defaults([question], outcome) for option_id in answer.option_ids
    }
    chosen = tuple([each for each in question.option_ids if each in wanted])
    if not chosen:
        return Selection(summary="Nobody answered in time.")
    if len(chosen) > question.max_selections:
        raise WrongCount(question.id, len(chosen), question.min_selections, question.max_selections)
    return Selection(
        selected_ids=chosen,
        timed_out_with_defaults=True,
        summary=f"Nobody answered in time; the default counts: {_named(question, chosen)}.",
    )


def _answer_to(question: Question, answers: tuple[Answer, ...]) -> Answer:
    """Return the first answer to a question."""
    for answer in answers:
        if answer.question_id == question.id:
            return answer
    if answers:
        raise UnknownQuestion(answers[0].question_id, [question.id])
    raise InvalidAnswer(_ANSWERS, _NO_ANSWER)


def _summary(question: Question, chosen: tuple[str, ...], words: str | None) -> str:
    if not chosen:
        return "No option was chosen." if words is None else "Answered in own words."
    beside = "" if words is None else ", with own words"
    return f"Chosen: {_named(question, chosen)}{beside}."


def _named(question: Question, chosen: tuple[str, ...]) -> str:
    """Return the labels of the first few options that were chosen."""
    labels = [cut(option.label, _LABEL_IN_SUMMARY) for option in question.options if option.id in chosen]
    more = len(labels) - _NAMED_OPTIONS
    return ", ".join(labels[:_NAMED_OPTIONS]) + (f" and {more} more" if more > 0 else "")
