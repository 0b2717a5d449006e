"""Parse limits on severities: `at least medium`, `not critical`, `high and above`."""

import re
from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from typing import Literal, NamedTuple

from choice.sources.intent import words as vocabulary
from choice.sources.protocol import Severity
from choice.sources.schema import SEVERITIES, rank_of

Relation = Literal["at_least", "at_most", "above", "below"]

ALL: frozenset[Severity] = frozenset(SEVERITIES)


def related(relation: Relation, named: AbstractSet[Severity]) -> frozenset[Severity]:
    """Return the severities above, below or up to the named ones.

    If no severity qualifies, as in `above critical`, return the named severities.
    """
    ranks = [rank_of(severity) for severity in named]
    worst, mildest = min(ranks), max(ranks)
    found: dict[Relation, tuple[Severity, ...]] = {
        "at_least": SEVERITIES[: mildest + 1],
        "at_most": SEVERITIES[worst:],
        "above": SEVERITIES[:worst],
        "below": SEVERITIES[mildest + 1 :],
    }
    return frozenset(found[relation] or named)


_LEVELS = vocabulary.SEVERITY_PHRASES | vocabulary.LEVELS | {"높": ("high",), "낮": ("low",)}
_NAMES = "|".join(sorted(_LEVELS, key=len, reverse=True))
_NAME = rf"(?<![a-z])(?:{_NAMES})(?![a-z])"
_RANK = r"\s?(?:등급|수준|단계)"
_KOREAN_RELATIONS: dict[str, Relation] = {
    "이상": "at_least",
    "이하": "at_most",
    "초과": "above",
    "미만": "below",
}
# 이상 means "or more", but also "anomaly", as in 높은 이상 and 중간 이상 징후. These are not thresholds.
_THRESHOLD = (
    rf"(?P<level>(?!높은|낮은){_NAME}(?:{_RANK})?|{_NAME}{_RANK})"
    rf"\s?(?P<relation>{'|'.join(_KOREAN_RELATIONS)})(?!\s?(?:징후|현상))"
)
_KOREAN_THINGS = "|".join([phrase for phrases in vocabulary.TOPIC_PHRASES.values() for phrase in phrases])
_EXCEPTION = (
    rf"(?P<levels>{_NAME}(?:(?:와|과|이나|하거나|거나|나|\s?및|\s?또는|,)\s?{_NAME}){{0,3}})"
    r"(?:(?:하|적이|이)?지(?:는|도)?\s?않"
    rf"|적?[한인]?(?:{_RANK}|\s?것|\s?(?:{_KOREAN_THINGS}))?들?[이가은는을를도]?"
    r"\s?(?:제외|빼고|뺀|말고|아닌|이외|외[의에]))"
)
_KOREAN_LIMIT = re.compile(f"{_THRESHOLD}|{_EXCEPTION}")
_KOREAN_EACH_LEVEL = re.compile(_NAME)


def korean_limits(text: str) -> tuple[frozenset[Severity], frozenset[Severity], str]:
    """Return the included severities, the excluded severities, and the Korean text without these limits."""
    text = text.replace("심각도", "")  # 심각도 (severity) contains 심각 (critical).
    included: set[Severity] = set()
    excluded: set[Severity] = set()
    kept = []
    end = 0
    for found in _KOREAN_LIMIT.finditer(text):
        named = {each for name in _KOREAN_EACH_LEVEL.findall(found[0]) for each in _LEVELS[name]}
        if found["relation"]:
            included |= related(_KOREAN_RELATIONS[found["relation"]], named)
        else:
            excluded |= named
        kept.append(text[end : found.start()])
        end = found.end()
    return frozenset(included), frozenset(excluded), ",".join([*kept, text[end:]])


def _any(words: Iterable[str]) -> str:
    return f"(?:{'|'.join(words)})"


_WORD = re.compile(r"[^\W_]+")
_PLUS = re.compile(r"(?<=\w)\+(?!\w)")
_THINGS = _any(sorted(frozenset().union(*vocabulary.TOPICS.values()) | {"ones", "weak"}))
_SEVERE = "severe|serious|critical|urgent"
_RELATIONS: dict[Relation, str] = {
    "at_least": "at least|minimum|min",
    "at_most": "at most|maximum|max|up to",
    "above": f"above|beyond|(?:higher|worse|greater) than|more (?:(?:{_SEVERE}) )?than",
    "below": f"below|under|(?:lower|milder) than|less (?:(?:{_SEVERE}) )?than|less|(?<!at )least",
}
_HIGHER = f"higher|above|up|upwards?|worse|greater|more(?: (?:{_SEVERE}))?"
_LOWER = f"lower|below|under|down|downwards?|milder|less(?: (?:{_SEVERE}))?"
_NO = (
    "(?<!why )not|(?:isn|aren|wasn|weren|don)(?: t)?|isnt|arent|dont|neither|excepting|except|exclude"
    "|excluding|without|besides|minus|ignore|ignoring|omit|omitting|skip|skipping|hide|hiding"
    f"|but no|no longer|(?:all|everything|anything)(?: (?:the|{_THINGS})){{0,2}} but|(?:other|rather) than"
    "|(?:apart|aside) from|instead of|(?:leave|leaving|filter|filtering) out"
    "|no(?:thing)?(?= (?:higher|lower|less|more|worse|greater|above|below|under|beyond) )"
)
_FILLERS = _any([
    "the", "an?", "any", "all", "so", "very", "really", "yet", "as", "that", "those", "these", "which", "are",
    "is", "were", "was", "be", "being", "considered", "marked", "rated", "classified", "labell?ed", "tagged",
    "with", "of", "for", "in", "open", "severity", "priority", "level", "show", "include", "list", "want",
    "need", "give", "me", "us", _THINGS,
])  # fmt: skip
_AFTER_LEVELS = _any(sorted(vocabulary.NOUNS_WITH_SEVERITY.union(vocabulary.LEVELS, {
    "level", "levels", "ones", "only", "nor", "to", "non", "in", "on", "of", "from", "for",
    "since", "during", "before", "until", "by", "this", "last", "past", "today", "yesterday", "that", "which",
    "with", "at", "as", "please", "are", "is", "were", "was", "not", "except", "above", "higher", "upward",
    "upwards", "excluded", "omitted", "aside", "left",
})))  # fmt: skip
"""Words that may follow a severity. `load` is not one of them, so `high load` names no severity."""
_LEVEL = (
    rf"(?:non )?(?:{_any(vocabulary.SEVERITIES)}(?!\S)"
    rf"|{_any(vocabulary.COMMON_SEVERITY_WORDS)}(?= {_AFTER_LEVELS}(?!\S)|$))"
)
_LIMIT = re.compile(
    rf"(?<!\S)(?:(?P<no>{_NO})(?P<only> only| just| merely)?(?: {_FILLERS}){{0,5}} )?"
    rf"(?:(?:{'|'.join([f'(?P<{name}>{words})' for name, words in _RELATIONS.items()])})"
    rf"(?: {_FILLERS}){{0,3}} )?"
    rf"(?P<levels>{_LEVEL}(?: (?:(?:or|and|nor|to|the) ){{0,2}}{_LEVEL})*)"
    rf"(?:(?: (?:severity|priority|impact|{_THINGS}))? (?:or|and) (?:(?:anything|everything|all) )?"
    rf"(?:(?P<or_higher>{_HIGHER})|(?P<or_lower>{_LOWER}))(?!\S)"
    r"|(?P<upwards> (?:above|higher|upwards?)(?!\S))"
    rf"|(?P<left>(?: {_THINGS})?(?: (?:is|are))? (?:excluded|omitted|aside|left out)(?!\S)))?"
)
_EACH_LEVEL = re.compile(rf"(to )?(non )?({'|'.join(vocabulary.LEVELS)})(?!\S)")


class Limits(NamedTuple):
    """Included severities, excluded severities, and the text without these limits."""

    included: frozenset[Severity]
    excluded: frozenset[Severity]
    rest: str

    def applied_to(self, named: AbstractSet[Severity]) -> AbstractSet[Severity]:
        """Return the severities to query: `named` combined with the limits. An empty set means no limit."""
        if not (self.included or self.excluded):
            return named
        severities = (self.included | named or ALL) - self.excluded
        return frozenset() if severities == ALL else severities


def parse_limits(text: str) -> Limits:
    """Return the limits on severities in a lower-case English or Korean text."""
    included, excluded, rest = (frozenset[Severity](), frozenset[Severity](), text)
    if not text.isascii():
        included, excluded, rest = korean_limits(text)
    text = " ".join(_WORD.findall(_PLUS.sub(" or higher", rest)))
    kept = []
    end = 0
    for found in _LIMIT.finditer(text):
        these = _limited(found)
        if these is None:
            continue
        if (found["no"] and not found["only"]) or found["left"]:
            excluded |= these
        else:
            included |= these
        kept.append(text[end : found.start()])
        end = found.end()
    return Limits(included, excluded, " , ".join([*kept, text[end:]]) if kept else rest)


def _limited(found: re.Match[str]) -> frozenset[Severity] | None:
    """Return the severities of a match, or None if it is not a limit."""
    if found["only"]:
        return ALL
    levels = found["levels"]
    relation = _relation(found)
    changed = found["no"] or found["left"] or relation or " to " in levels
    if not changed and "non " not in levels:
        return None
    named = _named(levels)
    return named if relation is None else related(relation, named)


def _relation(found: re.Match[str]) -> Relation | None:
    for relation in _RELATIONS:
        if found[relation]:
            return relation
    if found["or_higher"] or found["upwards"]:
        return "at_least"
    return "at_most" if found["or_lower"] else None


def _named(levels: str) -> frozenset[Severity]:
    """Return the severities in a list such as `critical or high`, `non critical` or `low to high`."""
    named: frozenset[Severity] = frozenset()
    previous: frozenset[Severity] = frozenset()
    for to, non, level in _EACH_LEVEL.findall(levels):
        these = frozenset(vocabulary.LEVELS[level])
        these = ALL - these if non else these
        if to:
            these = related("at_least", previous | these) & related("at_most", previous | these)
        named, previous = named | these, these
    return named
