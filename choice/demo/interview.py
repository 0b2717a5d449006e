"""What a person wishes of the demo model besides data: to be asked, and in which dialect."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from choice.clock import moment
from choice.demo.asking import as_call, as_text
from choice.demo.interview_script import STEPS, Answers, Given, Step, open_steps
from choice.demo.reading import answers_plainly, in_words, is_no_answer, read_reply
from choice.demo.reports import md
from choice.models import Category
from choice.providers.protocol import AssistantTurn, ModelRequest, Piece, ToolCall, ToolResult, Turn, UserTurn
from choice.sources.intent import parse_intent

_WORD = re.compile(r"[^\W_]+(?:_[^\W_]+)*")
_ASKING = frozenset({"ask", "asks", "asking", "question", "questions", "interview"})
_BEGINNING = (
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
_GOING_ON = frozenset({"go on", "continue", "next", "next question", "resume", "계속"})
_AGAIN = ("start again", "start over", "restart", "begin again", "new interview", "다시 시작")
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
_SHORT = 4
_REQUESTING = frozenset({
    "show", "list", "top", "give", "tell", "what", "which", "how", "any", "summarize", "summarise",
    "describe", "find", "explain",
})  # fmt: skip
_REQUESTING_PHRASES = ("보여", "알려", "뭐", "어때", "요약")


class Wish(NamedTuple):
    """How a person wants to be asked."""

    begin: bool = False
    again: bool = False
    go_on: bool = False
    dialect: str | None = None

    @property
    def is_any(self) -> bool:
        """Whether anything was wished at all."""
        return self.begin or self.again or self.go_on or self.dialect is not None


def read_wish(text: str) -> Wish:
    """Return what a message wishes; a request for data wishes nothing."""
    if asks_for_data(text):
        return Wish()
    said = text.casefold().strip(" .!?")
    words = _WORD.findall(said)
    asking = not _ASKING.isdisjoint(words)
    # "signals json" is short too, and wishes for rows.
    wishes_dialect = asking or (len(words) <= _SHORT and not parse_intent(text, moment(0)).topics)
    dialect = _dialect(words) if wishes_dialect else None
    return Wish(
        begin=asking or said.startswith(_BEGINNING),
        again=any(phrase in said for phrase in _AGAIN),
        go_on=said in _GOING_ON,
        dialect=dialect,
    )


def asks_for_data(text: str) -> bool:
    """Tell whether a message requests rows instead of merely speaking of them."""
    intent = parse_intent(text, moment(0))
    if intent.ids:
        return True
    if not intent.topics:
        return False
    said = text.casefold()
    return not _REQUESTING.isdisjoint(_WORD.findall(said)) or any(
        each in said for each in _REQUESTING_PHRASES
    )


def _dialect(words: list[str]) -> str | None:
    spoken = frozenset(words)
    return next((name for name, known in _DIALECTS if not spoken.isdisjoint(known)), None)


HEADING = "## What I Understood"

_FIRST_STEPS = {
    "detection": "Write down for the last ten incidents who noticed them first, and close each gap",
    "repair": "Pick the three slowest repairs of the last month and write the runbook that was missing",
    "repeats": "Give every incident of the last month one follow-up with a name and a date",
    "review": "Agree that the first hour of the day belongs to reviews",
    "testing": "Take the ten least stable tests out of the gate and repair them one by one",
    "scope": "Freeze the plan for two weeks and collect new wishes in one list",
    "nights": "Double the number of people on call, and silence alerts that nobody acts on",
    "meetings": "Cancel every standing meeting for two weeks and bring back those that are missed",
    "priorities": "Let one person rank all open work, and stop what is below the line",
    "people_missing": "List what would not be done if nothing changed, and show it to management",
    "picture": "Bring everybody together for one hour, with figures, and agree on one problem",
    "tools": "Watch two people do the work and note where the tools make them wait",
}
_FIRST_STEP = "Turn the obstacle into one figure that can be measured every week"
_FIRST_LOOK = {"two_weeks": "in one week", "quarter": "in four weeks", "half_year": "in two months"}


def interview_summary(answers: Answers) -> str:
    """Return what was learned, and what to do with it."""
    lines = [f"- **{step.title}:** {md(answers[step.key].words)}" for step in STEPS if step.key in answers]
    obstacle = next(iter(answers["obstacle"].values), "")
    look = _FIRST_LOOK.get(next(iter(answers["deadline"].values), ""), "in four weeks")
    steps = (
        f"{_FIRST_STEPS.get(obstacle, _FIRST_STEP)}.",
        f"Invite those who take part ({md(answers['people'].words)}) and show them this summary.",
        f"Look at the result together {look}, and decide what comes next.",
    )
    return (
        "\n\n".join(
            [
                HEADING,
                "Thank you, that is all I need. This is what I take with me:",
                "\n".join(lines),
                f"> **Recommendation:** Begin small. {steps[0]}",
                "### Next Steps",
                "\n".join([f"{number}. {step}" for number, step in enumerate(steps, start=1)]),
                "Say **start again** for another interview.",
            ]
        )
        + "\n"
    )


BLOCK_TO_WRITE = "```choices"
"""What is in the result of a tool that tells the model to write a block; nobody has been asked yet."""

_MARK = "**Step"


@dataclass(slots=True)
class InterviewState:
    """The answers so far, what is open, and the dialect that was wished for, if one was."""

    answers: dict[str, Given] = field(default_factory=dict)
    asked: list[Step] = field(default_factory=list)
    dialect: str | None = None
    wanted: bool = False
    """Whether the last turn asks the interview to begin or to go on."""
    answered: str | None = None
    """What the last turn answered."""
    refused: bool = False
    """Whether the last turn says that nobody answered."""

    finished: bool = False
    """Whether the last interview came to its end, and no other was begun."""

    @property
    def is_complete(self) -> bool:
        """Whether every question is answered."""
        return len(self.answers) == len(STEPS)


def read_interview(turns: Sequence[Turn]) -> InterviewState:
    """Return where the interview of a conversation stands after its last turn."""
    state = InterviewState()
    for turn in turns:
        state.wanted = state.refused = False
        state.answered = None
        match turn:
            case AssistantTurn():
                _after_asking(state, turn)
            case UserTurn(text=text):
                _after_message(state, text)
            case ToolResult(name=name, text=text) if BLOCK_TO_WRITE not in text:
                _after_reply(state, in_words(name, text))
            case ToolResult():
                pass
    return state


def marked(steps: Sequence[Step]) -> str:
    """Return the line over questions that says where in the interview they stand."""
    places = ", ".join([str(STEPS.index(step) + 1) for step in steps])
    titles = ", ".join([step.title for step in steps])
    plural = "s" if len(steps) > 1 else ""
    return f"{_MARK}{plural} {places} of {len(STEPS)} · {titles}**"


def _after_asking(state: InterviewState, turn: AssistantTurn) -> None:
    if HEADING in turn.text:
        state.answers, state.asked = {}, []
        state.finished = True
        return
    said = "\n".join([turn.text, *[call.arguments for call in turn.calls]])
    line = next((line for line in turn.text.split("\n") if line.startswith(_MARK)), "")
    # Where only the prose was kept, the line over the question still tells which one it was.
    asked = [
        step
        for step in open_steps(state.answers)
        if step.put(state.answers).text in said or step.title in line.partition("·")[2]
    ]
    state.asked = asked or state.asked


def _after_message(state: InterviewState, text: str) -> None:
    """Take a message for a plain reply, a wish, a request for data or own words: in this order."""
    if answers_plainly(text, [step.put(state.answers) for step in state.asked]):
        _after_reply(state, text)
        return
    wish = read_wish(text)
    if wish.again:
        state.answers, state.asked = {}, []
    if wish.is_any:
        state.wanted = True
        state.finished = False
        state.dialect = wish.dialect or state.dialect
    elif not asks_for_data(text):
        _after_reply(state, text)


def _after_reply(state: InterviewState, text: str) -> None:
    if is_no_answer(text):
        state.refused = True
        return
    if not state.asked or not text.strip():
        return
    steps = state.asked
    given = read_reply(text, [step.put(state.answers) for step in steps])
    heard = {step.key: answer for step, answer in zip(steps, given, strict=True) if answer is not None}
    state.answers |= heard
    state.asked = []
    state.answered = "; ".join([answer.words for answer in heard.values()])


_FORMS = frozenset({"user_choice_group", "user_choices"})
_TOOLS = ("present_question", "present_choices")
_UNDERSTOOD = {"provide_choice": "provide_choice", "ask_user_question": "AskUserQuestion"}
"""Tools, by their dialects, that are understood wherever one is offered, though they are not offered."""
_FORM_TOOL = "AskUserQuestion"
_LONGEST_ECHO = 120


def interview_turn(request: ModelRequest, state: InterviewState) -> list[Piece]:
    """Return the text of the next turn, and the tool call in which it asks, if it does so by one."""
    if state.refused:
        return ["All right, nothing was decided. Say **go on** when you want to continue.\n"]
    if state.is_complete:
        return [interview_summary(state.answers)]
    # In a chat a plain list is just a list, so there a question must be marked as one.
    dialect = state.dialect or ("choices_fence" if request.mode == "chat" else "lettered_list")
    tool = _tool(request, dialect)
    steps = open_steps(state.answers)
    steps = steps if dialect in _FORMS or tool == _FORM_TOOL else steps[:1]
    before = [_opening(request, state), *_about_tools(dialect, tool), marked(steps)]
    if tool is not None:
        return ["\n\n".join(before) + "\n", _call(request, steps, state, tool)]
    questions = [step.put(state.answers) for step in steps]
    return ["\n\n".join([*before, as_text(questions, dialect)]) + "\n"]


def _opening(request: ModelRequest, state: InterviewState) -> str:
    if state.answered:
        words = state.answered
        shown = words if len(words) <= _LONGEST_ECHO else f"{words[:_LONGEST_ECHO]}…"
        return f"Noted: **{md(shown)}**."
    if state.answers:
        return "Let us go on."
    if request.mode == "clarification":
        return "Before I propose anything, a few things should be clear."
    return "Happy to help you find out what to do. A few short questions, each building on the last."


def _tool(request: ModelRequest, dialect: str) -> str | None:
    """Return the tool to ask with: the one wished for, or the best one that is offered."""
    offered = [tool.tool_name for tool in request.tools]
    if offered and dialect in _UNDERSTOOD:
        return _UNDERSTOOD[dialect]
    wanted = _TOOLS if dialect == "tool" else tuple(name for name in _TOOLS if name == dialect)
    return next((name for name in wanted if name in offered), None)


def _about_tools(dialect: str, tool: str | None) -> list[str]:
    if tool is None and dialect in {"tool", *_TOOLS, *_UNDERSTOOD}:
        return ["No tool for questions is offered to me here, so I ask in plain text."]
    return []


def _call(request: ModelRequest, steps: Sequence[Step], state: InterviewState, tool: str) -> ToolCall:
    calls = sum(len(turn.calls) for turn in request.turns if isinstance(turn, AssistantTurn))
    category: Category | None = None if request.mode == "chat" else request.mode
    asked = [(step.title, step.put(state.answers)) for step in steps]
    arguments = as_call(asked, tool, category, len(state.answers) + 1)
    return ToolCall(id=f"call_{calls + 1}", name=tool, arguments=arguments)
