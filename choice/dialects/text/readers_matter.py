"""Questions about what only the reader knows, although no word in them turns to the reader."""

import re

_ENGLISH = re.compile(
    r"how (?:many|often|large|big|complex|urgent|soon|strict|detailed|formal|technical|experienced"
    r"|familiar|old)\b"
    r"(?!.{0,100}\b(?:was|were|did|failed|passed|changed|happened)\b)"
    r"|what (?:kind|type|sort) of [\w ]{1,40} (?:is|are|will|was) (?:it|this|that|they|these)\b"
    r"|when did [\w ]{1,40} (?:start|begin|appear|occur|first)\b|what have you (?:tried|used|got"
    r"|done so far)\b"
    r"|(?:what|which) \w{1,20} (?:\w{1,20} )?will (?:it|this|they|the \w{1,20}) (?:run|use|be|need"
    r"|target|live)\b"
    r"|what(?:'s|’s| is) the (?:\w{1,20} )?(?:budget|deadline|timeline|timeframe|scope|audience|goal|occasion"
    r"|priority)\b|what (?:comes first|matters) (?:for|to) you\b"
    r"|who(?:'s|’s| is| are) (?:coming|joining|going|travell?ing)\b"
    r"|where (?:is|are)\b.{0,200}\b(?:today|currently|at the moment|these days)\b"
).match
_GERMAN = re.compile(
    r"(?:was|wer|wie|welches|wo) (?:ist|sind|wäre|wären) (?:der|die|das|denn) (?:\w{1,20} )?(?:haupt)?"
    r"(?:ziele?|zweck|zielgruppen?|nutzer|nutzerinnen|benutzer|anwender|kunden|kundschaft|besucher|leser"
    r"|empfänger|stakeholder|ansprechpartner|frist|termin|zeitrahmen|budget|umfang|zielplattform|einsatzzweck"
    r"|priorität|anlass)\b"
).match
_SPANISH = re.compile(
    r"(?:qué|cuáles) (?:\w{1,30} ){1,3}hay que (?:soportar|incluir|cubrir|integrar|migrar|mantener|usar)"
    r"|(?:cuál|qué) es (?:el|la) (?:objetivo|propósito|presupuesto|plazo|público|meta|finalidad)"
).match
_KOREAN = re.compile(
    "신가요|신지요|신가$|계신|(?:예산|인원|마감|기한|일정|트래픽)[은이]"
    "|(?:팀|회사|조직|프로젝트|데이터|사업|사용자|예상)의? ?(?:규모|인원|크기|수)[는은가이]"
).search
_CHINESE = re.compile(
    "^(?:还|都|主要|最终|首先|第一版)?要(?!求|点|素|是|么)"
    "|^(?:还|都|主要)?需要(?:支持|实现|集成|对接|兼容|覆盖|包含)"
    "|^(?:还|都|主要)?需要哪些(?:功能|平台|模块|页面|语言|集成|报表|权限|角色|通知)"
    "|^(?:打算)?(?:部署|托管|运行|发布|上线|安装)(?:在|到)哪"
).search
_ARABIC = re.compile(r"كم (?:عدد|\w{2,12}(?:اً|ًا|ة))(?!\w)").match
"""So many of a thing are asked for: كم يومًا; what follows كم alone says how much something is."""


def is_readers_matter(said: str) -> bool:
    """Tell whether a question in small letters asks for aims, users, sizes or the scope of a project."""
    if "¿" in said:
        return _SPANISH(said.rpartition("¿")[2]) is not None
    if _ENGLISH(said) is not None or _GERMAN(said) is not None:
        return True
    return not said.isascii() and any(look(said) is not None for look in (_KOREAN, _CHINESE, _ARABIC))
