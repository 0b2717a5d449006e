"""The demo interview: recognise requests to start it, track its progress and write the next turn."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from choice.clock import moment
from choice.demo.markdown import md
from choice.demo.questions import (
    STEPS,
    Answers,
    GivenAnswer,
    Step,
    call_arguments,
    open_steps,
    question_text,
)
from choice.demo.replies import is_no_answer, is_plain_answer, parse_reply, tool_reply
from choice.models import Category
from choice.providers import AssistantTurn, ModelRequest, ModelTurn, Piece, ToolCall, ToolResult, UserTurn
from choice.sources.intent import parse_intent

_WORD = re.compile(r"[^\W_]+(?:_[^\W_]+)*")
_ASK_WORDS = frozenset({"ask", "asks", "asking", "question", "questions", "interview"})
_BEGIN_PHRASES = (
    "interview me",
    "ask me",
    "start",
    "begin",
    "help me decide",
    "discovery",
    "인터뷰",
    "질문해",
    "물어봐",
)
_RESUME_PHRASES = frozenset({"go on", "continue", "next", "next question", "resume", "계속"})
_RESTART_PHRASES = ("start again", "start over", "restart", "begin again", "new interview", "다시 시작")
_DIALECTS = (
    ("present_choices", ("present_choices",)),
    ("present_question", ("present_question",)),
    ("provide_choice", ("provide_choice",)),
    ("ask_user_question", ("ask_user_question", "askuserquestion")),
    ("user_choices", ("user_choices",)),
    ("user_choice_group", ("user_choice_group",)),
    ("user_choice", ("user_choice",)),
    ("choices_fence", ("fence", "fenced", "choices")),
    ("user_choice_group", ("form", "group", "양식")),
    ("tool", ("tool", "tools", "도구")),
    ("user_choice", ("json",)),
    ("numbered_list", ("numbered", "numbers", "번호")),
    ("lettered_list", ("lettered", "letters", "plain", "text")),
)
_MAX_SHORT_WORDS = 4
_QUERY = frozenset({
    "show", "list", "top", "give", "tell", "what", "which", "how", "any", "summarize", "summarise",
    "describe", "find", "explain",
})  # fmt: skip
_QUERY_PHRASES = ("보여", "알려", "뭐", "어때", "요약")


class InterviewRequest(NamedTuple):
    """A request in a message to begin, restart or continue the interview, optionally in a dialect."""

    begin: bool = False
    restart: bool = False
    resume: bool = False
    dialect: str | None = None

    @property
    def is_any(self) -> bool:
        """Whether the message contains any request to the interview."""
        return self.begin or self.restart or self.resume or self.dialect is not None


def parse_request(text: str) -> InterviewRequest:
    """Return the interview request in a message. It is empty if the message asks for data."""
    if asks_for_data(text):
        return InterviewRequest()
    lowered = text.casefold().strip(" .!?")
    words = _WORD.findall(lowered)
    asking = not _ASK_WORDS.isdisjoint(words)
    # "signals json" is also short, but asks for rows, not for a dialect.
    names_dialect = asking or (len(words) <= _MAX_SHORT_WORDS and not parse_intent(text, moment(0)).topics)
    dialect = _dialect(words) if names_dialect else None
    return InterviewRequest(
        begin=asking or lowered.startswith(_BEGIN_PHRASES),
        restart=any(phrase in lowered for phrase in _RESTART_PHRASES),
        resume=lowered in _RESUME_PHRASES,
        dialect=dialect,
    )


def asks_for_data(text: str) -> bool:
    """Return whether a message asks for data, and does not only mention a topic such as incidents."""
    intent = parse_intent(text, moment(0))
    if intent.ids:
        return True
    if not intent.topics:
        return False
    lowered = text.casefold()
    return not _QUERY.isdisjoint(_WORD.findall(lowered)) or any(each in lowered for each in _QUERY_PHRASES)


def _dialect(words: list[str]) -> str | None:
    word_set = frozenset(words)
    return next((name for name, triggers in _DIALECTS if not word_set.isdisjoint(triggers)), None)


HEADING = "## What I Understood"

_FIRST_STEPS = {
    "detection": "Record who noticed each of the last ten incidents first, and close the gaps in alerting",
    "repair": "Pick the three slowest repairs of the last month and write the missing runbooks",
    "repeats": "Give every incident of the last month one follow-up task with an owner and a due date",
    "review": "Reserve the first hour of the day for reviews",
    "testing": "Remove the ten least stable tests from the release gate and repair them one by one",
    "scope": "Freeze the plan for two weeks and collect new requests in one list",
    "nights": "Double the number of people on call, and silence alerts that nobody acts on",
    "meetings": "Cancel every recurring meeting for two weeks and reinstate only those that people miss",
    "priorities": "Let one person rank all open work, and stop the lowest-ranked items",
    "people_missing": "List the work that will not get done with the current staff and show it to management",
    "picture": "Meet for one hour with everybody involved, look at the figures and agree on one problem",
    "tools": "Watch two people do the work and note where the tools make them wait",
}
_FIRST_STEP = "Choose one figure that shows the obstacle, and measure it every week"
_FIRST_LOOK = {"two_weeks": "in one week", "quarter": "in four weeks", "half_year": "in two months"}


def interview_summary(answers: Answers) -> str:
    """Render the answers and the recommended next steps."""
    lines = [f"- **{step.title}:** {md(answers[step.key].words)}" for step in STEPS if step.key in answers]
    obstacle = next(iter(answers["obstacle"].values), "")
    look = _FIRST_LOOK.get(next(iter(answers["deadline"].values), ""), "in four weeks")
    steps = (
        f"{_FIRST_STEPS.get(obstacle, _FIRST_STEP)}.",
        f"Invite the people involved ({md(answers['people'].words)}) and show them this summary.",
        f"Review the result together {look}, and decide what to do next.",
    )
    return (
        "\n\n".join(
            [
                HEADING,
                "Thank you, that is all I need. Here is a summary of your answers:",
                "\n".join(lines),
                f"> **Recommendation:** Start small. {steps[0]}",
                "### Next Steps",
                "\n".join([f"{number}. {step}" for number, step in enumerate(steps, start=1)]),
                "Say **start again** for another interview.",
            ]
        )
        + "\n"
    )


BLOCK_TO_WRITE = "```choices"
"""Marker in a tool result that asks the model for a fenced block. Such a result is not an answer."""

_HEADING_START = "**Step"


@dataclass(slots=True)
class InterviewState:
    """Progress of the interview after the last turn of the conversation."""

    answers: dict[str, GivenAnswer] = field(default_factory=dict)
    asked: list[Step] = field(default_factory=list)
    dialect: str | None = None
    requested: bool = False
    """Whether the last turn asks to begin or continue the interview."""
    answered: str | None = None
    """The answer in the last turn."""
    declined: bool = False
    """Whether the last turn reports a question that ended without an answer."""
    finished: bool = False
    """Whether the last interview is complete and no new one was requested."""

    @property
    def is_complete(self) -> bool:
        """Whether every question is answered."""
        return len(self.answers) == len(STEPS)


def interview_state(turns: Sequence[ModelTurn]) -> InterviewState:
    """Return the state of the interview after the turns of a conversation."""
    state = InterviewState()
    for turn in turns:
        state.requested = state.declined = False
        state.answered = None
        match turn:
            case AssistantTurn():
                _after_asking(state, turn)
            case UserTurn(text=text):
                _after_message(state, text)
            case ToolResult(name=name, text=text) if BLOCK_TO_WRITE not in text:
                _after_reply(state, tool_reply(name, text))
            case ToolResult():
                pass
    return state


def _heading(steps: Sequence[Step]) -> str:
    """Return the heading for questions, with their numbers and titles."""
    places = ", ".join([str(STEPS.index(step) + 1) for step in steps])
    titles = ", ".join([step.title for step in steps])
    plural = "s" if len(steps) > 1 else ""
    return f"{_HEADING_START}{plural} {places} of {len(STEPS)} · {titles}**"


def _after_asking(state: InterviewState, turn: AssistantTurn) -> None:
    if HEADING in turn.text:
        state.answers, state.asked = {}, []
        state.finished = True
        return
    written = "\n".join([turn.text, *[call.arguments for call in turn.calls]])
    line = next((line for line in turn.text.split("\n") if line.startswith(_HEADING_START)), "")
    # If the history contains only the text around a question, the heading still names the question.
    asked = [
        step
        for step in open_steps(state.answers)
        if step.build(state.answers).text in written or step.title in line.partition("·")[2]
    ]
    state.asked = asked or state.asked


def _after_message(state: InterviewState, text: str) -> None:
    """Interpret a message as a plain answer, a request, a query for data or free text, in this order."""
    if is_plain_answer(text, [step.build(state.answers) for step in state.asked]):
        _after_reply(state, text)
        return
    request = parse_request(text)
    if request.restart:
        state.answers, state.asked = {}, []
    if request.is_any:
        state.requested = True
        state.finished = False
        state.dialect = request.dialect or state.dialect
    elif not asks_for_data(text):
        _after_reply(state, text)


def _after_reply(state: InterviewState, text: str) -> None:
    if is_no_answer(text):
        state.declined = True
        return
    if not state.asked or not text.strip():
        return
    steps = state.asked
    parsed = parse_reply(text, [step.build(state.answers) for step in steps])
    answers = {step.key: answer for step, answer in zip(steps, parsed, strict=True) if answer is not None}
    state.answers |= answers
    state.asked = []
    state.answered = "; ".join([answer.words for answer in answers.values()])


_FORMS = frozenset({"user_choice_group", "user_choices"})
_TOOLS = ("present_question", "present_choices")
_UNLISTED_TOOLS = {"provide_choice": "provide_choice", "ask_user_question": "AskUserQuestion"}
"""Tools, keyed by dialect, that can be called even if the request offers only other tools."""
_FORM_TOOL = "AskUserQuestion"
_MAX_ECHO = 120


def interview_turn(request: ModelRequest, state: InterviewState) -> list[Piece]:
    """Return the text of the next turn, followed by a tool call if the question is asked with a tool."""
    if state.declined:
        return ["All right, no answer was recorded. Say **go on** when you want to continue.\n"]
    if state.is_complete:
        return [interview_summary(state.answers)]
    # In chat mode a plain list is not parsed as a question, so a fenced block is the default.
    dialect = state.dialect or ("choices_fence" if request.mode == "chat" else "lettered_list")
    tool = _tool(request, dialect)
    steps = open_steps(state.answers)
    steps = steps if dialect in _FORMS or tool == _FORM_TOOL else steps[:1]
    before = [_opening(request, state), *_tool_notice(dialect, tool), _heading(steps)]
    if tool is not None:
        return ["\n\n".join(before) + "\n", _call(request, steps, state, tool)]
    questions = [step.build(state.answers) for step in steps]
    return ["\n\n".join([*before, question_text(questions, dialect)]) + "\n"]


def _opening(request: ModelRequest, state: InterviewState) -> str:
    if state.answered:
        words = state.answered
        shown = words if len(words) <= _MAX_ECHO else f"{words[:_MAX_ECHO]}…"
        return f"Noted: **{md(shown)}**."
    if state.answers:
        return "Let us continue."
    if request.mode == "clarification":
        return "Before I propose anything, I need to clarify a few things."
    return "I am happy to help you find out what to do. I have a few short questions for you."


def _tool(request: ModelRequest, dialect: str) -> str | None:
    """Return the tool to ask with, or None to ask in text."""
    offered = [tool.tool_name for tool in request.tools]
    if offered and dialect in _UNLISTED_TOOLS:
        return _UNLISTED_TOOLS[dialect]
    accepted = _TOOLS if dialect == "tool" else tuple(name for name in _TOOLS if name == dialect)
    return next((name for name in accepted if name in offered), None)


def _tool_notice(dialect: str, tool: str | None) -> list[str]:
    if tool is None and dialect in {"tool", *_TOOLS, *_UNLISTED_TOOLS}:
        return ["I have no tool for asking questions here, so I ask in plain text."]
    return []


def _call(request: ModelRequest, steps: Sequence[Step], state: InterviewState, tool: str) -> ToolCall:
    calls = sum(len(turn.calls) for turn in request.turns if isinstance(turn, AssistantTurn))
    category: Category | None = None if request.mode == "chat" else request.mode
    asked = [(step.title, step.build(state.answers)) for step in steps]
    arguments = call_arguments(asked, tool, category, len(state.answers) + 1)
    return ToolCall(id=f"call_{calls + 1}", name=tool, arguments=arguments)
