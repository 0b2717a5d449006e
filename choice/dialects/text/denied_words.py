"""Where a sentence denies a few of its words: "no multiple selection", "복수 선택 불가"."""

from choice.dialects.text.clauses import clause_before, clause_behind

_AROUND = " \t\u00a0\u3000*_\"'“”.!。！"
_DENYING = frozenset({
    "no", "not", "never", "without", "avoid", "cannot", "can't", "don't", "mustn't", "shouldn't", "isn't",
    "aren't", "won't", "doesn't",
    "kein", "keine", "keinen", "nicht", "nie", "ohne",
    "sin", "nunca", "ni", "pas", "aucun", "aucune", "sans",
    "لا", "ليس", "غير", "لن", "ممنوع", "بدون", "دون", "يمنع", "يُمنع",
})  # fmt: skip
_PASSED = frozenset({
    "you", "to", "be", "the", "a", "any", "of", "for", "please", "able", "allowed", "permitted", "possible",
    "support", "allow", "allowing", "more", "than", "or", "and", "at", "once", "only", "just", "your",
    "sie", "bitte", "die", "mehr", "als", "davon", "gleichzeitig", "möglich", "erlaubt", "hier",
    "se", "puede", "pueden", "puedes", "podrá", "podrás", "es", "posible", "está", "permitido", "permitida",
    "permite", "permiten", "la", "las", "los", "más", "de", "du", "des", "d'", "plus", "peut", "pouvez",
    "يمكن", "يمكنك", "يمكنكم", "يُمكن", "يسمح", "يُسمح", "مسموح", "مسموحًا", "يجوز", "أكثر", "من", "لك",
    "ب", "ال", "بال",
})  # fmt: skip
"""Words between one that denies and what it denies."""
_OBLIGING = frozenset({"have", "need", "limited", "restricted", "müssen", "musst", "tienes", "tiene", "que"})
"""Where these stand between, only a duty is denied."""
_CHOOSING = (
    "select", "choos", "pick", "tick", "check", "vot", "wähl", "auswähl", "ankreuz", "nenn", "elig", "elij",
    "elegir", "selecc", "escog", "escoj", "marc", "marqu", "chois", "sélect", "coch",
    "اختر", "اختيار", "باختيار", "تختر", "تختار", "الاختيار", "تحديد", "بتحديد", "تحدد",
)  # fmt: skip
_ASKING = frozenset({"why", "need", "warum", "qué"})
"""Before a word that denies they make a suggestion of it."""
_DENYING_ENDS = (
    "不", "不可", "不能", "不可以", "不支持", "不支援", "不允许", "不允許", "不得", "不要", "不许", "不許",
    "不准", "不是", "勿", "禁止", "无法", "無法", "非", "无", "無", "没有", "沒有", "别", "別",
)  # fmt: skip
_PASSED_LETTERS = "选择選擇同时時一次超过過多于於进進行"
_DENYING_BEHIND = (
    "not allowed", "n't allowed", "not permitted", "n't permitted", "not possible", "n't possible",
    "not supported", "n't supported", "not available", "n't available", "not accepted", "n't accepted",
    "not valid", "n't valid", "not an option", "cannot be", "can't be", "may not be", "must not be",
    "will not be", "won't be", "can not be", "invalid", "disallowed", "forbidden", "prohibited", "disabled",
    "unavailable", "unsupported",
    "nicht möglich", "nicht erlaubt", "nicht zulässig", "nicht gestattet", "nicht zugelassen",
    "nicht vorgesehen", "nicht unterstützt", "nicht auswähl", "nicht wähl", "unzulässig", "ausgeschlossen",
    "deaktiviert", "verboten", "können nicht", "kann nicht", "dürfen nicht", "darf nicht",
    "no permitid", "no está", "no están", "no se permite", "no se puede", "no es posible", "no disponible",
    "no es válid", "no son válid", "prohibid", "pas possible", "pas autoris", "pas permis", "interdit",
    "불가", "수 없", "수는 없", "안 됨", "안됨", "안 돼", "안돼", "안 되", "안되", "안 됩", "안됩", "지 마",
    "지 말", "금지", "허용하지 않", "허용되지 않", "지원하지 않", "지원되지 않", "못합", "못 합",
    "不可", "不行", "不允许", "不允許", "不能", "禁止", "不支持", "无效", "無効", "無效",
    "できません", "できない", "べません", "べない", "ないで", "いけません", "だめ", "ダメ", "認めません",
    "ご遠慮", "お控え",
    "غير مسموح", "غير ممكن", "غير متاح", "ممنوع", "لا يسمح", "لا يُسمح", "لا يمكن", "لا يجوز",
)  # fmt: skip
_NO = frozenset({"no", "nein", "non", "아니오", "아니요", "否", "いいえ", "لا", "off", "✗", "❌"})
_LAST = frozenset({"nicht", "no"})


def is_forbidden(sentence: str, start: int, end: int) -> bool:
    """Tell whether a sentence in small letters forbids what stands between two positions in it."""
    return _is_denied_before(sentence, start, _PASSED) or _is_denied_behind(sentence, end)


def is_denied(sentence: str, start: int) -> bool:
    """Tell whether words before a position forbid what stands there, or say that it need not be."""
    return _is_denied_before(sentence, start, _PASSED | _OBLIGING)


def _is_denied_before(sentence: str, start: int, passed: frozenset[str]) -> bool:
    clause = clause_before(sentence, start)
    words = [word.strip(_AROUND) for word in clause.split()]
    while words and (words[-1] in passed or words[-1].startswith(_CHOOSING)):
        words.pop()
    if not words:
        return False
    if words[-1] in _DENYING:
        return words[-2:-1] == [] or words[-2] not in _ASKING
    return not clause.isascii() and _ends_denying(words[-1])


def _ends_denying(word: str) -> bool:
    """Tell whether a word of a language without spaces ends with one that denies."""
    return word.rstrip(_PASSED_LETTERS).endswith(_DENYING_ENDS)


def _is_denied_behind(sentence: str, end: int) -> bool:
    clause = clause_behind(sentence, end).strip(_AROUND)
    if clause in _NO or any(denying in clause for denying in _DENYING_BEHIND):
        return True
    return clause.rpartition(" ")[2] in _LAST
