"""Detect questions with a yes-or-no answer, and questions that their writer answers."""

import re

from choice.dialects.lists.questions import are_sentences
from choice.dialects.lists.words import mentions

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


_CLAUSE = re.compile(r"[,;:–—] |- ")
_YES_NO_QUESTION_STARTS = (
    "is ", "are ", "am ", "was ", "were ", "isn't ", "aren't ", "do ", "does ", "did ", "don't ", "doesn't ",
    "didn't ", "have ", "has ", "had ", "haven't ", "can ", "can't ", "could ", "couldn't ", "will ",
    "won't ",
    "would ", "wouldn't ", "shall ", "should ", "shouldn't ", "may ", "might ", "must ", "ok ", "ok?",
    "okay ",
    "okay?", "ready ", "ready?", "sound ", "sounds ", "look ", "looks ", "good ", "make sense",
    "makes sense",
    "agree", "right?", "correct?", "any ", "anything", "everything", "all ", "still ", "want ", "need ",
    "shall?", "deal?", "clear?", "proceed", "go ahead", "happy with", "got it", "yes?", "confirm",
    "that work", "alright", "mind ", "fine ", "fair ", "approve", "happy to",
    "ist ", "sind ", "war ", "waren ", "bist ", "seid ", "soll ", "sollen ", "sollte ", "sollten ", "kann ",
    "können ", "könnte ", "könnten ", "kannst ", "könntest ", "darf ", "dürfen ", "dürfte ", "möchten ",
    "möchtest ", "möchte ", "willst ", "wollen ", "will ", "wollt ", "haben ", "habe ", "hast ", "hat ",
    "passt ",
    "passt?", "stimmt ", "stimmt?", "stimmen ", "klingt ", "gibt ", "wird ", "werden ", "würden ",
    "würdest ",
    "in ordnung", "alles ", "bereit", "einverstanden", "fehlt ", "brauchen ", "brauchst ", "wäre ", "geht ",
    "sieht ", "habt ", "noch ", "richtig?", "korrekt?", "ok so", "okay so", "macht ",
    "هل ", "أليس", "ألا ", "أتريد", "صحيح؟", "موافق", "حسنًا؟", "تمام؟",
)  # fmt: skip
_TAGS = (
    ", right?", ", correct?", ", ok?", ", okay?", ", yes?", ", no?", "correct?", "make sense?",
    "sound good?",
    "look right?", "look good?", "looks good?", "sounds good?", ", oder?", ", richtig?", ", korrekt?",
    "verdad?",
    "¿no?", "de acuerdo?", "صحيح؟", "موافق؟", "أليس كذلك؟",
)  # fmt: skip
_OPEN_STARTS = (
    "which", "what ", "what's", "what’s", "who ", "who's", "whom", "whose", "where ", "when ", "how ",
    "why ",
    "on which", "in which", "at what", "at which", "for which", "to which", "with which", "by when",
    "welch", "was ", "wer ", "wen ", "wem ", "wo ", "wohin", "wann ", "wie ", "warum", "für welch",
    "mit welch", "in welch", "bis wann", "ab wann", "an wen", "auf welch",
)  # fmt: skip
_WAS = ("was it ", "was this ", "was that ", "was the ", "was there ", "was my ", "was your ", "was i ")
"""How a question in English begins where one in German would ask for more."""
_OPEN_SPANISH = re.compile(
    r"qué|cuál|quién|cómo|cuándo|cuánt|dónde|\bque tipo|^\W*(?:que|cual|quien|como|cuando|cuant|donde)"
).search
_OPEN_KOREAN = (
    "어떤", "어느", "무엇", "뭐", "뭘", "무슨", "누구", "누가", "어디", "언제", "어떻게", "어떠", "왜",
    "얼마", "몇", "며칠",
)  # fmt: skip
_OPEN_CHINESE = ("哪", "什么", "什麼", "谁", "誰", "怎", "几", "多少", "多久", "何", "如何")
_OPEN_JAPANESE = (
    "どの", "どち", "どれ", "どこ", "どう", "どん", "どな", "何", "なに", "なん", "いつ", "誰", "だれ",
    "いくつ",
    "いくら", "なぜ",
)  # fmt: skip
_POLAR_CHINESE = (
    "是否", "能否", "可否", "要不要", "是不是", "能不能", "可不可以", "对不对", "行不行", "好不好", "有没有",
    "需不需要", "第一次来", "第一次使用", "第一次用", "赶时间", "遇到问题", "卡住了", "没时间", "不确定",
)  # fmt: skip
_POLAR_CHINESE_ENDS = ("吗", "嗎", "吧", "没有", "么")
_POLAR_KOREAN_ENDS = ("요", "까", "죠", "니", "나", "지")
_TOPIC_KOREAN_ENDS = ("은요", "는요")
_POLAR_JAPANESE_ENDS = ("か", "ね", "いい", "ok", "よろしい", "大丈夫", *FEELINGS_IN_JAPANESE)
_CHOOSING = (
    "which", "prefer", "choose", "pick ", "select ", "one of", "any of these", "any of the", "either ",
    "preference", "favorite", "favourite", "instead", " in mind",
    "welche", "lieber", "bevorzug", "eine der", "eines der", "einen der", "wähl", "vorlieb",
    "alguna de", "alguno de", "una de", "uno de", "prefier", "prefer", "eleg", "elij",
    "중 하나", "중에", "선택", "선호", "골라", "고르", "其中", "选", "選", "偏好", "希望",
    "のうち", "どれか", "お好み", "ご希望", "أحد", "تفضل", "اختيار", "تختار", "أي من",
)  # fmt: skip
_OR = re.compile(r"\b(?:or|oder|o|u|ou)\b|还是|還是|아니면|또는|혹은|それとも|または|\bأم\b|\bأو\b").search
_ALTERNATIVE = re.compile(
    r"(?:(?:is|are|will) (?:this|it|that|these|they) (?:be )?(?:meant |intended )?(?:for|an?)\b"
    r"|ist (?:das|es|dies) (?:für|eine?)\b|هل (?:هذا|هذه|هو|هي)\b)"
    r"[^,;?]{1,80} (?:or|oder|أم) (?!not|should|shall|did|do|does|is|are|would|can|nicht|soll|etwas|some"
    r"|any|لا)"
).match
"""How a question begins that names two kinds of a thing: "Is this for internal or external use?"."""
_ALTERNATIVE_IN_SPANISH = re.compile(r"(?:es|será|son) (?:para|un|una)\b[^,;?]{1,80} [ou] (?!no\b)").match
_YES_OR_NO = (
    "yes", "no", "yep", "nope", "yeah", "sure", "not now", "not yet", "ja", "nein", "sí", "si", "nee",
    "네", "예", "아니요", "아니오", "아뇨", "아니", "응", "是", "是的", "否", "不", "对", "不是", "不对",
    "好", "好的",
    "可以", "不可以", "需要", "不需要", "要", "不要", "不用", "行", "はい", "いいえ", "うん", "いや", "نعم",
    "لا", "أجل",
)  # fmt: skip
_NO = (
    "no", "nope", "not now", "not yet", "nein", "nee", "아니요", "아니오", "아뇨", "아니", "否", "不",
    "不是", "不对", "不可以", "不需要", "不要", "不用", "いいえ", "いや", "لا",
)  # fmt: skip
_DECIDING = frozenset({
    "continue", "proceed", "cancel", "stop", "skip", "abort", "wait", "later", "neither", "none", "both",
    "other", "something else", "go ahead", "never mind", "leave it", "keep it", "keep them", "change it",
    "stop here", "not sure", "ask again", "do it", "do nothing", "revise", "maybe", "reject", "approve",
    "accept", "decline", "start over", "roll back", "make changes", "looks good", "always",
    "never", "allow", "deny", "skip it", "retry", "ignore", "i don't know",
    "weiter", "abbrechen", "fortfahren", "später", "überspringen", "ändern", "beides", "keins", "stopp",
    "warten", "weiss nicht", "vielleicht",
    "continuar", "cancelar", "parar", "más tarde", "omitir", "ninguno", "ambos", "cambiar", "después",
    "no lo sé", "quizás", "tal vez",
    "계속", "계속 진행", "진행", "취소", "중단", "나중에", "건너뛰기", "수정", "둘 다", "보류",
    "잘 모르겠음",
    "继续", "取消", "停止", "稍后", "跳过", "修改", "都要", "以后再说", "不确定", "暂停", "稍后再说",
    "続ける", "続行", "中止", "キャンセル", "後で", "スキップ", "修正", "両方", "やめる", "わからない",
    "保留",
    "متابعة", "إلغاء", "توقف", "لاحقًا", "لاحقا", "تخطي", "تعديل", "كلاهما", "لا أعرف",
})  # fmt: skip
_ONLY = ("only ", "just ", "nur ", "solo ", "sólo ", "只", "仅", "فقط ")
_ORNAMENTS = " \t*_`\"'“”✅❌✔✖👍👎☑🟢🔴⭐"
_BEHIND_ANSWER = (
    ",", ".", ":", ";", "!", "（", "，", "。", "：", "、", "؛", "،", " -", " –", " —", "—", " (", " please",
    " thanks",
)  # fmt: skip
_HEAD = re.compile(r"[,.:;!(（，。：]| [-–—] ").split
_WORD = re.compile(r"[^\W\d_]{3,}").findall
_ASIAN = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]").search


def asks_yes_or_no(question: str) -> bool:
    """Tell whether a question takes a yes or a no, and does not ask to choose."""
    said = question.casefold().strip(" *_\"'“‘«")
    if guesses_feeling(said) and _OR(said) is None:
        return True
    if mentions(said, _CHOOSING):
        return False
    if "¿" in said:
        asked = said.rpartition("¿")[2]
        return _OPEN_SPANISH(asked) is None and _ALTERNATIVE_IN_SPANISH(asked) is None
    bare = said.rstrip(" ?？؟!！*_)）\"'”」")
    if _ASIAN(bare[-3:]) is not None:
        return _is_polar_in_asia(bare)
    return _ALTERNATIVE(said) is None and _is_polar(said)


def _is_polar(said: str) -> bool:
    """Tell the same of a question whose first words show it."""
    clauses = [clause.lstrip(" *_") for clause in _CLAUSE.split(said)]
    if clauses[0].startswith(_WAS) or (said.endswith(_TAGS) and not clauses[-1].startswith(_OPEN_STARTS)):
        return True
    if any(clause.startswith(_OPEN_STARTS) for clause in clauses):
        return False
    first, last = clauses[0], clauses[-1]
    return (
        first.startswith(_YES_NO_QUESTION_STARTS)
        or last.startswith(_YES_NO_QUESTION_STARTS)
        or guesses_feeling(last)
        or is_elliptic(said)
    )


def _is_polar_in_asia(bare: str) -> bool:
    """Tell the same of a Korean, Chinese or Japanese question without its mark."""
    if "\uac00" <= bare[-1] <= "\ud7a3":
        ends = bare.endswith(_POLAR_KOREAN_ENDS) and not bare.endswith(_TOPIC_KOREAN_ENDS)
        return ends and not mentions(bare, _OPEN_KOREAN)
    if "\u3040" <= bare[-1] <= "\u30ff" or bare.endswith(_POLAR_JAPANESE_ENDS):
        return bare.endswith(_POLAR_JAPANESE_ENDS) and not mentions(bare, _OPEN_JAPANESE)
    polar = bare.endswith(_POLAR_CHINESE_ENDS) or mentions(bare, _POLAR_CHINESE) or is_elliptic(bare)
    return polar and not mentions(bare, _OPEN_CHINESE)


def names_alternatives(question: str) -> bool:
    """Tell whether a question has an "or" in it, and so names some of what may be answered."""
    return _OR(question.casefold()) is not None


def answer_it(labels: list[str], question: str) -> bool:
    """Tell whether the items of a list answer such a question: yes, no, a decision, or one of "A or B"."""
    said = [label.casefold().strip(_ORNAMENTS) for label in labels]
    if any(_is_yes_or_no(label) or _is_decision(label) for label in said):
        return True
    asked = question.casefold()
    if not guesses_feeling(asked) and any(label.startswith(_ONLY) for label in said):
        return True
    return _OR(asked) is not None and any(_is_named(label, asked) for label in said)


def says_yes_or_no(labels: list[str]) -> bool:
    """Tell whether one of the items of a list begins with yes or no."""
    return any(_is_yes_or_no(label.casefold().strip(_ORNAMENTS)) for label in labels)


def says_no(labels: list[str]) -> bool:
    """Tell whether one of the items of a list begins with no, or is nothing but a decision."""
    said = [label.casefold().strip(_ORNAMENTS) for label in labels]
    return any(_is_decision(label) or _begins_with(label, _NO) for label in said)


def _is_yes_or_no(label: str) -> bool:
    """Tell whether a label begins with yes or no, and not with words like "no data"."""
    return _begins_with(label, _YES_OR_NO)


def _begins_with(label: str, words: tuple[str, ...]) -> bool:
    """Tell whether a label begins with one of some words, and an end behind it."""
    return any(
        label == word or (label.startswith(word) and label[len(word) :].startswith(_BEHIND_ANSWER))
        for word in words
    )


def _is_decision(label: str) -> bool:
    """Tell whether a label is nothing but a decision, perhaps with an explanation behind it."""
    return _HEAD(label)[0].strip() in _DECIDING


def _is_named(label: str, asked: str) -> bool:
    """Tell whether a question names what a label says."""
    head = _HEAD(label)[0].strip()
    return head in asked or any(word in asked for word in _WORD(head))


_SPEAKS_TO_READER = re.compile(
    r"\b(?:you|your|i|we|us|our|my|me|should|shall|sie|ihr\w{0,2}|du|dein\w{0,2}|ich|wir|uns"
    r"|soll\w{0,3})\b|¿|[^\x00-\u02ff]"
).search


def speaks_to_reader(question: str) -> bool:
    """Tell whether a question speaks to its reader; one in another language is trusted to."""
    return _SPEAKS_TO_READER(question.casefold()) is not None


def is_self_answered(question: str, labels: list[str]) -> bool:
    """Tell whether sentences answer a question that speaks to nobody: "Yes, in most cases.", and never no."""
    return are_sentences(labels) and not speaks_to_reader(question) and not says_no(labels)
