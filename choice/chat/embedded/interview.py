"""The demo model's interview: one turn of it."""

from collections.abc import Sequence

from choice.chat.embedded.asking import as_call, as_text
from choice.chat.embedded.interview_script import Step, open_steps
from choice.chat.embedded.interview_state import InterviewState, marked
from choice.chat.embedded.interview_summary import interview_summary
from choice.chat.embedded.wording import md
from choice.chat.model_client import AssistantTurn, ModelRequest, Piece, ToolCall
from choice.models import Category

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
