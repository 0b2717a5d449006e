"""Questions over letters: what would be explained over numbers may ask the reader there.

"How will users sign in?" over steps with numbers is explained by them; over letters its reader chooses.
"""

import re

from choice.dialects.text.asking_plainly import asks_plainly
from choice.dialects.text.feeling_question import guesses_feeling
from choice.dialects.text.fillers import without_fillers
from choice.dialects.text.general_question import is_advice, is_general
from choice.dialects.text.item_shapes import are_sentences
from choice.dialects.text.open_answer import has_open_answer
from choice.dialects.text.question_sentence import is_explained
from choice.dialects.text.quoted_question import is_quoted
from choice.dialects.text.reported_facts import reports
from choice.dialects.text.self_answered import is_self_answered, speaks_to_reader
from choice.dialects.text.yes_no_question import answer_it, asks_yes_or_no

_THINGS = "(?:it|this|that|they|these|those|we|i)"
_ASKS_READER = re.compile(
    r"who(?:'s|’s| is) (?:it|this|that) for\b"
    rf"|how (?:will|would|is|are) (?!{_THINGS}\b(?! (?:be|being|currently|mainly|usually|supposed)\b))"
    r"|what does (?:\W?\w{1,20}\W? ){1,3}(?:mean (?:for|to|in|here)|look like)\b"
    r"|how (?:do|did) you (?!know\b)|why (?:are|do|did|have) you\b|why (?:is|are|was"
    r"|were) (?:\w{1,20} )?your\b"
    r"|was passiert(?:,)? wenn\b|(?:warum|wieso|weshalb) \w{1,30} (?:sie|du|ihr)\b"
    r"|por qué (?:estás|están|te|os|cambias?|buscas?|eliges?|creas?|dejas?|haces?|usas?)\b"
    r"|왜 .{0,60}(?:시나|시는|하신|으신|려고|려는|셨)|(?:なぜ|どうして).{0,60}(?:されます|なさ|お考え)"
    r"|لماذا ت"
).match
_TAKES_YES = ("can i ", "do i ")
_OPENERS = "¿¡\"'“‘« *_"


def is_told_by_letters(question: str, labels: list[str]) -> bool:
    """Tell whether a list with letters explains its question instead of offering options."""
    if asks_plainly(question):
        return False
    said = without_fillers(question)
    return _is_told(said, question, labels) and not has_open_answer(labels)


def _is_told(said: str, question: str, labels: list[str]) -> bool:
    if is_quoted(said) or is_advice(said):
        return True
    if are_sentences(labels):
        if is_explained(question) or guesses_feeling(said) or reports(question) or is_general(question):
            return True
        return asks_yes_or_no(question) and is_self_answered(question, labels)
    if asks_yes_or_no(question) and not speaks_to_reader(said):
        return not answer_it(labels, question)
    return is_explained(question) and not _asks_reader(said, question, labels)


def _asks_reader(said: str, question: str, labels: list[str]) -> bool:
    asked = said.lstrip(_OPENERS)
    if asked.startswith(_TAKES_YES):
        return answer_it(labels, question)
    return _ASKS_READER(asked.rstrip("?？؟ ")) is not None
