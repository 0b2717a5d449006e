"""Amounts that a list gives instead of asking for them: "How long does it take? 1. By air: 2 days …"."""

import re

from choice.dialects.text.readers_matter import is_readers_matter

_HOW_MUCH = re.compile(
    r"^(?:how (?:long|much|many|far|fast|often|big|large|high|old|expensive)"
    r"|when|wann|wie (?:lange|viele?|oft|weit|schnell|teuer|hoch|groß|gross|alt))\b|cuánt[oa]s?\b"
    r"|cuándo\b|^(?:كم|متى)\b"
    r"|얼마|몇|언제|多久|多少|多长|几天|什么时候|どのくらい|どれくらい|いくら|いつ"
).search
_TO_READER = re.compile(
    r"\b(?:you|your|we|our|us|i|my|should|shall|sie|ihnen|ihr\w{0,2}|du|dein\w{0,2}|wir|uns\w{0,3}|ich|soll\w{0,3}"
    r"|te|tu|tus|su|sus|quier\w{1,4}|dese\w{1,4}|necesit\w{1,5}|prefier\w{1,4}|deb\w{1,6})\b"
    "|您|你|我|希望|想|应该|预计|원하|시나|세요|시겠|신가|할까|예상|ご希望|お考え|想定|たい|べき|تريد|تفضل|تحتاج|تتوقع"
).search
_GIVEN = re.compile(r"[^\d:：]{1,60}(?:[:：]| [-–—] )\D{0,20}\d").match


def gives_amounts(question: str, labels: list[str]) -> bool:
    """Tell whether a question asks nobody in particular how much, and each item says of what and how much."""
    said = question.casefold().lstrip(" *_¿")
    if _HOW_MUCH(said) is None or _TO_READER(said) is not None or is_readers_matter(said):
        return False
    return all(_GIVEN(label) is not None for label in labels)
