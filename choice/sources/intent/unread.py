"""Find words that seem to name a time span, in a message in which no span could be parsed."""

import re

_MAX_LENGTH = 40
_UNIT = (
    r"(?:minutes?|hours?|days?|nights?|mornings?|afternoons?|evenings?|weeks?|weekends?|months?|quarters?"
    r"|half|years?|decades?|century|sprints?|seasons?|spring|summer|autumn|winter|semester|fiscal|christmas|easter"
    r"|thanksgiving|ramadan|holidays?|shift|iteration|release)"
)
_ENGLISH = re.compile(
    rf"\b(?:last|past|previous|next|this|coming|few|several|early|late|recent|mid|over the|in the|during the)"
    rf" (?:\w+ ){{0,2}}?{_UNIT}\b"
    r"|\b(?:\w+ ){0,2}\w+ ago\b"
    r"|\b(?:since|until|till|during|throughout) (?!when\b|it\b|i\b|we\b|you\b|they\b|he\b|she\b|that\b"
    r"|then\b|there\b|this\b|now\b)\w+(?: \w+){0,2}"
    r"|\b(?:before|after) (?:the )?(?:\w+ )?(?:christmas|easter|holidays?|release|summer|winter|spring"
    r"|autumn)\b"
    r"|\bfiscal \w+|\b[qh]\d\b|\bfy ?\d{2,4}\b|\bcw ?\d{1,2}\b|\bweek \d{1,2}\b|\bkw ?\d{1,2}\b"
)
_DATE = re.compile(
    r"(?<![\w/.-])\d{1,2}/\d{1,2}/\d{2,4}(?![\w/])|(?<![\w.-])\d{4}-\d{1,2}(?:-\d{1,2})?(?![\w-])"
    r"|(?<![\w.-])\d{1,2}\.\d{1,2}\.\d{2,4}(?!\w)"
)
_KOREAN = re.compile(
    r"(?:지난|이번|다음|작년|올해) ?(?:봄|여름|가을|겨울|명절|추석|설|연휴|방학|학기"
    r"|스프린트|시즌|배포)\S{0,10}"
    r"|\S{0,10}[년월일주달기말밤침절여름가을겨울]\s?(?:부터|까지|동안)"
    r"|\d{1,3} ?(?:분|시간|일|주|개월|달|년) ?(?:동안|간\b)"
)
_IGNORED = re.compile(r"not only|days? (?:of|to|in) |언제|지금|현재|처음")


def unread_span(text: str) -> str | None:
    """Return the words of a lower-case text that seem to name a time span, or None."""
    if _IGNORED.search(text):
        return None
    found = _DATE.search(text) or _ENGLISH.search(text) or (None if text.isascii() else _KOREAN.search(text))
    return None if found is None else found[0].strip()[:_MAX_LENGTH]
