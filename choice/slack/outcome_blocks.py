"""How a form ended, in words: what, who, when."""

from dataclasses import dataclass

from choice.answers import Answer, Answered, Cancelled, Outcome, Superseded, TimedOut
from choice.desk.interaction import Interaction
from choice.plain_text import plain, plain_line
from choice.slack.answer_words import answer_words
from choice.slack.form_pages import READING, shown_title
from choice.slack.message_text import escape, mention, moment
from choice.slack.text_pieces import shortened
from choice.slack.words import Words

_NAME = 100
_NOTE = 400
HERE = "slack"


@dataclass(frozen=True, slots=True)
class Who:
    """Who ended a form: a Slack user, who is mentioned, or else a name."""

    user_id: str | None = None
    name: str | None = None

    def shown(self) -> str:
        """Return them as escaped text; empty where nobody is known."""
        named = mention(self.user_id) if self.user_id else ""
        return named or shortened(escape(plain_line(self.name or "")), _NAME)


def status(interaction: Interaction, words: Words, who: Who) -> str:
    """Return one line, escaped: how it ended, by whom, where and when."""
    said = _ended(interaction.outcome, words, who.shown())
    return said if interaction.ended_at is None else f"{said} · {moment(interaction.ended_at)}"


def note_text(outcome: Outcome | None, words: Words, limit: int = _NOTE) -> str:
    """Return the note that came with an outcome, not escaped; empty where there was none."""
    note = None if isinstance(outcome, TimedOut) or outcome is None else outcome.note
    return words("note", note=shortened(plain(note), limit)) if note and note.strip() else ""


def decided(outcome: Outcome | None) -> dict[str, Answer] | None:
    """Return the answers that count, by question; None where nothing was decided."""
    if isinstance(outcome, Answered) or (isinstance(outcome, TimedOut) and outcome.used_defaults):
        return {answer.question_id: answer for answer in outcome.answers}
    return None


def outcome_text(
    interaction: Interaction, words: Words, user_id: str | None = None, name: str | None = None
) -> str:
    """Return the whole record as text: for the thread, where the message itself could not be changed."""
    answers, form = decided(interaction.outcome), interaction.form
    title = shown_title(form)
    lines = [f"*{escape(title)}*"] if title else []
    limit = (READING - 1_400) // (2 * len(form.questions))
    for question in form.questions:
        asked = shortened(escape(plain_line(question.text)), limit)
        if answers is None:
            lines.append(asked)
        else:
            said = answer_words(question, answers.get(question.id), words, limit)
            lines.append(f"{asked}: {shortened(escape(said), limit)}")
    lines.append(status(interaction, words, Who(user_id, name)))
    lines.append(shortened(escape(note_text(interaction.outcome, words)), _NOTE))
    return "\n".join([line for line in lines if line])


def _ended(outcome: Outcome | None, words: Words, person: str) -> str:
    match outcome:
        case Answered(surface=surface):
            return _answered(surface, words, person)
        case Cancelled():
            return words("cancelled_by", person=person) if person else words("cancelled")
        case TimedOut(used_defaults=used_defaults):
            return words("used_defaults" if used_defaults else "timed_out")
        case Superseded() | None:  # pragma: no branch - there are no others
            return words("superseded")


def _answered(surface: str | None, words: Words, person: str) -> str:
    """Say who answered, and where if that was not here."""
    where = escape(words.surface(surface)) if surface and surface != HERE else ""
    if where:
        name = "answered_in_by" if person else "answered_in"
    else:
        name = "answered_by" if person else "answered"
    return words(name, person=person, surface=where)
