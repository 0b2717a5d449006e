"""The App Home: what waits for its reader, then what was decided lately."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from choice.desk.interaction import Interaction
from choice.plain_text import plain_line
from choice.slack import action_names as names
from choice.slack.answer_words import answer_words
from choice.slack.kit import button, header, plain_text, section, small
from choice.slack.message_text import escape, moment
from choice.slack.outcome_blocks import Who, decided, status
from choice.slack.rendered import Block
from choice.slack.text_pieces import shortened
from choice.slack.words import Words

_WAITING = 30
_DECIDED = 12
_ASKED = 300
_ANSWER = 300


@dataclass(frozen=True, slots=True)
class HomeRow:
    """One interaction in the inbox; `link` is the permalink of its message, where there is one."""

    handle: str
    interaction: Interaction
    link: str | None = None
    user_id: str | None = None
    """The Slack user who decided."""


def home_view(waiting: Sequence[HomeRow], decided_lately: Sequence[HomeRow], words: Words) -> Block:
    """Return the view for `views.publish`; what waits and does not fit is counted."""
    blocks = [header(words("home_waiting"))]
    if not waiting:
        blocks.append(section(plain_text(words("home_none"))))
    for at, row in enumerate(waiting[:_WAITING]):
        blocks += _waiting(at, row, words)
    if len(waiting) > _WAITING:
        blocks.append(small(words("home_more", n=len(waiting) - _WAITING)))
    if decided_lately:
        blocks.append(header(words("home_recent")))
    for row in decided_lately[:_DECIDED]:
        blocks += _decided(row, words)
    return {"type": "home", "blocks": blocks}


def _waiting(at: int, row: HomeRow, words: Words) -> Iterable[Block]:
    opening = button(words("home_open"), f"{names.OPEN_FROM_HOME}{at}", row.handle)
    if row.link is not None:
        opening["url"] = row.link
    yield section(plain_text(_asked(row.interaction))) | {"accessory": opening}
    agent = shortened(escape(plain_line(row.interaction.asked_by.agent)), _ASKED)
    count = len(row.interaction.form.questions)
    facts = [
        words("asked_by", agent=agent) if agent else "",
        words("home_questions", n=count) if count > 1 else "",
        words("until", time=moment(row.interaction.deadline)),
    ]
    yield small(" · ".join([fact for fact in facts if fact]))


def _decided(row: HomeRow, words: Words) -> Iterable[Block]:
    yield section(plain_text(_asked(row.interaction)))
    answers = decided(row.interaction.outcome)
    ended = status(row.interaction, words, Who(row.user_id))
    if answers is None:
        yield small(ended)
        return
    said = [
        answer_words(question, answers.get(question.id), words, _ANSWER)
        for question in row.interaction.form.questions
    ]
    yield section(plain_text(shortened(words("answer", answer="; ".join(said)), 2 * _ANSWER)))
    yield small(ended)


def _asked(interaction: Interaction) -> str:
    """Return what an interaction is about, in a few lines."""
    form = interaction.form
    asked = plain_line(form.title or "") or plain_line(form.questions[0].text) or interaction.id
    return shortened(asked, _ASKED)
