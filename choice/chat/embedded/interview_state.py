"""Where an interview stands, read from the conversation alone: the demo model remembers nothing."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from choice.chat.embedded.interview_script import STEPS, Given, Step, open_steps
from choice.chat.embedded.interview_summary import HEADING
from choice.chat.embedded.reply_reading import answers_plainly, is_no_answer, read_reply
from choice.chat.embedded.result_words import in_words
from choice.chat.embedded.wishes import asks_for_data, read_wish
from choice.chat.model_client import AssistantTurn, ToolResult, Turn, UserTurn

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
