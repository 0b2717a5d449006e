"""Decide whether a list under a question offers options or answers the question."""

import re

from choice.dialects.lists.general import is_advice, is_general, is_quoted, turns_to_reader
from choice.dialects.lists.questions import (
    are_long,
    are_sentences,
    are_steps,
    asks_for_one,
    asks_plainly,
    has_open_answer,
    is_explained,
    is_readers_matter,
    offers_choice,
    without_fillers,
)
from choice.dialects.lists.words import mentions
from choice.dialects.lists.yes_no import (
    answer_it,
    asks_yes_or_no,
    guesses_feeling,
    is_self_answered,
    names_alternatives,
    says_yes_or_no,
    speaks_to_reader,
)

_OPEN = ("what", "which", "who", "where", "when", "how")
_DECIDING = (
    "should", "shall", "want", "would", "prefer", "could we", "can we", "must ", "need", "you ", "your",
    "you?", "let's", "matter", "goal", "today", "currently", "at the moment",
    " have to ",
)  # fmt: skip
_PAST = frozenset({
    "was", "were", "did", "had", "been", "failed", "passed", "broke", "broken", "changed", "happened",
    "went",
    "done", "made", "came", "caused", "won", "lost", "fixed", "added", "removed", "updated", "completed",
    "finished", "implemented", "improved", "deprecated", "merged", "released", "shipped", "learned", "found",
    "stood", "got", "took", "gave", "ran", "became", "began", "grew", "fell", "rose", "kept", "led",
    "said", "saw",
    "showed", "struck", "told", "worked", "helped", "surprised", "dropped", "crashed", "remained", "slowed",
})  # fmt: skip
_IS = frozenset({
    "is", "are", "what's", "what’s", "who's", "who’s", "where's", "where’s", "when's", "isn't", "aren't",
})  # fmt: skip
_STATES = frozenset({
    "included", "covered", "affected", "involved", "used", "supported", "missing", "new", "wrong",
    "different",
    "inside", "left", "required", "needed", "available", "allowed", "stored", "located", "defined",
    "configured", "installed", "responsible", "impacted", "tested", "known", "happening", "scope",
    "working", "failing", "blocked", "pending", "remaining", "planned", "documented", "scheduled", "open",
})  # fmt: skip
_USES = (
    "use it", "uses it", "use this", "uses this", "use them", "supports it", "support it", "includes it",
    "depends on it", "depend on it", "calls it", "call it", "requires it", "contain it", "contains it",
)  # fmt: skip
_FACTS = (
    "what makes", "what will this cost", "what will it cost", "what do you need?", "what will you need",
    "what you need", "what should i do if i ", "what should you do", "what if ", "where does",
    "where do these",
    "where do they", "when does", "who uses", "what's in", "what is in ", "what's on", "what comes",
    "what follows", "what remains", "how come", "who benefits", "what stands out", "what could go wrong",
    "what can go wrong", "what might go wrong", "what may go wrong", "what has", "which have",
    "when should you", "when should i use", "when should i choose", "when should i call",
    "when should i consider",
    "when should i worry", "when should i see",
    "how should you", "where should you", "who should use", "where can i", "how long does it take",
)  # fmt: skip
_DUE = (" have to ", " has to ", " need to ", " needs to ", " must ")
_GERMAN_OPEN = ("was ", "wer ", "wo ", "woher ", "wann ", "welche", "wie viele ", "wodurch ", "woran ")
_GERMAN = frozenset({
    "wurde", "wurden", "worden", "war", "waren", "passiert", "geändert", "verändert", "geschehen", "sich",
    "enthalten", "neu", "neues", "anders", "schiefgelaufen", "fehlgeschlagen", "betroffen", "erledigt",
    "beteiligt", "dabei", "dazu", "umfasst", "beinhaltet", "verwendet", "fehlt", "fehlen", "her", "stammen",
    "stammt", "kostet", "schief", "lag", "dafür", "vorteile", "nachteile", "unterschiede", "unterschied",
    "voraussetzungen", "schritte", "risiken", "ursachen", "änderungen", "neuerungen",
})  # fmt: skip
_GERMAN_DECIDING = (
    "soll", "möcht", "wollen", "würden", "bevorzug", "ihnen", "ihre", "dein", "dir", "brauch", "wir ",
    "wünsch",
)  # fmt: skip
_SPANISH_OPEN = (
    "qué", "cuál", "quién", "cómo", "cuándo", "dónde", "de dónde", "cuánt", "para quién", "en qué consiste",
)  # fmt: skip
_SPANISH = frozenset({
    "ha", "han", "había", "fue", "fueron", "era", "eran", "incluye", "incluyen", "contiene", "viene",
    "vienen",
    "proviene", "provienen", "falta", "faltan", "cuesta", "costará", "usan", "nuevo", "cambios",
    "diferencia",
    "diferencias", "ventajas", "desventajas", "beneficios", "requisitos", "pasos", "riesgos", "causas",
    "novedades", "hizo", "hicieron", "hubo", "salió",
})  # fmt: skip
_SPANISH_PAST = ("ó", "aron", "ieron")
_SPANISH_DECIDING = (
    "prefier", "quier", "dese", "debo", "debe", "usted", "te gust", "le gust", "necesit", " tu ", " su ",
    " te ", "viene bien",
)  # fmt: skip
_KOREAN = (
    "있나요", "있습니까", "있을까요", "있어요", "포함되", "들어 있", "들어있", "오나요", "무엇이 다른",
    "차이", "장점", "단점", "특징", "원인", "변경 사항", "변경사항", "요구 사항", "절차",
)  # fmt: skip
_KOREAN_DECIDING = ("원하", "선호", "하시", "할까", "드릴까", "좋을까", "고객", "귀사", "세요", "셨")
_NOT_PAST = "있겠"
_CHINESE = (
    "有哪些", "有什么", "了什么", "了哪些", "被", "发生", "变化", "改变", "变更", "改动", "包括", "包含",
    "来自",
    "从哪里来", "失败", "出了", "更新了", "修改了", "完成了", "新功能", "不同", "区别", "用到", "涉及",
    "优点", "缺点", "优势", "步骤", "前提", "原因",
)  # fmt: skip
_CHINESE_DECIDING = ("您", "你", "想", "希望", "要", "应该", "應該", "选", "偏好", "我们", "该", "最")
_JAPANESE = (
    "ましたか", "たか", "でしたか", "ありますか", "含まれ", "変わった", "変わる", "違い", "変更点", "使われ",
    "から来", "必要なもの", "関わ", "新しい", "メリット", "特徴", "手順", "原因", "利点", "欠点",
)  # fmt: skip
_JAPANESE_DECIDING = (
    "ご希望", "お好み", "たいですか", "しましょう", "よろしい", "べき", "お使い", "選", "ご利用",
)  # fmt: skip
_ARABIC = (
    "تغير", "تغيّر", "تم ", "تمت", "حدث", "حصل", "فشل", "كان", "أُضيف", "أضيف", "يتضمن", "تتضمن", "الجديد",
    "من أين", "الفرق", "أنجز", "أُنجز", "المتأثر", "المزايا", "مزايا", "العيوب", "الفوائد", "الأسباب",
    "المتطلبات", "الخطوات",
)  # fmt: skip
_ARABIC_DECIDING = ("تريد", "تفضل", "ترغب", "نعتمد", "نستخدم", "يجب", "تحتاج", "ينبغي")
_SIGNS = '?!.,:;()*_"“”'
_FINALS = 28
_PAST_FINAL = 20


def reports(question: str) -> bool:
    """Tell whether a question is about what was, what is or what there is: the list below says it."""
    said = without_fillers(question)
    if is_readers_matter(said):
        return False
    if "¿" in said:
        return _reports_in_spanish(said.rpartition("¿")[2])
    if (
        (said.startswith(_FACTS) and not mentions(said, _DUE))
        or _reports_in_english(said)
        or _reports_in_german(said)
    ):
        return True
    return not said.isascii() and _reports_elsewhere(said)


def _reports_in_english(said: str) -> bool:
    if not said.startswith(_OPEN) or mentions(said, _DECIDING):
        return False
    words = _words(said)
    if not _PAST.isdisjoint(words):
        return True
    if said.rstrip("?* ").endswith(" for"):
        return True
    if said.startswith("which") and "is" in words:
        # One of many is asked for: "Which environment is affected?"
        return False
    return not (_IS.isdisjoint(words) or _STATES.isdisjoint(words)) or mentions(said, _USES)


def _reports_in_german(said: str) -> bool:
    return (
        said.startswith(_GERMAN_OPEN)
        and not _GERMAN.isdisjoint(_words(said))
        and not mentions(said, _GERMAN_DECIDING)
    )


def _reports_in_spanish(said: str) -> bool:
    if not said.startswith(_SPANISH_OPEN) or mentions(said, _SPANISH_DECIDING):
        return False
    words = _words(said)
    return not _SPANISH.isdisjoint(words) or any(word.endswith(_SPANISH_PAST) for word in words)


def _reports_elsewhere(said: str) -> bool:
    """Tell the same of the languages of other scripts, each by its own words."""
    if any("\uac00" <= letter <= "\ud7a3" for letter in said):
        stated = any(_is_past(letter) for letter in said) or mentions(said, _KOREAN)
        return stated and not mentions(said, _KOREAN_DECIDING)
    if any("\u3040" <= letter <= "\u30ff" for letter in said):
        return mentions(said, _JAPANESE) and not mentions(said, _JAPANESE_DECIDING)
    if any("\u0600" <= letter <= "\u06ff" for letter in said):
        return mentions(said, _ARABIC) and not mentions(said, _ARABIC_DECIDING)
    return mentions(said, _CHINESE) and not mentions(said, _CHINESE_DECIDING)


def _is_past(letter: str) -> bool:
    """Tell whether a Korean syllable ends as the past tense does."""
    if not "\uac00" <= letter <= "\ud7a3" or letter in _NOT_PAST:
        return False
    return (ord(letter) - ord("\uac00")) % _FINALS == _PAST_FINAL


def _words(said: str) -> set[str]:
    return {word.strip(_SIGNS) for word in said.split()}


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


def is_told_by_numbers(question: str, labels: list[str]) -> bool:
    """Tell whether a list with numbers explains its question instead of offering options."""
    if asks_plainly(question):
        return False
    if asks_yes_or_no(question):
        told = not answer_it(labels, question) or is_self_answered(question, labels)
    else:
        told = reports(question) or is_general(question) or gives_amounts(question, labels)
        told = told or (are_long(labels) and not _turns_to_reader(question))
    return (told or is_explained(question)) and not has_open_answer(labels)


def _turns_to_reader(question: str) -> bool:
    """Tell whether anything in an open question shows that its reader is asked; items may be long then."""
    return offers_choice(question) or names_alternatives(question) or turns_to_reader(question)


def are_statements(question: str, labels: list[str]) -> bool:
    """Tell whether all items of a list are steps or statements, and nothing shows that one is chosen."""
    if are_steps(labels):
        return not says_yes_or_no(labels)
    if asks_plainly(question) or not are_sentences(labels) or asks_for_one(question):
        return False
    return not (has_open_answer(labels) or says_yes_or_no(labels))


_THINGS = "(?:it|this|that|they|these|those|we|i)"
_ASKS_READER = re.compile(
    r"who(?:'s|’s| is) (?:it|this|that) for\b"
    rf"|how (?:will|would|is|are) (?!{_THINGS}\b(?! (?:be|being|currently|mainly|usually|supposed)\b))"
    r"|what does (?:\W?\w{1,20}\W? ){1,3}(?:mean (?:for|to|in|here)|look like)\b"
    r"|how (?:do|did) you (?!know\b)|why (?:are|do|did|have) you\b|why (?:is|are|was"
    r"|were) (?:\w{1,20} )?your\b"
    r"|was passiert(?:,)? wenn\b|(?:warum|wieso|weshalb) \w{1,30} (?:sie|du|ihr)\b"
    r"|por qué (?:estás|están|te|os|cambias?|buscas?|eliges?|creas?|dejas?|haces?|usas?)\b"
    r"|왜 .{0,60}(?:시나|시는|하신|으신|려고|려는|셨)|(?:なぜ|どうして).{0,60}(?:されます|なさ|お考え)"
    r"|لماذا ت"
).match
_TAKES_YES = ("can i ", "do i ")
_OPENERS = "¿¡\"'“‘« *_"


def is_told_by_letters(question: str, labels: list[str]) -> bool:
    """Tell whether a list with letters explains its question instead of offering options."""
    if asks_plainly(question):
        return False
    said = without_fillers(question)
    return _is_told(said, question, labels) and not has_open_answer(labels)


def _is_told(said: str, question: str, labels: list[str]) -> bool:
    if is_quoted(said) or is_advice(said):
        return True
    if are_sentences(labels):
        if is_explained(question) or guesses_feeling(said) or reports(question) or is_general(question):
            return True
        return asks_yes_or_no(question) and is_self_answered(question, labels)
    if asks_yes_or_no(question) and not speaks_to_reader(said):
        return not answer_it(labels, question)
    return is_explained(question) and not _asks_reader(said, question, labels)


def _asks_reader(said: str, question: str, labels: list[str]) -> bool:
    asked = said.lstrip(_OPENERS)
    if asked.startswith(_TAKES_YES):
        return answer_it(labels, question)
    return _ASKS_READER(asked.rstrip("?？؟ ")) is not None
