"""The controls of one question: buttons, boxes or a menu, and always a way to answer in own words."""

from collections.abc import Collection, Sequence
from typing import Any

from choice.models import Question
from choice.slack import action_names as names
from choice.slack.action_names import Place
from choice.slack.form_pages import shown_label
from choice.slack.kit import LABEL, VISIBLE, actions, button, entry, plain_text
from choice.slack.message_text import size
from choice.slack.rendered import Block
from choice.slack.text_pieces import shortened
from choice.slack.words import Words

BUTTONS = 4
BOXES = 10


def controls(place: Place, position: int, question: Question, words: Words) -> list[Block]:
    """Return what a question is answered with."""
    row = place.block(position, "buttons")
    if not question.options:
        return [actions(row, [_own_words(place, position, "write", words)])]
    own = [_own_words(place, position, "own_words", words)] if question.allow_free_text else []
    if question.selection_mode == "single" and len(question.options) <= BUTTONS:
        return [actions(row, [*_option_buttons(place, position, question), *own])]
    style = {} if place.is_form else {"style": "primary"}
    name, value = place.choose(position, names.CONFIRM), place.value(position)
    confirm = button(words("confirm"), name, value, **style)
    block_id = place.block(position, names.PICKED)
    picker = picking(block_id, question, question.default_selection_ids, words)
    if place.is_form:
        picker["label"]["text"] = f"{position + 1}. {picker['label']['text']}"
    return [picker, actions(row, [confirm, *own])]


def picking(block_id: str, question: Question, chosen: Collection[str], words: Words) -> Block:
    """Return an input with the options of a question, those chosen already ticked."""
    entries = entries_of(question)
    ticked = [one for one, option in zip(entries, question.options, strict=True) if option.id in chosen]
    kind = _kind(question)
    element: Block = {"type": kind, "action_id": names.PICKED, "options": entries}
    if kind.endswith("select"):
        element["placeholder"] = plain_text(words("pick"))
    if kind == "multi_static_select":
        element["max_selected_items"] = question.max_selections
    single = kind in {"radio_buttons", "static_select"}
    if ticked:
        element |= {"initial_option": ticked[0]} if single else {"initial_options": ticked}
    block: Block = {
        "type": "input",
        "block_id": block_id,
        "optional": question.min_selections == 0,
        "label": plain_text(words("choose_one" if single else "choose_some")),
        "element": element,
    }
    return block if single else block | {"hint": plain_text(count_words(question, words))}


def count_words(question: Question, words: Words) -> str:
    """Say how many options a question takes."""
    least, most = question.min_selections, question.max_selections
    if least == most:
        return words("choose_exactly", n=most)
    if most == len(question.options):
        return words("choose_any") if least <= 1 else words("choose_between", least=least, n=most)
    return words("choose_up_to", n=most) if least == 0 else words("choose_between", least=least, n=most)


def entries_of(question: Question) -> list[Block]:
    """Return the entries of a menu or of boxes; if one is too long, all are numbered as in the text."""
    labels = [shown_label(option, at) for at, option in enumerate(question.options)]
    if all(size(label) <= LABEL for label in labels):
        return [entry(label, at) for at, label in enumerate(labels)]
    return [entry(shortened(f"{at + 1}. {label}", LABEL), at) for at, label in enumerate(labels)]


def _option_buttons(place: Place, position: int, question: Question) -> Sequence[Block]:
    labels = [shown_label(option, at) for at, option in enumerate(question.options)]
    numbered = any(size(label) > VISIBLE for label in labels)
    buttons: list[Block] = []
    for at, label in enumerate(labels):
        more: dict[str, Any] = {}
        if numbered:
            more["accessibility_label"] = shortened(f"{at + 1}: {label}", LABEL)
        if not place.is_form and question.options[at].id in question.default_selection_ids:
            more["style"] = "primary"
        text = str(at + 1) if numbered else label
        buttons.append(button(text, place.choose(position, at), place.value(position, at), **more))
    return buttons


def _own_words(place: Place, position: int, text: str, words: Words) -> Block:
    return button(words(text), place.own_words(position), place.value(position))


def _kind(question: Question) -> str:
    few = len(question.options) <= BOXES
    if question.selection_mode == "single":
        return "radio_buttons" if few else "static_select"
    return "checkboxes" if few else "multi_static_select"
