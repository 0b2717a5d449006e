"""The first line of a letter: "Hi Tom,", "Sehr geehrte Damen und Herren,", "尊敬的客户："."""

import re

_MARKS = "*_ \t\r\n\u00a0\u3000\"'“”‘’"
_ENDS = (",", "，", ":", "：")
_GREETING = re.compile(
    r"(?:(?:hi|hello|hey|dear|good (?:morning|afternoon|evening)|hallo|liebe[rs]?|guten (?:tag|morgen)"
    r"|sehr geehrte[rs]?|hola|estimad[oa]s?|querid[oa]s?|buen[oa]s (?:días|tardes))\b[^,;:.!?\n]{0,60},"
    "|尊敬的[^，。：\n]{1,30}[：:，]|안녕하세요, [^.\n]{1,20},)$"
).match


def begins_letter(line: str) -> bool:
    """Tell whether a line is the first of a letter."""
    bare = line.strip(_MARKS)
    return bare.endswith(_ENDS) and _GREETING(bare.casefold()) is not None
