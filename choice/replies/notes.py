"""Find a choice that is followed by more: "2, but keep the old name".

A reply is cut where a clause ends. The longest beginning that is a choice by itself is the choice, and the
rest is its note, unless the rest takes the choice back, postpones it, makes it conditional, asks something,
or names another option. Such a reply is free text.
"""

import re
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from choice.models import MAX_NOTE, Question
from choice.replies.interpret import Verdict
from choice.replies.meaning import Meaning
from choice.replies.normalise import bare, normal, tokens
from choice.replies.offer import Offer
from choice.replies.parse import NAMING, Part, parse
from choice.replies.vocabulary import linking_words, reservations, vocabulary

Judge = Callable[[str], Verdict]
"""Returns the verdict on a text as if it were the whole reply."""

LONGEST = 400
"""A choice must end within this many characters."""
_MOST_CUTS = 12

_PUNCTUATION = re.compile(r"[,;](?!\d)|[:!)](?!\w)|\.(?=\s)|[、。，；：！）]|\n+|\s[-–—(](?=[\s\w])|[—]")
_SENTENCE_ENDS = frozenset(".!\n。！")
_SAID_BY_OTHERS = re.compile(r"""`[^`\n]*`|"[^"\n]*"|“[^”\n]*”|„[^“\n]*“|«[^»\n]*»|「[^」\n]*」""")
"""Code and quotations are not what the person says."""
_QUOTATION = re.compile('["“”„«»「」『』]')
_LIST_LINE = re.compile(r"^[ \t]*(?:\d{1,2}|[A-Za-z])[.):][ \t]", re.MULTILINE)
_ADDS, _OPPOSES, _ENDS, _PAUSES, _PRECEDES = "and", "but", "end", "pause", "before"


_PARTS_OF_LABELS = frozenset({"partial", "misspelt"})


class Cut(NamedTuple):
    """A place where a clause ends: the end of the text before it, the start of the text after it, and how."""

    end: int
    start: int
    kind: str


@cache
def _links() -> re.Pattern[str]:
    """Return the pattern of the words for "and" and "but" of all languages."""
    return re.compile(linking_words(), re.IGNORECASE)


def _cuts(text: str) -> list[Cut]:
    """Return the first places where a clause may end, in order."""
    found = [
        Cut(
            match.start(),
            match.end(),
            _ENDS if match[0][0] in _SENTENCE_ENDS else _PAUSES,
        )
        for match in _PUNCTUATION.finditer(text, 0, LONGEST)
    ]
    for match in _links().finditer(text, 0, LONGEST):
        meaning = vocabulary().meaning_of(tuple(tokens(normal(match[0]))))
        found.append(Cut(match.start(), match.start(), _OPPOSES if meaning is Meaning.BUT else _ADDS))
    return sorted(found)[:_MOST_CUTS]


class Noted(NamedTuple):
    """A choice with a note, or the verdict that the rest of the reply makes the choice void."""

    verdict: Verdict
    note: str | None


RULE = "choice_with_note"


def choice_with_note(text: str, offer: Offer, question: Question, judge: Judge) -> Noted | None:
    """Return the choice and the note of a reply, or None if the reply does not start with a choice."""
    if len(text) > MAX_NOTE:
        return None
    cuts = _cuts(text)
    found = _leading_choice(text, cuts, offer, judge)
    if found is None:
        return _later_choice(text, cuts, offer, question, judge)
    cut, verdict = found
    rest = text[cut.start :].strip()
    if not bare(normal(rest)):
        return None
    reason = _objection(rest, cut.kind, verdict, offer, question)
    return Noted(Verdict("free_text", (), reason), None) if reason else Noted(verdict, rest)


def _leading_choice(text: str, cuts: list[Cut], offer: Offer, judge: Judge) -> tuple[Cut, Verdict] | None:
    """Return the last cut before which the text is a choice, and that choice."""
    found: tuple[Cut, Verdict] | None = None
    for cut in cuts:
        head = text[: cut.end]
        verdict = judge(head)
        # "Let's start with …" is not cut before "with".
        is_part = verdict.rule in _PARTS_OF_LABELS and cut.kind not in {_ENDS, _PAUSES}
        is_choice = verdict.status == "matched" and bool(verdict.places) and not is_part
        if is_choice and _is_firm(head, verdict, offer):
            found = cut, verdict
    return found


def _parts(text: str, offer: Offer) -> list[Part]:
    return parse(tuple(tokens(bare(normal(text)[:LONGEST]))), offer)


_PROPOSING = frozenset({Meaning.YES, Meaning.REQUEST, Meaning.COUNTER})
PROPOSALS = frozenset({"let's", "lets", "please", "pls"})
"""Words that make a sentence a proposal."""


def _is_firm(head: str, verdict: Verdict, offer: Offer) -> bool:
    """Return whether the text before a cut chooses, and does not only begin like a choice.

    "First, …", "I …" and "Since …" do not. A part of a label needs a word such as "yes" or "let's" beside it.
    """
    parts = _parts(head, offer)
    meanings = {part.meaning for part in parts}
    if Meaning.REASON in meanings:
        return False
    if verdict.rule == "letter" and not meanings & {Meaning.COUNTER, Meaning.FILLER}:
        return "a" <= bare(normal(head))[:1] <= "h"
    if verdict.rule == "ordinal" or (verdict.rule == "number" and Meaning.PLACE in meanings):
        return bool(meanings & {Meaning.FILLER, Meaning.SUFFIX}) or any(
            part.word[0].isdecimal() and part.word.isascii() for part in parts
        )
    if verdict.rule in _PARTS_OF_LABELS:
        return bool(meanings & _PROPOSING) or any(part.word in PROPOSALS for part in parts)
    return verdict.rule not in {"negation", "all_but", "recommended", "none"}


def _later_choice(text: str, cuts: list[Cut], offer: Offer, question: Question, judge: Judge) -> Noted | None:
    """Return a choice that a later sentence makes: "I want option A", "but to answer you, B seems good"."""
    for at, cut in enumerate(cuts):
        end = cuts[at + 1].end if at + 1 < len(cuts) else min(len(text), LONGEST)
        if cut.kind is _PAUSES:
            continue
        clause = text[cut.start : end]
        verdict = judge(clause)
        if verdict.status != "matched" or not verdict.places or not _is_explicit(clause, offer):
            continue
        before, after = text[: cut.end], text[end:]
        is_quoted = _QUOTATION.search(before) is not None
        objection = _objection(before, _PRECEDES, verdict, offer, question)
        if is_quoted or objection or _objection(after, _ENDS, verdict, offer, question):
            return None
        return Noted(verdict, text.strip())
    return None


def _is_explicit(clause: str, offer: Offer) -> bool:
    """Return whether a clause names an option by its position, with a verb or a word such as "option"."""
    parts = _parts(clause, offer)
    meanings = {part.meaning for part in parts}
    is_position = bool(meanings & {Meaning.NUMBER, Meaning.LETTER, Meaning.PLACE})
    return (
        is_position and bool(meanings & {Meaning.FILLER, Meaning.REQUEST}) and Meaning.UNKNOWN not in meanings
    )


def _objection(rest: str, kind: str, verdict: Verdict, offer: Offer, question: Question) -> str:
    """Return the rule by which the rest of a reply makes its choice void, or "" if it is a note."""
    rest = _SAID_BY_OTHERS.sub(" ", rest)
    if "?" in normal(rest):
        return "question"
    words = (*tokens(normal(rest)), ".")
    is_side = bool(offer.yes) and set(verdict.places) <= {*offer.yes, *offer.no}
    if is_side and kind in {_OPPOSES, _PAUSES}:
        return "own_words"
    if _LIST_LINE.search(rest) and len(_LIST_LINE.findall(rest)) > 1:
        return "own_words"
    objection = _reserved(words, offer, frozenset(tokens(normal(question.text))), is_side=is_side)
    if objection:
        return objection
    return "own_words" if _names_another(words, kind, verdict, offer) else ""


_VOID = frozenset(
    {
        Meaning.LATER, Meaning.AGAINST, Meaning.DECLINE, Meaning.DELEGATE, Meaning.VAGUE, Meaning.NONE,
        Meaning.NO, Meaning.NOT_BEFORE, Meaning.EXCEPT, Meaning.EXCEPT_BEFORE, Meaning.ASKS_ANYWHERE,
    }
)  # fmt: skip
_LINKING = frozenset({Meaning.AND, Meaning.BUT})
_LEADING = frozenset({Meaning.FILLER, Meaning.BREAK, Meaning.AND, Meaning.BUT})


def reservation_in(words: tuple[str, ...], offer: Offer) -> str:
    """Return the rule by which a reservation makes a choice void, or "" if a text has none."""
    return _reserved(words, offer, frozenset(), is_side=True)


def limits_yes(words: tuple[str, ...]) -> bool:
    """Return whether a text after a yes limits it, postpones it, or makes it conditional."""
    held = reservations()
    at = 0
    while at < len(words):
        found = held.at(words, at)
        if found is not None and found[0] in {Meaning.LIMIT, Meaning.LATER, Meaning.CONDITION}:
            return True
        at += found[2] if found else 1
    return False


def _reserved(words: tuple[str, ...], offer: Offer, asked: frozenset[str], *, is_side: bool) -> str:
    """Return the rule by which a reservation makes a choice void, or "" if there is none."""
    held, vocab = reservations(), vocabulary()
    is_question_start = is_clause_start = True
    at = 0
    while at < len(words):
        known = vocab.at(words, at) or (Meaning.UNKNOWN, 0, 1)
        reserved = held.at(words, at)
        meaning, _, size = known if reserved is None or reserved[2] < known[2] else reserved
        at += size
        if meaning is Meaning.CONDITION:
            return "condition"
        if meaning is Meaning.ASKS and is_question_start:
            return "question"
        is_void = (
            meaning in _VOID
            or (meaning is Meaning.LIMIT and (is_side or (is_question_start and at > size)))
            or (meaning is Meaning.HEDGE and (is_clause_start or size > 1))
            or (meaning is Meaning.NOT and (is_side or _denies_choice(words, at, offer, asked)))
        )
        if is_void:
            return "own_words"
        # In "gemini, which …", the pronoun does not start a question; in "keep thinking", there is no doubt.
        is_question_start = words[at - 1] in _SENTENCE_ENDS or (is_question_start and meaning in _LINKING)
        is_clause_start = meaning in _LEADING
    return ""


_NEAR = 3


def _denies_choice(words: tuple[str, ...], start: int, offer: Offer, asked: frozenset[str]) -> bool:
    """Return whether a negation may concern the choice. "Don't touch the logs" concerns something else."""
    vocab = vocabulary()
    for at in range(start, min(start + _NEAR, len(words))):
        word, known = words[at], vocab.at(words, at)
        if known is None:
            return word in offer.hints or word in asked or not word.isalpha()
        if known[0] is not Meaning.FILLER:
            return True
    return True


_CONTENT = frozenset({Meaning.UNKNOWN, Meaning.HINTED})
_BEFORE_ORDINAL = frozenset(
    {Meaning.FILLER, Meaning.AND, Meaning.OR, Meaning.NOT, Meaning.BUT, Meaning.BREAK, Meaning.COUNTER}
)
_LETTER_WORDS = frozenset("aeiouyи")
"""Letters that are words of some language."""


def _names_another(words: tuple[str, ...], kind: str, verdict: Verdict, offer: Offer) -> bool:
    """Return whether the rest of a reply names an option that was not chosen."""
    parts = parse(words[:LONGEST], offer)
    others = set(offer.everything).difference(verdict.places)
    is_leading = kind is not _PRECEDES
    for at, part in enumerate(parts):
        before = parts[at - 1].meaning if at else Meaning.BREAK
        after = parts[at + 1].meaning if at + 1 < len(parts) else None
        if part.meaning is Meaning.HINTED and is_leading and not others.isdisjoint(part.places):
            return True
        if _is_another(part, before, after, others):
            return True
        is_leading = is_leading and part.meaning in _LEADING
    return False


def _is_another(part: Part, before: Meaning, after: Meaning | None, others: set[int]) -> bool:
    """Return whether a part names one of the other options. "3" in "3 retries" does not."""
    is_amount = after in _CONTENT and before is not Meaning.COUNTER
    match part.meaning:
        case Meaning.NAMED:
            return not others.isdisjoint(part.places)
        case Meaning.NUMBER:
            return part.number - 1 in others and not is_amount
        case Meaning.LETTER:
            return part.number - 1 in others and (part.word not in _LETTER_WORDS or before is Meaning.COUNTER)
        case Meaning.PLACE:
            return before in _BEFORE_ORDINAL and not is_amount
        case Meaning.OR:
            return before is Meaning.BREAK or after in NAMING
        case _:
            return False


_DOUBTS = frozenset(
    {
        Meaning.NOT, Meaning.NOT_BEFORE, Meaning.NO, Meaning.EXCEPT_BEFORE, Meaning.HEDGE, Meaning.NONE,
        Meaning.VAGUE,
    }
)  # fmt: skip
_IDLE = frozenset({Meaning.FILLER, Meaning.BREAK, Meaning.YES})


def is_withdrawn(parts: list[Part], offer: Offer) -> bool:
    """Return whether a yes is followed by "but" and more, or by a denial or a doubt: "yes, but not now"."""
    if not offer.yes:
        return False
    is_yes = is_separate = is_opposed = False
    for part in parts:
        if part.meaning is Meaning.YES or (part.meaning in NAMING and part.places == offer.yes):
            is_yes = True
        elif is_yes and part.meaning in {Meaning.BREAK, Meaning.BUT}:
            is_separate = True
            is_opposed |= part.meaning is Meaning.BUT
        elif is_yes and (
            part.meaning is Meaning.EXCEPT
            or (is_separate and part.meaning in _DOUBTS)
            or (is_opposed and part.meaning not in _IDLE)
        ):
            return True
    return is_opposed and parts[-1].meaning is Meaning.BUT
