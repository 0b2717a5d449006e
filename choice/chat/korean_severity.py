"""Reads Korean limits of severities: 중간 이상, 심각하지 않은, 심각 제외."""

import re

from choice.chat import intent_words as known
from choice.chat.severity_order import Relation, related
from choice.chat.sources.findings import Severity

_LEVELS = known.SEVERITY_PHRASES | known.LEVELS | {"높": ("high",), "낮": ("low",)}
_NAMES = "|".join(sorted(_LEVELS, key=len, reverse=True))
_NAME = rf"(?<![a-z])(?:{_NAMES})(?![a-z])"
_RANK = r"\s?(?:등급|수준|단계)"
_RELATIONS: dict[str, Relation] = {"이상": "at_least", "이하": "at_most", "초과": "above", "미만": "below"}
# 이상 is also an anomaly, which an adjective or what follows shows: 높은 이상, 중간 이상 징후.
_THRESHOLD = (
    rf"(?P<level>(?!높은|낮은){_NAME}(?:{_RANK})?|{_NAME}{_RANK})"
    rf"\s?(?P<relation>{'|'.join(_RELATIONS)})(?!\s?(?:징후|현상))"
)
_THINGS = "|".join([phrase for phrases in known.TOPIC_PHRASES.values() for phrase in phrases])
_EXCEPTION = (
    rf"(?P<levels>{_NAME}(?:(?:와|과|이나|하거나|거나|나|\s?및|\s?또는|,)\s?{_NAME}){{0,3}})"
    r"(?:(?:하|적이|이)?지(?:는|도)?\s?않"
    rf"|적?[한인]?(?:{_RANK}|\s?것|\s?(?:{_THINGS}))?들?[이가은는을를도]?"
    r"\s?(?:제외|빼고|뺀|말고|아닌|이외|외[의에]))"
)
_LIMIT = re.compile(f"{_THRESHOLD}|{_EXCEPTION}")
_EACH_LEVEL = re.compile(_NAME)


def korean_limits(said: str) -> tuple[frozenset[Severity], frozenset[Severity], str]:
    """Return which severities a text wants and does not want, and the text without the words that say so."""
    text = said.replace("심각도", "")  # It means severity, and none of them.
    wanted: set[Severity] = set()
    unwanted: set[Severity] = set()
    kept = []
    end = 0
    for found in _LIMIT.finditer(text):
        named = {each for name in _EACH_LEVEL.findall(found[0]) for each in _LEVELS[name]}
        if found["relation"]:
            wanted |= related(_RELATIONS[found["relation"]], named)
        else:
            unwanted |= named
        kept.append(text[end : found.start()])
        end = found.end()
    return frozenset(wanted), frozenset(unwanted), ",".join([*kept, text[end:]])
