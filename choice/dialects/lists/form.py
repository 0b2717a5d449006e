"""Build a form from a question and the options listed under it."""

import re
from enum import Enum, auto
from typing import NamedTuple

from pydantic import JsonValue

from choice.dialects.lenient import one_line
from choice.dialects.lists.announcements import is_for_others
from choice.dialects.lists.classify import are_statements, is_told_by_letters, is_told_by_numbers
from choice.dialects.lists.general import ends_quotation, is_in_quotation
from choice.dialects.lists.labels import are_labels, option_of, plain_option_of, without_emphasis
from choice.dialects.lists.markers import Marker, only_numbers, without_number
from choice.dialects.lists.questions import (
    MAX_QUESTION,
    asks_two_things,
    has_open_answer,
    is_question,
    is_topic,
    offers_choice,
    question_text,
    wants_all,
)
from choice.dialects.lists.selection import (
    asks_to_choose,
    is_obeyed,
    is_shown_by_card,
    says_what_for,
    selection_limits,
    tells_to_choose,
)
from choice.dialects.lists.yes_no import asks_yes_or_no
from choice.dialects.recommendation import may_recommend, without_recommendation
from choice.models import MAX_LABEL, Category, Form, Option, Question


class Above(Enum):
    """What the line above a question is, empty ones aside."""

    BEGINNING = auto()
    """Nothing: the text begins here."""
    ASKED = auto()
    """The last option of a question that was asked."""
    TOLD = auto()
    """The last item of a list that only looked like options."""
    OTHER = auto()


# Names of their own, as for the kinds of line.
BEGINNING, ASKED, TOLD, OTHER = Above

_JOINED = re.compile(
    r"\W{0,4}(?:and|also|und|außerdem|y|e|además)\b|\W{0,4}(?:그리고|또한|还有|還有|另外|また|それと|あと|و)"
).match


def is_joined(question: str) -> bool:
    """Tell whether a question begins with a word that joins it to the one before: "And how …?"."""
    return _JOINED(question.casefold()) is not None


LETTERED = "lettered_list"
NUMBERED = "numbered_list"
MAX_RATIONALE = 500
FEWEST, MOST = 2, 6
_LETTERS, _NUMBERS = "ABCDEF", "123456"
_BOLD = "**"


class ListedOption(NamedTuple):
    """One option as it stands in the text: its marker, and its lines without the marker."""

    marker: Marker
    lines: list[str]


def is_headline(option: ListedOption) -> bool:
    """Tell whether an option is a bold line that names itself; the lines below it then describe it."""
    marker, lines = option
    if marker.emphasis != _BOLD or not marker.named:
        return False
    line, _is_recommended = without_recommendation(_BOLD + lines[0])
    return line.endswith(_BOLD)


class ListedQuestion(NamedTuple):
    """A question and its options as they stand in the text."""

    sentence: str
    before: list[str]
    """The sentences before the question in its own paragraph."""
    between: str
    """The paragraph between question and options."""
    instruction: str
    """The words that ask to choose, behind the question or right before the options."""
    options: list[ListedOption]
    metadata: dict[str, JsonValue]
    above: Above = OTHER
    """What stands right above the question."""


def read(listed: ListedQuestion, category: Category | None) -> tuple[str, Form] | None:
    """Return the dialect and form of a listed question, or None where it is better shown as text."""
    lettered = listed.options[0].marker.lettered
    text = question_text(listed.sentence)
    if not FEWEST <= len(listed.options) <= MOST or len(text) > MAX_QUESTION:
        return None
    if not text[:1].isalpha() and not any(letter.isalpha() for letter in text):
        return None
    options = _options(listed.options, lettered=lettered)
    if options is None:
        return None
    if wants_all(text) or _is_for_others(listed, text):
        return None
    recommends = any(option.recommended for option in options)
    if asks_two_things(text) or (not recommends and _is_explanation(listed, text)):
        return None  # Who recommends one of them offers all.
    least, most = selection_limits(
        text, f"{listed.instruction}\n{listed.between}", len(options), numbered=not lettered
    )
    question = Question(
        text=without_number(text),
        context=_rationale(listed),
        category=category,
        selection_mode="single" if most == 1 else "multi",
        options=options,
        min_selections=least,
        max_selections=most,
        metadata=listed.metadata,
    )
    return (LETTERED if lettered else NUMBERED), Form(questions=(question,))


def _is_for_others(listed: ListedQuestion, text: str) -> bool:
    """Tell whether a question stands in a text that is written for somebody else than the reader."""
    return (
        ends_quotation(text)
        or is_in_quotation(text, listed.before)
        or is_for_others(text, listed.before, str(listed.metadata.get("discovery_phase", "")))
    )


def _is_explanation(listed: ListedQuestion, text: str) -> bool:
    """Tell whether a list explains its question instead of offering options."""
    labels = [option.lines[0] for option in listed.options]
    if listed.above is TOLD and _goes_on_to_tell(listed, text, labels):
        return True
    if listed.options[0].marker.offers:
        return is_told_by_letters(text, labels) and not _asks_for_answer(listed, text)
    if is_topic(listed.sentence) or are_statements(text, labels):
        return True
    return is_told_by_numbers(text, labels) and not _asks_for_answer(listed, text)


def _goes_on_to_tell(listed: ListedQuestion, text: str, labels: list[str]) -> bool:
    """Tell whether nothing in a question, or around it, asks: it goes on with what the list above tells."""
    return not (offers_choice(text) or has_open_answer(labels) or _asks_for_answer(listed, text))


def _asks_for_answer(listed: ListedQuestion, text: str) -> bool:
    """Tell whether an answer is waited for.

    The words around a question show it, which tell the reader to choose or what the answer is for, or a
    question right above it that was asked, and that it goes on from.
    """
    if asks_to_choose(listed.instruction) or tells_to_choose(listed.between):
        return True
    if listed.above is ASKED and is_joined(text):
        return True
    if any(says_what_for(words) for words in (listed.between, *listed.before[-1:])):
        return True
    return says_what_for(text.rpartition(":")[0]) and not asks_yes_or_no(text)


def _options(listed: list[ListedOption], *, lettered: bool) -> tuple[Option, ...] | None:
    """Return the options, or None where one of them is none: too long, a double, an early question."""
    whole = "\n".join([option.lines[0] for option in listed])
    are_plain, may_ask = not may_recommend(whole), "?" in whole or not whole.isascii()
    are_bare = are_plain and are_labels(whole)
    options: list[Option] = []
    asks = False
    for option_id, (marker, lines) in zip(_LETTERS if lettered else _NUMBERS, listed, strict=False):
        is_single = len(lines) == 1
        option: Option | None
        if are_bare and is_single and not (marker.star or marker.emphasis or len(lines[0]) > MAX_LABEL):
            option = Option(id=option_id, label=lines[0].strip())
        elif are_plain and is_single and not marker.star:
            option = plain_option_of(option_id, marker.emphasis + lines[0])
        else:
            option = option_of(option_id, [marker.star + marker.emphasis + lines[0], *lines[1:]])
        if option is None or asks:
            return None
        options.append(option)
        asks = (may_ask or not is_single) and is_question(option.label)
    labels = {option.label.casefold() for option in options}
    return tuple(options) if len(labels) == len(options) else None


def _rationale(listed: ListedQuestion) -> str | None:
    """Return why the question is asked: the paragraph between, else the sentences before, as many as fit.

    What the words behind the question instruct belongs to it, unless the card does it anyway.
    """
    between = "" if is_shown_by_card(listed.between) else listed.between
    if listed.instruction and not is_obeyed(listed.instruction):
        between = f"{listed.instruction} {between}"
    between = without_emphasis(one_line(between))
    if between:
        return between
    rationale = ""
    for sentence in reversed(listed.before):
        if only_numbers(sentence):
            continue
        longer = f"{without_emphasis(one_line(sentence))} {rationale}".strip()
        if len(longer) > MAX_RATIONALE:
            break
        rationale = longer
    return rationale or None
