"""Questions over numbers, as steps and summaries have them: which of them the list explains."""

from choice.dialects.text.asking_plainly import asks_plainly
from choice.dialects.text.general_question import is_general, turns_to_reader
from choice.dialects.text.item_shapes import are_long, are_sentences, are_steps
from choice.dialects.text.listed_amounts import gives_amounts
from choice.dialects.text.open_answer import has_open_answer
from choice.dialects.text.question_sentence import asks_for_one, is_explained, offers_choice
from choice.dialects.text.reported_facts import reports
from choice.dialects.text.self_answered import is_self_answered
from choice.dialects.text.yes_no_question import (
    answer_it,
    asks_yes_or_no,
    names_alternatives,
    says_yes_or_no,
)


def is_told_by_numbers(question: str, labels: list[str]) -> bool:
    """Tell whether a list with numbers explains its question instead of offering options."""
    if asks_plainly(question):
        return False
    if asks_yes_or_no(question):
        told = not answer_it(labels, question) or is_self_answered(question, labels)
    else:
        told = reports(question) or is_general(question) or gives_amounts(question, labels)
        told = told or (are_long(labels) and not _turns_to_reader(question))
    return (told or is_explained(question)) and not has_open_answer(labels)


def _turns_to_reader(question: str) -> bool:
    """Tell whether anything in an open question shows that its reader is asked; items may be long then."""
    return offers_choice(question) or names_alternatives(question) or turns_to_reader(question)


def are_statements(question: str, labels: list[str]) -> bool:
    """Tell whether all items of a list are steps or statements, and nothing shows that one is chosen."""
    if are_steps(labels):
        return not says_yes_or_no(labels)
    if asks_plainly(question) or not are_sentences(labels) or asks_for_one(question):
        return False
    return not (has_open_answer(labels) or says_yes_or_no(labels))
