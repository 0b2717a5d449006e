"""A conversation with the demo model in which real dialects parse the questions and render the replies."""

from dataclasses import dataclass, field
from datetime import UTC, date, datetime

from choice.conversations.cards import as_cards
from choice.demo.data import demo_rows
from choice.demo.model import answer
from choice.dialects import PRESENT_CHOICES, PRESENT_QUESTION, Dialect, ToolDialect, dialect_named, tool_named
from choice.models import Answer, Answered, Form
from choice.providers import AssistantTurn, ModelRequest, ModelTurn, ToolCall, ToolResult, UserTurn
from choice.sources.intent import parse_intent
from choice.sources.protocol import Findings, Incident, Issue, Metric, Signal
from choice.stream import FormFound, Mode, detect

TODAY = date(2026, 3, 11)
NOW = datetime(2026, 3, 11, 12, tzinfo=UTC)
TOOLS: tuple[ToolDialect, ...] = (PRESENT_QUESTION, PRESENT_CHOICES)


def answer_text(message: str, findings: Findings | None = None, mode: Mode = "chat") -> str:
    """Return the answer of the demo model to one message."""
    request = ModelRequest(
        "", (UserTurn(message),), TOOLS, mode, findings or Findings(parse_intent(message, NOW))
    )
    return "".join([piece for piece in answer(request) if isinstance(piece, str)])


def demo(message: str, *kinds: type) -> Findings:
    """Return the sample rows of some kinds that need no role."""
    rows = [
        new.row
        for kind in ("signals", "incidents", "issues", "metrics")
        for new in demo_rows(kind, TODAY)
        if not new.visible_to and isinstance(new.row, kinds)
    ]
    return Findings(
        parse_intent(message, NOW),
        tuple(row for row in rows if isinstance(row, Signal)),
        tuple(row for row in rows if isinstance(row, Incident)),
        tuple(row for row in rows if isinstance(row, Issue)),
        tuple(row for row in rows if isinstance(row, Metric)),
        NOW,
    )


@dataclass
class Conversation:
    """Both sides of a conversation."""

    mode: Mode = "discovery"
    tools: tuple[ToolDialect, ...] = TOOLS
    turns: list[ModelTurn] = field(default_factory=list)
    dialects: list[str] = field(default_factory=list)
    forms: list[Form] = field(default_factory=list)
    replies: list[str] = field(default_factory=list)
    _call: ToolCall | None = None

    @property
    def last(self) -> str:
        """Text of the last turn of the model."""
        turn = self.turns[-1]
        assert isinstance(turn, AssistantTurn)
        return turn.text

    def say(self, text: str) -> "Conversation":
        """Send a message and let the model answer."""
        return self._send(UserTurn(text))

    def choose(self, *indices: int) -> "Conversation":
        """Answer each question of the last form by option index; the dialect renders the reply."""
        form = self.forms[-1]
        answers = [
            Answer(question_id=question.id, option_ids=tuple(question.options[index].id for index in indices))
            if question.max_selections > 1
            else Answer(question_id=question.id, option_ids=(question.options[indices[0]].id,))
            for question in form.questions
        ]
        return self.reply(self._dialect.reply(form, Answered(answers=tuple(answers))))

    def own_words(self, text: str) -> "Conversation":
        """Answer every question of the last form with free text."""
        answers = tuple(Answer(question_id=each.id, custom_text=text) for each in self.forms[-1].questions)
        return self.reply(self._dialect.reply(self.forms[-1], Answered(answers=answers)))

    def reply(self, words: str) -> "Conversation":
        """Send the reply to the last form."""
        self.replies.append(words)
        call = self._call
        return self._send(UserTurn(words) if call is None else ToolResult(call.id, call.name, words))

    @property
    def _dialect(self) -> Dialect:
        return dialect_named(self.dialects[-1])

    def _send(self, turn: ModelTurn) -> "Conversation":
        self.turns.append(turn)
        assert len(self.turns) < 40, "the conversation does not end"
        findings = Findings(
            parse_intent(turn.text, NOW) if isinstance(turn, UserTurn) else parse_intent("", NOW)
        )
        pieces = answer(ModelRequest("", tuple(self.turns), self.tools, self.mode, findings))
        text = "".join([piece for piece in pieces if isinstance(piece, str)])
        calls = tuple(piece for piece in pieces if isinstance(piece, ToolCall))
        self.turns.append(AssistantTurn(text, calls))
        found = [segment for segment in detect(text, self.mode).segments if isinstance(segment, FormFound)]
        assert len(found) + len(calls) <= 1
        self._call = calls[0] if calls else None
        for call in calls:
            self.forms.append(as_cards(tool_named(call.name).read(call.arguments), self.mode))
            self.dialects.append(tool_named(call.name).name)
        for segment in found:
            self.forms.append(as_cards(segment.form, self.mode))
            self.dialects.append(segment.dialect)
        return self
