"""The modal in which a person writes an answer."""

from choice.models import Form
from choice.plain_text import plain_line
from choice.slack import action_names as names
from choice.slack.action_names import Place
from choice.slack.chosen_answer import question_at
from choice.slack.click import WriteOwnWords
from choice.slack.kit import PLACEHOLDER, SECTION, TYPED, marked_text, plain_text, section, small
from choice.slack.message_text import markdown_pieces, size
from choice.slack.question_blocks import picking
from choice.slack.rendered import Block
from choice.slack.text_pieces import shortened
from choice.slack.words import Words


def own_words_view(
    asked: WriteOwnWords, form: Form, words: Words, written: str | None = None
) -> Block | None:
    """Return the view for `views.open`; `written` is what the draft holds. None for an unknown question.

    A question that takes options and own words together shows both, with what is ticked in the message.
    """
    question = question_at(form, asked.question)
    if question is None or not question.allow_free_text:
        return None
    place = Place(asked.handle, asked.version, is_form=len(form.questions) > 1)
    both = question.selection_mode == "hybrid"
    blocks = [section(marked_text(piece)) for piece in markdown_pieces(question.text, SECTION)]
    if both:
        ticked = {option.id for at, option in enumerate(question.options) if at in asked.options}
        block_id = place.block(asked.question, names.PICKED)
        picker = picking(block_id, question, ticked, words)
        blocks.append(picker | {"label": plain_text(words("modal_options")), "optional": True})
    if written and size(written) > TYPED:
        blocks.append(small(words("modal_kept")))
    blocks.append(_field(place.block(asked.question, names.TYPED), question.placeholder, written, words))
    blocks[-1]["optional"] = both
    return {
        "type": "modal",
        "callback_id": names.OWN_WORDS_VIEW,
        "private_metadata": place.value(asked.question),
        "title": plain_text(words("modal_title")),
        "submit": plain_text(words("modal_submit")),
        "close": plain_text(words("modal_close")),
        "blocks": blocks,
    }


def _field(block_id: str, placeholder: str | None, written: str | None, words: Words) -> Block:
    element: Block = {
        "type": "plain_text_input",
        "action_id": names.TYPED,
        "multiline": True,
        "max_length": TYPED,
        "focus_on_load": True,
    }
    if hint := plain_line(placeholder or ""):
        element["placeholder"] = plain_text(shortened(hint, PLACEHOLDER))
    if written and size(written) <= TYPED:
        element["initial_value"] = written
    return {
        "type": "input",
        "block_id": block_id,
        "label": plain_text(words("modal_label")),
        "hint": plain_text(words("modal_hint", n=TYPED)),
        "element": element,
    }
