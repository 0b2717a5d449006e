"""Render questions, drafts and outcomes as blocks, and the modal for free text."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from choice.desk import Draft, Interaction
from choice.models import Answer, Answered, Cancelled, Form, Outcome, Question, Superseded, TimedOut
from choice.plain_text import plain, plain_line
from choice.slack.events.actions import (
    ACCEPT_RECOMMENDED,
    CHANGE,
    CONFIRM,
    FREE_TEXT_VIEW,
    PICKED,
    RESET,
    SUBMIT,
    SURFACE,
    TYPED,
    ActionIds,
    OpenFreeText,
    question_at,
    recommended_answers,
)
from choice.slack.render.limits import LIMITS, size
from choice.slack.render.pages import READING, shown_label, shown_title
from choice.slack.render.text import (
    LABEL,
    PLACEHOLDER,
    SECTION,
    TEXT_INPUT,
    VISIBLE,
    Block,
    Words,
    actions,
    button,
    entry,
    escape,
    markdown_pieces,
    marked_text,
    mention,
    moment,
    plain_text,
    section,
    shortened,
    small,
)


def answer_words(question: Question, answer: Answer | None, words: Words, limit: int) -> str:
    """Return an answer as unescaped text of at most `limit` characters.

    Labels that do not fit are replaced with the numbers of the options. Free text that does not fit is
    truncated.
    """
    chosen = () if answer is None else answer.option_ids
    positions = [at for at, option in enumerate(question.options) if option.id in chosen]
    labels = ", ".join([shown_label(question.options[at], at) for at in positions])
    free_text = plain((answer.custom_text if answer else None) or "").strip()
    if not free_text:
        return _fitting(labels, positions, words, limit) or words("none")
    if not positions:
        return _quoted(free_text, words, limit)
    chosen_text = _fitting(labels, positions, words, limit // 2)
    return f"{chosen_text}; {_quoted(free_text, words, limit - size(chosen_text) - 2)}"


def _fitting(labels: str, positions: list[int], words: Words, limit: int) -> str:
    if size(labels) <= limit:
        return labels
    return shortened(words("options", numbers=numbers(positions)), limit)


def _quoted(free_text: str, words: Words, limit: int) -> str:
    quoted = words("quoted", words=free_text)
    return quoted if size(quoted) <= limit else words("quoted", words=shortened(free_text, limit - 2))


def numbers(positions: list[int]) -> str:
    """Return zero-based positions as numbers from 1, with ranges, such as `1–3, 7`."""
    spans: list[list[int]] = []
    for position in positions:
        if spans and spans[-1][-1] == position - 1:
            spans[-1] = [spans[-1][0], position]
        else:
            spans.append([position])
    return ", ".join(["–".join([str(end + 1) for end in span]) for span in spans])


BUTTONS = 4
BOXES = LIMITS["radio_buttons.options"]


def controls(ids: ActionIds, position: int, question: Question, words: Words) -> list[Block]:
    """Return the controls of a question."""
    row = ids.block(position, "buttons")
    if not question.options:
        return [actions(row, [_free_text_button(ids, position, "write", words)])]
    free_text = [_free_text_button(ids, position, "own_words", words)] if question.allow_free_text else []
    if question.selection_mode == "single" and len(question.options) <= BUTTONS:
        return [actions(row, [*_option_buttons(ids, position, question), *free_text])]
    style = {} if ids.is_form else {"style": "primary"}
    name, value = ids.choose(position, CONFIRM), ids.value(position)
    confirm = button(words("confirm"), name, value, **style)
    block_id = ids.block(position, PICKED)
    picker = picking(block_id, question, question.default_selection_ids, words)
    if ids.is_form:
        picker["label"]["text"] = f"{position + 1}. {picker['label']['text']}"
    return [picker, actions(row, [confirm, *free_text])]


def picking(block_id: str, question: Question, chosen: Collection[str], words: Words) -> Block:
    """Return an input block with the options of a question. The options in `chosen` are selected."""
    entries = entries_of(question)
    ticked = [one for one, option in zip(entries, question.options, strict=True) if option.id in chosen]
    kind = _kind(question)
    element: Block = {"type": kind, "action_id": PICKED, "options": entries}
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
    """Return a hint that says how many options to choose."""
    least, most = question.min_selections, question.max_selections
    if least == most:
        return words("choose_exactly", n=most)
    if most == len(question.options):
        return words("choose_any") if least <= 1 else words("choose_between", least=least, n=most)
    return words("choose_up_to", n=most) if least == 0 else words("choose_between", least=least, n=most)


def entries_of(question: Question) -> list[Block]:
    """Return the options of a menu or checkbox list.

    If a label is too long, all options show their numbers, which identify them in the text of the message.
    """
    labels = [shown_label(option, at) for at, option in enumerate(question.options)]
    if all(size(label) <= LABEL for label in labels):
        return [entry(label, at) for at, label in enumerate(labels)]
    return [entry(shortened(f"{at + 1}. {label}", LABEL), at) for at, label in enumerate(labels)]


def _option_buttons(ids: ActionIds, position: int, question: Question) -> Sequence[Block]:
    labels = [shown_label(option, at) for at, option in enumerate(question.options)]
    numbered = any(size(label) > VISIBLE for label in labels)
    buttons: list[Block] = []
    for at, label in enumerate(labels):
        more: dict[str, Any] = {}
        if numbered:
            more["accessibility_label"] = shortened(f"{at + 1}: {label}", LABEL)
        if not ids.is_form and question.options[at].id in question.default_selection_ids:
            more["style"] = "primary"
        text = str(at + 1) if numbered else label
        buttons.append(button(text, ids.choose(position, at), ids.value(position, at), **more))
    return buttons


def _free_text_button(ids: ActionIds, position: int, text: str, words: Words) -> Block:
    return button(words(text), ids.free_text(position), ids.value(position))


def _kind(question: Question) -> str:
    few = len(question.options) <= BOXES
    if question.selection_mode == "single":
        return "radio_buttons" if few else "static_select"
    return "checkboxes" if few else "multi_static_select"


def free_text_view(asked: OpenFreeText, form: Form, words: Words, written: str | None = None) -> Block | None:
    """Return the view for `views.open`, or None if the question is unknown or does not allow free text.

    `written` is the drafted text. A question that allows options together with free text also shows its
    options, selected as in the message.
    """
    question = question_at(form, asked.question)
    if question is None or not question.allow_free_text:
        return None
    ids = ActionIds(asked.handle, asked.version, is_form=len(form.questions) > 1)
    is_hybrid = question.selection_mode == "hybrid"
    blocks = [section(marked_text(piece)) for piece in markdown_pieces(question.text, SECTION)]
    if is_hybrid:
        ticked = {option.id for at, option in enumerate(question.options) if at in asked.options}
        block_id = ids.block(asked.question, PICKED)
        picker = picking(block_id, question, ticked, words)
        blocks.append(picker | {"label": plain_text(words("modal_options")), "optional": True})
    if written and size(written) > TEXT_INPUT:
        blocks.append(small(words("modal_kept")))
    blocks.append(_field(ids.block(asked.question, TYPED), question.placeholder, written, words))
    blocks[-1]["optional"] = is_hybrid
    return {
        "type": "modal",
        "callback_id": FREE_TEXT_VIEW,
        "private_metadata": ids.value(asked.question),
        "title": plain_text(words("modal_title")),
        "submit": plain_text(words("modal_submit")),
        "close": plain_text(words("modal_close")),
        "blocks": blocks,
    }


def _field(block_id: str, placeholder: str | None, written: str | None, words: Words) -> Block:
    element: Block = {
        "type": "plain_text_input",
        "action_id": TYPED,
        "multiline": True,
        "max_length": TEXT_INPUT,
        "focus_on_load": True,
    }
    if hint := plain_line(placeholder or ""):
        element["placeholder"] = plain_text(shortened(hint, PLACEHOLDER))
    if written and size(written) <= TEXT_INPUT:
        element["initial_value"] = written
    return {
        "type": "input",
        "block_id": block_id,
        "label": plain_text(words("modal_label")),
        "hint": plain_text(words("modal_hint", n=TEXT_INPUT)),
        "element": element,
    }


_FORM = "form"


def progress(form: Form, draft: Draft, words: Words) -> str:
    """Return a text that says how many questions have an answer."""
    count = len(form.questions)
    return words("progress", done=count - len(draft.open_questions(form)), n=count)


def drafted(ids: ActionIds, position: int, answer_text: str, words: Words) -> list[Block]:
    """Return blocks with the drafted answer and the button that clears it."""
    change = button(words("change"), f"{CHANGE}{position}", ids.value(position))
    shown = section(plain_text(words("chosen", answer=answer_text)))
    return [shown, actions(ids.block(position, "change"), [change])]


def form_buttons(ids: ActionIds, form: Form, draft: Draft, words: Words) -> list[Block]:
    """Return the form's buttons that are useful now: submit, accept recommendations, reset."""
    value, row = ids.value(), []
    if not draft.open_questions(form):
        row.append(button(words("submit"), f"{SUBMIT}{_FORM}", value, style="primary"))
    if recommended_answers(form, draft):
        row.append(button(words("accept"), f"{ACCEPT_RECOMMENDED}{_FORM}", value))
    if draft.answers:
        row.append(button(words("reset"), f"{RESET}{_FORM}", value, confirm=_reset_confirmation(words)))
    return [actions(ids.block(_FORM, "buttons"), row)] if row else []


def _reset_confirmation(words: Words) -> Block:
    return {
        "title": plain_text(words("reset_title")),
        "text": plain_text(words("reset_text")),
        "confirm": plain_text(words("reset_yes")),
        "deny": plain_text(words("reset_no")),
        "style": "danger",
    }


_NAME = 100
_NOTE = 400


@dataclass(frozen=True, slots=True)
class Decider:
    """The person who answered or cancelled: a Slack user to mention, or a name to show."""

    user_id: str | None = None
    name: str | None = None

    def shown(self) -> str:
        """Return the person as escaped text, or an empty string if unknown."""
        named = mention(self.user_id) if self.user_id else ""
        return named or shortened(escape(plain_line(self.name or "")), _NAME)


def status(interaction: Interaction, words: Words, who: Decider) -> str:
    """Return one escaped line that says how the interaction ended, by whom, where and when."""
    line = _ended(interaction.outcome, words, who.shown())
    return line if interaction.ended_at is None else f"{line} · {moment(interaction.ended_at)}"


def note_text(outcome: Outcome | None, words: Words, limit: int = _NOTE) -> str:
    """Return the note of an outcome as unescaped text, or an empty string if it has none."""
    note = None if isinstance(outcome, TimedOut) or outcome is None else outcome.note
    return words("note", note=shortened(plain(note), limit)) if note and note.strip() else ""


def decided(outcome: Outcome | None) -> dict[str, Answer] | None:
    """Return the answers, or the defaults used after a timeout, by question id. None for other outcomes."""
    if isinstance(outcome, Answered) or (isinstance(outcome, TimedOut) and outcome.used_defaults):
        return {answer.question_id: answer for answer in outcome.answers}
    return None


def outcome_text(
    interaction: Interaction, words: Words, user_id: str | None = None, name: str | None = None
) -> str:
    """Return the questions, answers and outcome as escaped text."""
    answers, form = decided(interaction.outcome), interaction.form
    title = shown_title(form)
    lines = [f"*{escape(title)}*"] if title else []
    limit = (READING - 1_400) // (2 * len(form.questions))
    for question in form.questions:
        asked = shortened(escape(plain_line(question.text)), limit)
        if answers is None:
            lines.append(asked)
        else:
            answer_text = answer_words(question, answers.get(question.id), words, limit)
            lines.append(f"{asked}: {shortened(escape(answer_text), limit)}")
    lines.append(status(interaction, words, Decider(user_id, name)))
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
        case Superseded() | None:  # pragma: no branch - exhaustive
            return words("superseded")


def _answered(surface: str | None, words: Words, person: str) -> str:
    """Return a text that says who answered, and on which surface if not in Slack."""
    where = escape(words.surface(surface)) if surface and surface != SURFACE else ""
    if where:
        name = "answered_in_by" if person else "answered_in"
    else:
        name = "answered_by" if person else "answered"
    return words(name, person=person, surface=where)
