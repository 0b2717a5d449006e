"""What a form has beside its questions: progress, answers so far, and the buttons for all of it."""

from choice.desk.draft import Draft
from choice.models import Form
from choice.slack import action_names as names
from choice.slack.action_names import Place
from choice.slack.chosen_answer import recommended_answers
from choice.slack.kit import actions, button, plain_text, section
from choice.slack.rendered import Block
from choice.slack.words import Words

_WHOLE = "form"


def progress(form: Form, draft: Draft, words: Words) -> str:
    """Say how many questions have an answer."""
    count = len(form.questions)
    return words("progress", done=count - len(draft.open_questions(form)), n=count)


def drafted(place: Place, position: int, said: str, words: Words) -> list[Block]:
    """Return an answered question's choice, and the button that takes it back."""
    change = button(words("change"), f"{names.CHANGE}{position}", place.value(position))
    shown = section(plain_text(words("chosen", answer=said)))
    return [shown, actions(place.block(position, "change"), [change])]


def form_buttons(place: Place, form: Form, draft: Draft, words: Words) -> list[Block]:
    """Return the row that submits when all is answered, accepts what is recommended, and starts over."""
    value, row = place.value(), []
    if not draft.open_questions(form):
        row.append(button(words("submit"), f"{names.SUBMIT}{_WHOLE}", value, style="primary"))
    if recommended_answers(form, draft):
        row.append(button(words("accept"), f"{names.ACCEPT_RECOMMENDED}{_WHOLE}", value))
    if draft.answers:
        row.append(button(words("reset"), f"{names.RESET}{_WHOLE}", value, confirm=_sure(words)))
    return [actions(place.block(_WHOLE, "buttons"), row)] if row else []


def _sure(words: Words) -> Block:
    return {
        "title": plain_text(words("reset_title")),
        "text": plain_text(words("reset_text")),
        "confirm": plain_text(words("reset_yes")),
        "deny": plain_text(words("reset_no")),
        "style": "danger",
    }
