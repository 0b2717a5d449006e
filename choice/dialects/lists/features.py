"""Named features of a list: what stands above it, in it and below it. Every value is between 0 and 3."""

# ruff: noqa: E501, PLR2004 - word lists, patterns and graded strengths are data

import re
from collections.abc import Iterator, Sequence
from functools import cache, cached_property, lru_cache
from typing import NamedTuple

from choice.dialects.lists.finder import Candidate
from choice.dialects.lists.lexicon import BIT, languages, roles_of
from choice.dialects.lists.markers import Line
from choice.dialects.lists.words import Role

WHICH, PREFER, OFFER, YOU, OPTION = (
    BIT[r] for r in (Role.WHICH, Role.PREFER, Role.OFFER, Role.YOU, Role.OPTION)
)
TELL, OR, ADVISE, STEPS, SUMMARY = (
    BIT[r] for r in (Role.TELL, Role.OR, Role.ADVISE, Role.STEPS, Role.SUMMARY)
)
BECAUSE, EXAMPLE, PLAN, CONFIRM = (BIT[r] for r in (Role.BECAUSE, Role.EXAMPLE, Role.PLAN, Role.CONFIRM))
OTHER, IF, CAN, REQUEST = (BIT[r] for r in (Role.OTHER, Role.IF, Role.CAN, Role.REQUEST))
WHAT, YES_NO, THESE, FIRST = (BIT[r] for r in (Role.WHAT, Role.YES_NO, Role.THESE, Role.FIRST))
GENERAL, ACT, DONE, QUIZ, CONTENTS = (
    BIT[r] for r in (Role.GENERAL, Role.ACT, Role.DONE, Role.QUIZ, Role.CONTENTS)
)

_SENTENCE = re.compile(r"(?<=[.!?。！？؟…])[\s\"'”’)*_]+|(?<=[。！？])").split
_MARK = re.compile("[?？؟]").search
_ENDS_ASKING = re.compile(r"[?？؟][\s\"'”’)）」』*_]{0,8}$").search
_ENDS_COLON = re.compile(r"[:：][\s*_]{0,8}$").search
_WORD = re.compile(r"[^\W\d_]{3,30}|[一-鿿ァ-ン가-힣]{2}").findall
_STOP = frozenset(
    [
        "the",
        "and",
        "for",
        "with",
        "this",
        "that",
        "these",
        "those",
        "are",
        "you",
        "your",
        "would",
        "like",
        "should",
        "want",
        "which",
        "what",
        "how",
        "use",
        "using",
        "can",
        "could",
        "will",
        "have",
        "has",
        "not",
        "all",
        "new",
        "more",
        "than",
        "into",
        "them",
        "one",
        "option",
        "options",
        "approach",
        "only",
        "just",
        "also",
        "about",
        "prefer",
        "del",
        "los",
        "las",
        "una",
        "que",
        "con",
        "por",
        "para",
        "les",
        "des",
        "une",
        "est",
        "dans",
        "sur",
        "pour",
        "qui",
        "der",
        "die",
        "das",
        "und",
        "ein",
        "eine",
        "von",
        "den",
        "dem",
        "auf",
    ]
)
_REFERENCE = re.compile(
    r"(?:option|approach|opci[oó]n|opç[aã]o|variante?|вариант|方案|选项|옵션|案|#)[ \t]{0,2}#?([a-e1-6一二三四])(?![a-z0-9'’])",
    re.IGNORECASE,
).findall
_PAIR = re.compile(
    r"\b([A-E]|[1-6])\b[ \t]{0,2}(?:,|/|or\b|oder\b|o\b|ou\b|или\b|还是|또는|[-–])[ \t]{0,2}(?:or )?\b([A-E]|[1-6])\b"
).search
_OPTIONS_ONLY = re.compile(r"[^.!?。]{0,40}[:：]?$").fullmatch
_COUNTED = re.compile(
    r"\b(?:two|three|four|few|several|some|couple|[2-5]|dos|tres|varias|deux|trois|zwei|drei|duas|três|два|две|три|несколько)\b|[两三几二2-4][种个]|[2-4두세]\s?가지|[2-4二三]つ",
    re.IGNORECASE,
).search
_MARK_OF_CHOICE = re.compile(
    r"recommended|recomendad|recommandé|empfohlen|рекоменд|推荐|추천|권장|推奨|おすすめ|⭐|★|preferred|default",
    re.IGNORECASE,
).search
_PROS = re.compile(
    r"\b(?:pros?|cons?|trade-?offs?|ventajas?|desventajas?|vorteile?|nachteile?|плюсы|минусы)\b|优点|缺点|장점|단점|メリット",
    re.IGNORECASE,
).search
_PATH = re.compile(r"\w\.(?:py|ts|tsx|js|go|md|json|html|css|java|rs|ya?ml|sh)\b|\w/\w").search
_QUOTED = re.compile(r"[\"“「«„][^\"”」»“]{0,300}[?？؟][^\"”」»“]{0,40}[\"”」»“]").search
_FAR, _NEAR = 12, 3
_HEADING_NEAR = 8
_STRONG = frozenset({"option", "letter", "keycap", "menu"})
_SOFT = frozenset({"bold", "emoji", "heading"})


@lru_cache(maxsize=512)
def sentences(text: str) -> tuple[str, ...]:
    """Return the sentences of a text."""
    return tuple([part for part in _SENTENCE(text) if part and not part.isspace()])


def asks(text: str) -> bool:
    """Return whether a text has a question mark."""
    return _MARK(text) is not None


def ends_asking(text: str) -> bool:
    """Return whether a text ends with a question mark."""
    return _ENDS_ASKING(text) is not None


def ends_colon(text: str) -> bool:
    """Return whether a text ends with a colon."""
    return _ENDS_COLON(text) is not None


def is_prose(line: Line) -> bool:
    """Return whether a line has words that are no list item."""
    return line.kind == "text" and not line.is_item


@lru_cache(maxsize=512)
def content(text: str) -> frozenset[str]:
    """Return the words of a text that carry its meaning."""
    return frozenset(_WORD(text[:600].lower())) - _STOP


class Asking(NamedTuple):
    """A sentence below a list that asks the reader."""

    distance: int
    """How many lines with words stand between, from 1."""
    line: int
    text: str


def is_asking(sentence: str) -> bool:
    """Return whether a sentence asks, or tells the reader to reply about options."""
    if asks(sentence):
        return True
    roles = roles_of(sentence)
    return bool(roles & TELL and roles & (WHICH | OPTION | PREFER))


def pick_strength(sentence: str, lead: int) -> float:
    """Return how strongly a sentence below asks to pick; `lead` are the roles of what is above the list."""
    roles = roles_of(sentence)
    is_question = asks(sentence)
    names_two = len(set(_REFERENCE(sentence))) > 1 or _PAIR(sentence) is not None
    if (
        (roles & WHICH and roles & (PREFER | OPTION | THESE))
        or names_two
        or (roles & WHICH and len(sentence) < 60)
    ):
        strength = 1.0
    elif roles & WHICH or (roles & TELL and roles & OPTION):
        strength = 0.8
    elif roles & THESE and not (is_question and roles & YES_NO and not roles & (OR | OPTION)):
        strength = 0.7
    elif roles & PREFER and lead & OPTION:
        strength = 0.6
    else:
        strength = 0.0
    if roles & REQUEST or names_one(sentence):
        strength *= 0.4
    return strength


def names_one(sentence: str) -> bool:
    """Return whether a sentence asks yes or no about one of the options."""
    roles = roles_of(sentence)
    return bool(
        len(set(_REFERENCE(sentence))) == 1 and asks(sentence) and roles & YES_NO and not roles & (WHICH | OR)
    )


def lead_strength(text: str) -> float:
    """Return how strongly the text right above a list asks for one of its items."""
    parts = sentences(text)
    if not parts:
        return 0.0
    last = parts[-1]
    roles = roles_of(last)
    if ends_colon(text):
        return _polite(_colon_strength(roles, asked=asks(text)), roles) * (0.3 if roles & CONTENTS else 1.0)
    if ends_asking(text):
        return _polite(_question_strength(roles), roles)
    asked = next((part for part in reversed(parts) if asks(part)), None)
    if asked is None:
        return 0.3 if roles & TELL and roles & (WHICH | PREFER | OPTION) else 0.0
    inner = roles_of(asked)
    return (0.8 if roles & (TELL | PREFER | WHICH) else 0.5) * _polite(_question_strength(inner), inner)


def _colon_strength(roles: int, *, asked: bool) -> float:
    if (roles & YES_NO and roles & (OFFER | OR)) or (roles & TELL and roles & (PREFER | OPTION | WHICH)):
        return 1.0
    if (
        (roles & WHICH and roles & (YOU | PREFER))
        or (roles & IF and roles & CAN)
        or (roles & OFFER and roles & PREFER)
    ):
        return 0.8
    return (0.7 if roles & OPTION else 0.4) if asked else 0.0


def _question_strength(roles: int) -> float:
    if roles & WHICH or (roles & WHAT and roles & (YOU | OFFER)):
        return 1.0
    if roles & OR or (roles & WHAT and roles & PREFER):
        return 0.8
    return 0.3 if roles & YES_NO else 0.5


def _polite(strength: float, roles: int) -> float:
    """Reduce the strength of a request for information, which is not for one of several things."""
    return strength * 0.3 if roles & REQUEST and not roles & (WHICH | OPTION) else strength


def _above_blank(lines: Sequence[Line], at: int) -> int:
    while at >= 0 and lines[at].kind in {"blank", "rule"}:
        at -= 1
    return at


def _introduces(line: Line) -> bool:
    """Return whether a line only introduces the items of a question above it: "Options:", "For example:"."""
    text = line.text
    roles = roles_of(text)
    return (
        is_prose(line)
        and len(text) < 60
        and ends_colon(text)
        and bool(roles & (OPTION | EXAMPLE | TELL | PREFER))
        and not asks(text)
    )


class Surroundings:
    """A list in its text: the lines above, and those below as far as they are known."""

    def __init__(
        self,
        lines: Sequence[Line],
        candidate: Candidate,
        candidates: Sequence[Candidate],
        *,
        whole: bool,
        between: int = 0,
    ) -> None:
        """Look around a list; `between` lines with words are known to stand between it and its question."""
        self.lines, self.candidate, self.candidates, self.whole = lines, candidate, candidates, whole
        above = _above_blank(lines, candidate.start - 1)
        self.gap = candidate.start - above - 1
        self.introduction = ""
        """What stands between the question and the list."""
        if not between and above >= 0 and _introduces(lines[above]):
            second = _above_blank(lines, above - 1)
            between = (
                1
                if second >= 0
                and lines[second].kind in {"text", "heading"}
                and ends_asking(lines[second].text)
                else 0
            )
        for _ in range(between):
            self.introduction = f"{lines[above].text} {self.introduction}".strip()
            above = _above_blank(lines, above - 1)
        self.lead_line = lines[above] if above >= 0 and lines[above].kind in {"text", "heading"} else None
        self.lead = "" if self.lead_line is None else self.lead_line.text
        second = _above_blank(lines, above - 1)
        line = lines[second] if second >= 0 and self.lead_line is not None else None
        self.second = line.text if line is not None and (is_prose(line) or line.kind == "heading") else ""
        heading = above
        while heading > max(above - _HEADING_NEAR, 0) and lines[heading].kind != "heading":
            heading -= 1
        self.heading = lines[heading].text if heading >= 0 and lines[heading].kind == "heading" else ""
        below = candidate.end + 1
        while below < len(lines) and lines[below].kind in {"blank", "rule"}:
            below += 1
        self.below_line = lines[below] if below < len(lines) else None

    @cached_property
    def below(self) -> str:
        """The first line of prose below the list."""
        line = self.below_line
        return "" if line is None or not is_prose(line) else line.text

    def _askings(self) -> Iterator[Asking]:
        distance = 0
        for line in self.lines[self.candidate.end + 1 :]:
            if line.kind in {"blank", "rule", "code", "table", "quote"}:
                continue
            distance += 1
            if is_prose(line):
                yield from (
                    Asking(distance, line.number, part) for part in sentences(line.text) if is_asking(part)
                )
            if not self.whole:
                return

    @cached_property
    def askings(self) -> list[Asking]:
        """All asking sentences below the list."""
        return list(self._askings())

    @cached_property
    def asking(self) -> Asking | None:
        """The sentence that may ask about the list: the first one that picks, else the first one."""
        picks = (
            each
            for each in self.askings
            if roles_of(each.text) & (WHICH | OPTION) or _REFERENCE(each.text) or _PAIR(each.text)
        )
        return next(picks, self.askings[0] if self.askings else None)

    @cached_property
    def lead_roles(self) -> int:
        """Roles of the last sentence above the list."""
        parts = sentences(self.lead)
        return roles_of(parts[-1]) if parts else 0

    @cached_property
    def lead_strength(self) -> float:
        """How strongly the lead asks; a question with a paragraph behind it may stand one paragraph above."""
        strength = lead_strength(self.lead)
        if strength < 0.7 and ends_asking(self.second):
            strength = max(strength, 0.7 * lead_strength(self.second))
        return strength

    @cached_property
    def between(self) -> list[Candidate]:
        """The lists between this one and the sentence that asks about it."""
        end = self.candidate.end
        stop = end if self.asking is None else self.asking.line
        return [
            each
            for each in self.candidates
            if end < each.start and each.end < stop and each.family not in _SOFT
        ]

    @cached_property
    def below_strength(self) -> float:
        """How strongly the sentence below asks for one of the items."""
        asking = self.asking
        if asking is None:
            return 0.0
        strength = pick_strength(asking.text, self.lead_roles)
        if asking.distance > _FAR:
            strength *= 0.5
        elif asking.distance > _NEAR:
            strength *= 0.7
        if self.between:
            strength *= (
                0.5
                if any(each.family in _STRONG or each.family == "number" for each in self.between)
                else 0.7
            )
        roles = self.lead_roles
        offers = roles & OPTION or self.candidate.family in _STRONG or roles_of(self.heading) & OPTION
        strength *= 1.0 if offers else 0.6 if self.lead else 0.75
        return strength * 0.7 if roles & (BECAUSE | STEPS | SUMMARY) else strength

    @cached_property
    def siblings(self) -> int:
        """How many lists of the same form stand under a question of their own."""
        own = self.candidate
        return sum(
            1
            for each in self.candidates
            if each.family == own.family
            and not each.overlaps(own)
            and abs(each.indent - own.indent) <= 1
            and each.start
            and (self.whole or each.start < own.start)
            and _leads(self.lines, each.start)
        )


def _leads(lines: Sequence[Line], start: int) -> bool:
    above = start - 1
    while above >= 0 and lines[above].kind == "blank":
        above -= 1
    return (
        above >= 0
        and lines[above].is_item
        and (ends_asking(lines[above].text) or lead_strength(lines[above].text) >= 0.8)
    )


_OTHERS_LINES = 40
_QUOTED_WHOLE = re.compile(r"[\"“„«「‘'].*[?？؟][\"”“»」’']\W{0,2}").fullmatch


def is_for_others(lines: Sequence[Line], start: int, lead: str) -> bool:
    """Return whether a question stands in a quotation, or in a draft, quiz or survey that a line above announces."""
    if _QUOTED_WHOLE(lead) is not None:
        return True
    if roles_of(lead) & OFFER:
        return False
    for line in reversed(lines[max(0, start - _OTHERS_LINES) : start]):
        if line.kind in {"rule", "heading"}:
            return line.kind == "heading" and not asks(line.text) and bool(roles_of(line.text) & QUIZ)
        announces = is_prose(line) and line.text != lead and not asks(line.text) and ends_colon(line.text)
        if announces and roles_of(sentences(line.text)[-1]) & QUIZ:
            return True
    return False


def features(place: Surroundings) -> dict[str, float]:
    """Return the features of a list that are not zero."""
    found: dict[str, float] = {}
    for group in (_above(place), _items(place), _marks(place), _below(place), _joint(place)):
        found.update({name: float(value) for name, value in group if value})
    return found


_Values = Iterator[tuple[str, float | bool | int]]


def _above(place: Surroundings) -> _Values:
    lead, roles, line = place.lead, place.lead_roles, place.lead_line
    is_question, is_colon = ends_asking(lead), ends_colon(lead)
    heading = roles_of(place.heading)
    yield "lead.question", is_question
    yield "lead.colon", is_colon
    yield "lead.question_inside", asks(lead) and not is_question
    yield "lead.none", not lead
    yield "lead.open", bool(lead) and not is_question and not is_colon
    yield "lead.heading", line is not None and line.kind == "heading"
    yield "lead.item", line is not None and line.is_item and line.kind != "heading"
    yield "lead.item_question", line is not None and line.is_item and asks(lead)
    yield "lead.long", len(lead) > 200
    yield "lead.tight", place.gap == 0
    for name, bit in (
        ("which", WHICH), ("prefer", PREFER), ("offer", OFFER), ("you", YOU), ("option", OPTION), ("tell", TELL), ("or", OR),
        ("advise", ADVISE), ("steps", STEPS), ("summary", SUMMARY), ("because", BECAUSE), ("example", EXAMPLE), ("plan", PLAN),
        ("confirm", CONFIRM), ("request", REQUEST), ("yes_no", YES_NO), ("what", WHAT), ("first", FIRST), ("contents", CONTENTS),
    ):  # fmt: skip
        # "Which option do you want?" asks, "There are two options:" does not.
        yield (
            f"lead.{name}" if bit != OPTION or not is_question else "lead.option_question",
            bool(roles & bit),
        )
    yield "lead.what_you", bool(roles & WHAT and roles & YOU) and is_question
    yield (
        "lead.what_general",
        bool(roles & WHAT and not roles & (YOU | WHICH | PREFER | OFFER)) and is_question,
    )
    yield "lead.if_can", bool(roles & IF and roles & CAN)
    yield "lead.can_colon", bool(is_colon and roles & CAN and not roles & IF)
    yield "lead.option_colon", bool(is_colon and roles & OPTION)
    yield "lead.counted_options", bool(roles & OPTION and _COUNTED(lead))
    yield "lead.only_options", bool(roles & OPTION and _OPTIONS_ONLY(lead))
    yield "lead.plain_yes_no", bool(is_question and roles & YES_NO and not roles & (WHICH | OR))
    yield "lead.quoted", _QUOTED(lead[:1000]) is not None
    introduction = roles_of(place.introduction[-300:])
    yield "between.any", bool(place.introduction)
    yield "between.colon", ends_colon(place.introduction)
    yield (
        "between.statement",
        ends_colon(place.introduction) and not introduction & (OPTION | EXAMPLE | TELL | PREFER),
    )
    yield "between.because", bool(introduction & (BECAUSE | SUMMARY | STEPS))
    yield "second.question", ends_asking(place.second)
    yield "second.option", bool(roles_of(place.second[-300:]) & OPTION)
    yield "heading.option", bool(heading & OPTION)
    yield "heading.asks", bool(asks(place.heading) or heading & PREFER)
    yield "heading.steps", bool(heading & (STEPS | SUMMARY))
    yield "heading.quiz", bool(heading & QUIZ)
    yield "lead.quiz", bool((roles | roles_of(place.second[-300:])) & QUIZ)


def _items(place: Surroundings) -> _Values:
    labels = place.candidate.labels
    count = len(labels)
    sizes = [len(label) for label in labels]
    roles = [roles_of(label[:80]) for label in labels]
    questions = sum(map(ends_asking, labels)) / count
    yield "item.two", count == 2
    yield "item.many", count > 4
    yield "item.question", questions
    yield "item.some_question", 0 < questions < 1
    yield "item.or", any(_begins_with_or(label) for label in labels[1:])
    yield "item.open_question", sum(bool(each & WHAT) for each in roles) / count
    yield "item.yes_no", sum(bool(each & YES_NO) for each in roles) / count
    yield "item.act", sum(bool(each & ACT) for each in roles) / count
    yield "item.done", sum(bool(each & DONE) for each in roles) / count
    yield "item.other", bool(roles[-1] & OTHER)
    yield "item.recommended", any(map(_MARK_OF_CHOICE, labels))
    yield "item.period", sum(label.endswith((".", "。")) for label in labels) / count
    yield "item.you", sum(bool(each & YOU) for each in roles) / count
    yield "item.path", sum(_PATH(label) is not None for label in labels) / count
    yield "item.colon", sum(": " in label[:60] or "：" in label[:30] for label in labels) / count
    yield "item.dash", sum(" — " in label or " – " in label or " - " in label for label in labels) / count
    yield "item.ends_colon", sum(map(ends_colon, labels)) / count
    yield "item.short", sum(sizes) / count < 40
    yield "item.long", sum(sizes) / count > 120
    yield "item.even", max(sizes) < 2.2 * min(sizes) + 10
    raw = place.lines[place.candidate.start].raw
    yield "item.bold", "**" in raw[:12]
    yield (
        "item.pros",
        any(_PROS(line.raw[:200]) for line in place.lines[place.candidate.start : place.candidate.end + 1]),
    )


def _begins_with_or(label: str) -> bool:
    return bool(roles_of(label.lstrip(" *(").split(" ", 1)[0]) & OR)


def _marks(place: Surroundings) -> _Values:
    own = place.candidate
    yield f"mark.{own.family}", 1
    yield "mark.inner", own.is_inner
    yield "list.loose", own.loose > 0.9
    yield "list.very_loose", own.loose > 3
    yield "list.nested", own.nested > 0
    yield "list.deep", own.indent > 1
    over = [each for each in place.candidates if each is not own and each.overlaps(own)]
    yield (
        "list.inside_strong",
        any(each.family in _STRONG and each.start < own.start and each.end >= own.end for each in over),
    )
    yield (
        "list.holds_strong",
        any(
            each.family in {"option", "letter"} and each.start >= own.start and each.end <= own.end
            for each in over
        ),
    )
    yield "list.part", any(set(own.items) < set(each.items) for each in over)
    yield "text.starts", own.start <= 3
    yield "text.light", place.whole


def _below(place: Surroundings) -> _Values:
    line, asking = place.below_line, place.asking
    yield "below.none", line is None
    yield "below.heading", line is not None and line.kind == "heading"
    yield "below.item", line is not None and line.is_item
    yield "below.advise", bool(roles_of(place.below) & ADVISE)
    if place.whole:
        lines, end = place.lines, place.candidate.end
        rest = sum(len(each.raw) + 1 for each in lines[end + 1 :])
        yield "below.short", rest < 200
        yield "below.long", rest > 2000
        yield (
            "below.lists",
            min(sum(each.start > end and each.family not in _SOFT for each in place.candidates), 3) / 3,
        )
        yield "text.lists", min(len(place.candidates), 12) / 12
    if asking is None:
        yield "ask.none", 1
        return
    text = asking.text
    roles = roles_of(text)
    for name, bit in (
        ("which", WHICH), ("prefer", PREFER), ("option", OPTION), ("tell", TELL), ("or", OR), ("confirm", CONFIRM),
        ("these", THESE), ("first", FIRST), ("general", GENERAL), ("request", REQUEST), ("other", OTHER), ("you", YOU), ("what", WHAT),
    ):  # fmt: skip
        yield f"ask.{name}", bool(roles & bit)
    words = [content(label) for label in place.candidate.labels]
    common = frozenset.intersection(*words)
    named = sum(bool((each - common) & content(text)) for each in words)
    yield "ask.names_two", named > 1
    yield "ask.names_one", named == 1 or names_one(text)
    yield "ask.refers", len(set(_REFERENCE(text))) > 1 or _PAIR(text) is not None
    yield "ask.plain_yes_no", bool(asks(text) and roles & YES_NO and not roles & (WHICH | OR | OPTION))
    yield "ask.adjacent", asking.distance == 1
    yield "ask.near", 1 < asking.distance <= _NEAR
    yield "ask.very_far", asking.distance > _FAR
    yield "ask.short", len(text) < 50
    yield "ask.no_mark", not asks(text)
    yield "ask.many", len(place.askings) > 1
    yield "ask.last", asking.line >= _last(place.lines)
    yield "ask.lists_between", bool(place.between)


def _last(lines: Sequence[Line]) -> int:
    return next((line.number for line in reversed(lines) if line.kind not in {"blank", "rule"}), 0)


def _joint(place: Surroundings) -> _Values:
    """Yield joint features, which a linear scorer cannot build itself."""
    lead, below = place.lead_strength, place.below_strength
    roles, family = place.lead_roles, place.candidate.family
    questions = sum(map(ends_asking, place.candidate.labels)) / len(place.candidate.labels)
    is_strong = family in _STRONG
    yield "both.lead", 6 * lead
    yield "both.below", 6 * below
    yield "both.best", 6 * max(lead, below)
    yield "both.weak", max(lead, below) < 0.3
    yield "both.strong_lead", is_strong and lead >= 0.5
    yield "both.number_lead", family == "number" and lead >= 0.8
    yield "both.bullet_lead", family == "bullet" and lead >= 0.8
    yield "both.strong_below", is_strong and below >= 0.5
    yield "both.options_below", bool(roles & OPTION) and below >= 0.3
    yield "both.options_silent", bool(roles & OPTION) and place.asking is None
    yield "both.items_are_questions", questions > 0.6 and lead < 0.8
    is_question = ends_asking(place.lead)
    yield (
        "both.short_answers",
        is_question and sum(map(len, place.candidate.labels)) < 30 * len(place.candidate.labels),
    )
    yield "both.or_question", is_question and bool(roles & OR)
    yield "item.answers", is_question and any(map(_answers, place.candidate.labels))
    yield "both.item_lead", place.lead_line is not None and place.lead_line.is_item and lead >= 0.5
    yield (
        "both.yes_no_number",
        bool(roles & YES_NO and not roles & (OR | WHICH) and ends_asking(place.lead)) and family == "number",
    )
    yield (
        "both.yes_no_bullet",
        bool(roles & YES_NO and not roles & (OR | WHICH) and ends_asking(place.lead)) and family == "bullet",
    )
    yield (
        "both.long_yes_no",
        bool(roles & YES_NO and ends_asking(place.lead))
        and sum(map(len, place.candidate.labels)) > 80 * len(place.candidate.labels),
    )
    yield (
        "both.siblings",
        min(place.siblings, 2)
        if place.lead_line is not None and place.lead_line.is_item and lead >= 0.3
        else 0,
    )


@cache
def _yes_no_words() -> tuple[str, ...]:
    return tuple({word.casefold() for each in languages() for word in (each.YES, each.NO)})


def _answers(label: str) -> bool:
    """Return whether a label begins with Yes or No in some language."""
    first = label.casefold().lstrip("*_ ✅❌").split(" ", 1)[0].rstrip(",.:;—–-!，。、")
    return first in _yes_no_words()
