"""The closing question of a message: yes or no, or a choice between alternatives that the sentence names."""

# ruff: noqa: E501, PLR2004 - word lists, patterns and graded strengths are data

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from choice.dialects.lists.classify import tables
from choice.dialects.lists.features import (
    ACT,
    ADVISE,
    CAN,
    CONFIRM,
    FIRST,
    GENERAL,
    IF,
    OFFER,
    OPTION,
    OR,
    OTHER,
    PLAN,
    PREFER,
    REQUEST,
    STEPS,
    SUMMARY,
    TELL,
    THESE,
    WHAT,
    WHICH,
    YES_NO,
    YOU,
    asks,
    ends_colon,
    sentences,
)  # fmt: skip
from choice.dialects.lists.form import yes_no
from choice.dialects.lists.lexicon import language_of, languages, phrases, roles_of
from choice.dialects.lists.markers import Line, plain
from choice.dialects.lists.words import Role
from choice.models import Option
from choice.plain_text import cut

_LINES, _SENTENCES = 8, 14
_FEWEST, _MOST = 2, 4
_LONGEST_ALTERNATIVE = 140
_SHORT_ALTERNATIVE = 45
_LONGEST = 600
_TESTS = re.compile(
    r"\b(?:try|test|check|run|refresh|restart|rebuild|see if|verify|work(?:s|ing)?)\b", re.IGNORECASE
).search
_STATE = re.compile(
    r"\b(?:does|did|is|are|do|have|has) (?:it|that|this|you (?:see|have|know|get)|the)\b", re.IGNORECASE
).search
_QUOTED = re.compile(r"[\"“「].{0,200}[?？].{0,80}[\"”」]").search
_ASIDE = re.compile(r"[ \t]*[(（][^()（）]{25,200}[)）]")
_COMMA_OR = re.compile(
    r"[,，、;?？—–][ \t]*[¿]?(?:or|o|oder|ou|или|还是|或者|それとも|아니면)[ \t]?", re.IGNORECASE
).search
_TWEAK = re.compile(
    r"\b(?:adjust\w*|tweak\w*|modif\w*|change\w*|ajust\w*|cambi\w*|anpass\w*|измен\w*|other|others|else|additional|further|more|different|another|questions?"
    r"|otr[ao]s?|más|algo|autres?|d'autres|другие|другая|вопрос\w*|ещё|concerns?|preferences?|предпочтени\w*|explore|discuss|clarif\w*)\b|其他|别的|調整|다른",
    re.IGNORECASE,
).search
_ANY = re.compile(
    r"\b(?:any|anything|something|algun[ao]s?|alguna|algo|autre chose|certains)\b|什么|任何", re.IGNORECASE
).search
_LIGHT_ROLES = (
    ("which", WHICH), ("prefer", PREFER), ("offer", OFFER), ("you", YOU), ("option", OPTION), ("tell", TELL), ("or", OR),
    ("advise", ADVISE), ("steps", STEPS), ("summary", SUMMARY), ("plan", PLAN), ("confirm", CONFIRM), ("yes_no", YES_NO), ("what", WHAT),
    ("other", OTHER), ("if", IF), ("can", CAN), ("request", REQUEST), ("general", GENERAL), ("these", THESE), ("first", FIRST),
)  # fmt: skip


class Closing(NamedTuple):
    """The last asking sentence of a message and the lines around it."""

    text: str
    line: int
    behind: int
    """How many sentences follow it."""
    lines_behind: int
    is_item: bool
    before: str
    """The sentence before it."""
    after: str
    asked_lately: int
    """How many of the last sentences ask."""


def closing_of(lines: Sequence[Line]) -> Closing | None:
    """Return the last sentence of a message that asks or offers, or None."""
    last: list[tuple[int, Line, str]] = []
    for back, line in enumerate(
        [line for line in lines if line.kind not in {"blank", "rule"}][: -_LINES - 1 : -1]
    ):
        if line.kind in {"text", "heading"}:
            last.extend((back, line, part) for part in reversed(sentences(line.text)))
    last = last[:_SENTENCES]
    asked = next((at for at, (_, _, part) in enumerate(last) if asks(part)), None)
    offered = next((at for at, (_, _, part) in enumerate(last) if roles_of(part) & (IF | TELL)), None)
    at = asked if asked is not None and (offered is None or asked <= offered + 2) else offered
    if at is None:
        return None
    back, line, text = last[at]
    before = last[at + 1][2] if at + 1 < len(last) else ""
    if asks(text) and asks(before) and roles_of(text.split(" ", 1)[0].lstrip("¿")) & OR:
        text, before = f"{before} {text}", ""  # "Shall I do this? Or that?"
    return Closing(
        text,
        line.number,
        at,
        back,
        line.is_item,
        before,
        last[at - 1][2] if at else "",
        sum(asks(part) for _, _, part in last),
    )


def features(closing: Closing) -> dict[str, float]:
    """Return the features of a closing question that are not zero."""
    return {name: float(value) for name, value in _features(closing) if value}


def _features(closing: Closing) -> Iterator[tuple[str, float | bool]]:
    text = closing.text
    roles, is_question = roles_of(text), asks(text)
    for name, bit in _LIGHT_ROLES:
        yield f"has.{name}", bool(roles & bit)
        yield f"question.{name}", bool(is_question and roles & bit)
    parts = alternatives(text)
    count = len(parts)
    if count >= _FEWEST:
        first, second = (
            roles_of(parts[0][:60]),
            roles_of(_splitter(language_of(text).CODE).split(plain(text))[-1][:80]),
        )
        yield "part.offer", bool(second & (OFFER | PREFER | YES_NO))
        yield "part.general", bool(second & (GENERAL | OTHER))
        yield "part.acts", bool(first & ACT and second & ACT)
        yield "part.act", bool(second & ACT)
        yield "part.comma", _COMMA_OR(text) is not None
        yield "part.clause", bool(second & (OFFER | PREFER | YOU) and second & (YES_NO | OFFER | PREFER))
        yield "part.tweak", _TWEAK(parts[-1]) is not None
        yield "part.tweak_first", _TWEAK(parts[0]) is not None
        yield "part.any", _ANY(text) is not None
        yield "part.near", len(parts[-1].split()) < 5 and len(parts[0].split()) > 2 * len(parts[-1].split())
        yield "part.short", len(parts[-1]) < 16
        yield "part.even", max(map(len, parts)) < 2 * min(map(len, parts)) + 10
        yield "part.many", count > _FEWEST
        yield "part.named", all(part[:1].isupper() or len(part) < 30 for part in parts)
        yield "part.shared", len(set(parts[0].lower().split()) & set(parts[-1].lower().split())) > 0
    yield "question", is_question
    yield "splits", count >= _FEWEST
    yield "question.splits", is_question and count >= _FEWEST
    yield "question.plain_yes_no", bool(is_question and roles & YES_NO and not roles & (OR | WHICH | WHAT))
    yield "question.plain_offer", bool(is_question and roles & OFFER and not roles & (OR | WHICH | WHAT))
    yield "question.plain_what", bool(is_question and roles & (WHAT | WHICH) and not roles & OR)
    yield "offer.if_can", bool(not is_question and roles & IF and roles & (CAN | TELL))
    yield "offer.tell", bool(not is_question and roles & TELL)
    yield "place.last", closing.behind == 0
    yield "place.behind", min(closing.behind, 4) / 4
    yield "place.line", min(closing.lines_behind, 4) / 4
    yield "place.item", closing.is_item
    yield "place.before_asks", asks(closing.before)
    yield "place.asked", closing.asked_lately > 1
    yield "place.asked_much", closing.asked_lately > 2
    yield "after.colon", ends_colon(closing.after)
    yield "after.advise", bool(roles_of(closing.after) & ADVISE)
    yield "text.short", len(text) < 40
    yield "text.long", len(text) > 180
    yield "text.colon", ends_colon(text)
    yield "text.tests", _TESTS(text) is not None
    yield "text.state", _STATE(text) is not None and is_question
    yield "text.quoted", _QUOTED(text) is not None


def options_for(closing: Closing) -> tuple[Option, ...]:
    """Return Yes and No, the alternatives of the sentence, or nothing where it asks for neither."""
    scored = features(closing)
    best = 0.0
    found: tuple[Option, ...] = ()
    for name in ("yes_no", "either_or"):
        table = tables()[name]
        score = table.score(scored) - table.thresholds["quick"]
        options = yes_no(closing.text) if name == "yes_no" else alternative_options(closing.text)
        if options and score > best:
            best, found = score, options
    return found


def alternative_options(text: str) -> tuple[Option, ...]:
    """Return the alternatives of a sentence as options, without doubles."""
    found = alternatives(text)
    if len({each.casefold() for each in found}) < len(found):
        return ()
    return tuple(Option(id=str(number), label=each) for number, each in enumerate(found, start=1))


@cache
def _splitter(code: str) -> re.Pattern[str]:
    """Return a pattern of the words for "or" in a language."""
    spaced = next(each for each in languages() if code == each.CODE).SPACED
    # "O" means "or" in Spanish only.
    known = [each for each in languages() if spaced == each.SPACED and (each.CODE == "es") <= (code == "es")]
    words = sorted(
        {phrase.strip() for each in known for phrase in phrases(Role.OR, each)}, key=len, reverse=True
    )
    either = "|".join(map(re.escape, words))
    if spaced:
        return re.compile(f"[,;.?]?\\s[¿]?(?:{either})\\s(?:else\\s)?", re.IGNORECASE)
    return re.compile(f"[,，、。？?]?\\s?(?:{either})[、，,]?\\s?")


def alternatives(text: str) -> list[str]:
    """Return the two to four alternatives that a sentence names: "Should it be SQLite or PostgreSQL?"."""
    body = _ASIDE.sub("", plain(text[:_LONGEST])).rstrip(" ?？!.。\"'”’)")
    language = language_of(body)
    parts = _splitter(language.CODE).split(body)
    if not _FEWEST <= len(parts) <= _MOST:
        return []
    first = (sentences(parts[0]) or ("",))[-1].rpartition(": ")[2].rpartition(" — ")[2].rpartition(" – ")[2]
    openings = frozenset(language.OPENINGS.split())
    listed = [part.strip() for part in re.split(r"[,，、][ \t]?", _without(first, openings))]
    heads = (
        listed
        if 1 < len(listed) <= _MOST and all(0 < len(part) < _SHORT_ALTERNATIVE for part in listed)
        else [_without(first, openings)]
    )
    found = [
        part.strip(" ,;:—–-?？.¿。，、\"'“”")
        for part in (*heads, *(_without(part, openings) for part in parts[1:]))
    ]
    found = [cut(part, _LONGEST_ALTERNATIVE) for part in found if part]
    return found if _FEWEST <= len(found) <= _MOST else []


def _without(text: str, openings: frozenset[str]) -> str:
    """Return a text without the words that only lead to an alternative."""
    words = text.strip(" ¿").split()
    at = 0
    while at < len(words) - 1 and words[at].lower().strip(",:;") in openings:
        at += 1
    return " ".join(words[at:])
