"""Questions that guess how the reader feels: "Too complicated?", "Looking for more?". Advice follows them.

Most have no verb, so their first words show it.
"""

import re

_STARTS = (
    "stuck", "in a hurry", "in a rush", "first time", "new here", "new to ", "lost?", "confused", "curious",
    "short on time", "short of time", "no time", "not sure", "not convinced", "unsure", "having trouble",
    "trouble ", "in doubt",
    "interested", "impatient", "worried", "hungry", "problems?", "questions?", "never used ", "tired of ",
    "too ", "prefer ", "on a ", "in the ", "in a ", "out of ", "without ", "can't ", "don't ",
    "feeling ", "struggling", "tempted", "remember ", "wonder", "ever ", "heard ", "tried ", "got ",
    "sick of ", "afraid ", "nervous",
    "not a fan", "not enough", "not ready", "not quite", "not yet", "no luck", "no idea", "short answer",
    "neu hier", "neu bei ", "neu im ", "eilig", "keine zeit", "keine lust", "zum ersten mal", "probleme?",
    "fragen?", "interessiert", "unsicher", "nicht sicher", "festgefahren", "keine ahnung", "nicht überzeugt",
    "lust auf", "schon gehört", "schon gewusst", "neugierig", "überfordert", "verwirrt",
    "مستعجل", "أول مرة", "عالق", "جديد هنا", "جديد على", "غير متأكد", "لست متأكد", "محتار", "معقد", "صعب ",
    "تبحث عن", "تواجه ",
    "觉得", "感觉", "太", "不知道", "不会", "不懂", "不想", "担心", "害怕", "没思路", "想了解更多",
)  # fmt: skip
FEELINGS_IN_JAPANESE = (
    "すぎる", "すぎます", "難しそう", "難しい", "不安", "お悩み", "お急ぎ", "初めて", "はじめて", "お困り",
)  # fmt: skip
"""Such a question in Japanese ends with them."""
_SHAPED = re.compile(
    # "Running into trouble?", but not "Hosting plan?"
    r"\w{2,20}ing (?:for|to|into|about|with|from|of|an?|the|it|this|that|some|something|more|lost"
    r"|stuck|errors?"
    r"|issues?|problems?|trouble)\b"
    # "Overwhelmed?", but not "Speed?"
    r"|\w{3,20}[^\We]ed\?"
    r"|zu \w{1,30}\?"
).match

_LONGEST = 60
_ASKS = re.compile(
    r"\b(?:which|what|who|whom|whose|where|when|how|why|or|oder|was|wer|wie|wo|wann|warum|welch\w{0,3}"
    r"|wohin|woher"
    r"|quel\w{0,3}|qua[ln]\w{0,2}|comment|combien|qui|que|cosa|come|dove|quem|hoe|wat|welk\w?|waar|kto"
    r"|co|jak\w{0,2}|hangi|apa|mana|siapa|vilk\w{1,2}|hvilk\w{1,2}"
    r"|hvad?|vad|vem|chi|onde|como|cual\w{0,2}|donde|cuando|quien)\b"
    "|[哪什谁几何呢]|多少|多久|怎|还是|或"
).search
_NAMED = re.compile(
    r"\b(?:budget|deadline|timeline|timeframe|language|platform|audience|size|tone|style|format"
    r"|colou?r|database"
    r"|framework|users|target|goal|priority|scope|level|role|industry|location|name|title|theme|genre"
    r"|device|version"
    r"|region|hosting|frequency|date|time|day|length|duration|type|kind|preferences?|plan|stack|environment"
    r"|experience|age|mood|season|cuisine|allergies|destination|option|choice|lane|method|mode|model"
    r"|source|currency"
    r"|zielgruppe|sprache|termin|farbe|umfang|ziel|zweck)s?\W{0,3}$"
    "|(?:预算|用户|平台|语言|时间|规模|目标|风格|颜色|格式|名称|类型|方式|方案|版本|地区|日期|人数"
    "|对象|频率)$"
).search
_CHINESE = re.compile("[\u3400-\u9fff，。a-z0-9 ]+$").match


def guesses_feeling(said: str) -> bool:
    """Tell whether a question in small letters guesses how its reader feels or what is missing."""
    return said.startswith(_STARTS) or _SHAPED(said) is not None


def is_elliptic(said: str) -> bool:
    """Tell whether a short question in small letters has no word that asks, and names nothing to be chosen.

    "Budget?" names it, "Still hungry?" does not.
    """
    if len(said) > _LONGEST or _ASKS(said) is not None or _NAMED(said) is not None:
        return False
    return said.isascii() or _CHINESE(said) is not None
