"""Parse how many options a text asks the reader to choose."""

import re
from itertools import zip_longest
from typing import NamedTuple

from choice.dialects.lists.labels import is_unit
from choice.dialects.lists.words import (
    ALL,
    ANSWERS,
    ANY,
    AT_LEAST,
    AT_LEAST_BEHIND,
    AT_MOST_BEHIND,
    CHOOSING,
    EXACTLY,
    EXACTLY_BEHIND,
    FILLERS,
    INSTRUCTING,
    LINKS,
    LISTED,
    MORE_THAN,
    MORE_THAN_BEHIND,
    ONLY_ONE,
    OTHER_USE,
    PLAIN,
    REPLYING,
    SEVERAL,
    UP_TO,
    WHICH,
    mentions,
    pattern_of,
)

_LOOKED_AT = 60
_END = re.compile(r"[,;:()\[\]，、،；：（）·\n—–?？؟]| - ")


def clause_before(sentence: str, at: int) -> str:
    """Return the words of a clause before a position; of a long one, the last of them."""
    return _END.split(sentence[max(0, at - _LOOKED_AT) : at])[-1]


def clause_behind(sentence: str, at: int) -> str:
    """Return the words of a clause behind a position; of a long one, the first of them.

    A colon right behind it ends nothing: "multi-select: no".
    """
    return _END.split(sentence[at : at + _LOOKED_AT].lstrip(" *:：="), maxsplit=1)[0]


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


_NEAR = 4
"""So many words before a choice, the word for choosing among them, may say who makes it."""
_OTHERS = (
    "user", "people", "customer", "visitor", "respondent", "participant", "guest", "lets", "allows",
    "allowing", "supports", "nutzer", "anwender", "kunden", "besucher", "teilnehmer", "usuario", "cliente",
    "visitante",
    "사용자", "고객", "이용자", "用户", "用戶", "使用者", "客户", "顾客", "ユーザー", "利用者", "顧客",
    "المستخدم", "للمستخدم", "العملاء", "الزوار",
)  # fmt: skip
_READER = frozenset({"you", "me", "us"})
_QUOTES = "\"'“‘„«「『"
_KINDS = ("question", "field", "widget", "prompt")
"""Behind words for a choice they make the name of a thing of them."""
_THERE_ARE = frozenset({
    "are", "have", "has", "offer", "offers", "between", "among", "from", "of", "with", "gibt", "haben", "hat",
    "zwischen", "unter", "aus", "hay", "tenemos", "tienes", "entre", "هناك", "بين",
})  # fmt: skip
"""Before words for several they say what there is."""
_THERE_ARE_ENDS = ("有", "从", "從", "在")
_OF_THEM = ("중", "の中", "のうち", "の候補", "の選択肢")
"""Behind words for several they say that something is chosen from them."""


def only_mentions(sentence: str, start: int, end: int) -> bool:
    """Tell whether the words for several choices between two positions do not instruct the reader."""
    before = clause_before(sentence, start)
    if before.endswith(tuple(_QUOTES)):
        return bool(before.strip(_QUOTES + " "))
    words = before.split()[-_NEAR:]
    if words and (words[-1] in _THERE_ARE or words[-1].endswith(_THERE_ARE_ENDS)):
        return True
    if mentions(" ".join(words), _OTHERS) and _READER.isdisjoint(words):
        return True
    return clause_behind(sentence, end).removeprefix("that apply").lstrip().startswith(_KINDS + _OF_THEM)


_WORDS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
    "ein": 1, "eine": 1, "einen": 1, "eins": 1, "zwei": 2, "drei": 3, "vier": 4, "fünf": 5, "sechs": 6,
    "uno": 1, "una": 1, "dos": 2, "tres": 3, "cuatro": 4, "cinco": 5, "seis": 6,
    "un": 1, "une": 1, "deux": 2, "trois": 3, "quatre": 4, "cinq": 5,
    "واحد": 1, "واحدة": 1, "واحدًا": 1, "اثنين": 2, "اثنان": 2, "اثنتين": 2, "خيارين": 2, "خياران": 2,
    "ثلاثة": 3, "ثلاث": 3, "أربعة": 4, "أربع": 4, "خمسة": 5,
    "하나": 1, "하나만": 1, "둘": 2, "셋": 3, "넷": 4,
}  # fmt: skip
_COUNTED = {
    "한": 1, "두": 2, "세": 3, "네": 4, "다섯": 5, "여섯": 6,
    "一": 1, "两": 2, "兩": 2, "二": 2, "三": 3, "四": 4, "五": 5, "六": 6,
}  # fmt: skip
"""Words that are numbers only right before what they count."""
_COUNTERS = ("개", "가지", "항목", "つ", "個", "件", "项", "項", "个", "种", "種", "款", "样", "点")
_VALUES = _WORDS | _COUNTED
_PATTERN = re.compile(
    r"(?<![\d.,$€£])\d{1,2}(?![\d%])"
    rf"|\b(?:{'|'.join(_WORDS)})\b"
    rf"|(?:{'|'.join(_COUNTED)})(?=\s?(?:{'|'.join(_COUNTERS)}))"
)
_BEHIND_COUNTER = re.compile(rf"\s?(?:{'|'.join(_COUNTERS)})(?:를|을|만)?").match


class Counted(NamedTuple):
    """A number, where it begins, and where the text goes on behind it and what counts with it."""

    start: int
    end: int
    value: int
    is_digit: bool


def may_count(said: str) -> bool:
    """Tell whether a text in small letters has a number in it."""
    return _PATTERN.search(said) is not None


def numbers_in(said: str) -> list[Counted]:
    """Return the numbers of a text in small letters, in their order."""
    return [_counted(said, found) for found in _PATTERN.finditer(said)]


def number_at(said: str, at: int) -> Counted | None:
    """Return the number at a position of a text in small letters, or None."""
    found = _PATTERN.match(said, at)
    return None if found is None else _counted(said, found)


def _counted(said: str, found: re.Match[str]) -> Counted:
    word = found.group()
    counter = _BEHIND_COUNTER(said, found.end())
    end = found.end() if counter is None else counter.end()
    value = int(word) if word.isdecimal() else _VALUES[word]
    return Counted(found.start(), end, value, word.isdecimal())


_NUMBERED_LIMITS_LOOKED_AT = 24
_POLITE = ("please", "bitte", "por favor")


class Limits(NamedTuple):
    """How many options words say are to be chosen: at least, at most."""

    least: int | None
    most: int | None


ALL_OF_THEM = Limits(None, None)
ONLY_ONE_OF_THEM = Limits(1, 1)


def limits_by_number(sentence: str, named: int | None, *, chooses: bool) -> Limits | None:
    """Return what the numbers of a sentence say, if anything; the last `named` numbers may name options."""
    stated: Limits | None = None
    numbers = numbers_in(sentence) if may_count(sentence) else []
    for number, following in zip_longest(numbers, numbers[1:]):
        between = "" if following is None else sentence[number.end : following.start].strip()
        if between in LISTED:
            # "Choose 1, 2 or 3" names options.
            return None
        if following is not None and chooses and between in LINKS and number.value < following.value:
            if named is not None and number.value == 1 and following.value >= named:
                return None
            return Limits(number.value, following.value)
        before = _before(sentence, number)
        behind = sentence[number.end : number.end + _NUMBERED_LIMITS_LOOKED_AT].lstrip(" *")
        more = None
        if chooses or _stands_alone(behind):
            more = _bounded(sentence, number, before, behind)
        if more is not None:
            stated = _narrowed(stated, more)
        elif stated is None and _is_exact(number, before, behind, named):
            is_need = not is_denied(sentence, number.start)
            stated = Limits(number.value, number.value) if is_need else None
    return stated


def _bounded(sentence: str, number: Counted, before: str, behind: str) -> Limits | None:
    """Return the bound that a number is by the words beside it, or None where it is none."""
    if _ends(before, UP_TO) or behind.startswith(AT_MOST_BEHIND):
        return Limits(None, number.value)
    if _ends(before, MORE_THAN) or behind.startswith(MORE_THAN_BEHIND):
        if is_forbidden(sentence, number.start, number.end):
            return Limits(None, number.value)
        return ALL_OF_THEM if number.value > 1 else None
    if behind.startswith(AT_LEAST_BEHIND):
        if is_forbidden(sentence, number.start, number.end):
            return Limits(None, number.value - 1)
        return Limits(number.value, None)
    return Limits(number.value, None) if _ends(before, AT_LEAST) else None


def _narrowed(stated: Limits | None, more: Limits) -> Limits:
    """Return limits with those that stand behind them in the sentence."""
    if stated is None:
        return more
    return Limits(
        stated.least if more.least is None else more.least, stated.most if more.most is None else more.most
    )


def _is_exact(number: Counted, before: str, behind: str, named: int | None) -> bool:
    """Tell whether a number right beside the word for choosing says how many, and names no option."""
    if named is not None and number.is_digit and number.value >= named:
        return False
    if number.is_digit and behind.startswith(OTHER_USE):
        return False
    return _ends(before, EXACTLY) or behind.startswith(EXACTLY_BEHIND)


def _before(sentence: str, number: Counted) -> str:
    """Return the words before a number, without those that say nothing about it."""
    words = sentence[max(0, number.start - _NUMBERED_LIMITS_LOOKED_AT) : number.start].strip(" :*(（").split()
    while words and words[-1] in FILLERS:
        words.pop()
    return " ".join(words)


def _ends(before: str, phrases: tuple[str, ...]) -> bool:
    """Tell whether a text ends with one of the phrases, as whole words where words are spaced."""
    if not before.endswith(phrases):
        return False
    if not before.isascii():
        return True
    return any(before == phrase or before.endswith((f" {phrase}", f"({phrase}")) for phrase in phrases)


def _stands_alone(behind: str) -> bool:
    """Tell whether nothing but a word for answers, a polite one or another limit follows a number."""
    rest = behind.strip(" .)）*")
    if rest.startswith(",") and rest.lstrip(" ,").startswith(_POLITE + AT_LEAST + UP_TO):
        return True
    return not rest or mentions(rest, ANSWERS) or rest in AT_MOST_BEHIND + AT_LEAST_BEHIND


_WHICH = re.compile(rf"[¿ ]*({'|'.join(WHICH)}) ?").match
_SIGNS = "?？؟.,:;!*_\"'"
_ASKED_NUMBER_PASSED = frozenset({
    "new", "main", "other", "different", "more", "additional", "extra", "key", "most", "important", "primary",
    "favourite", "favorite", "possible", "best", "neuen", "weiteren", "wichtigsten", "besten",
})  # fmt: skip
"""They stand between a number and what it counts."""
_GOING_ON = frozenset({
    "of", "do", "should", "would", "could", "can", "are", "will", "shall", "must", "davon", "der", "von",
    "sollen", "möchten", "möchtest", "wollen", "willst", "de", "من",
})  # fmt: skip
"""Behind a number they show that it counts what is asked for."""
_PLURALS = frozenset({
    "people", "children", "men", "women", "criteria",
    "ألوان", "أشياء", "أنواع", "أقسام", "أفكار", "أهداف", "أسماء", "عناصر", "مواضيع", "خصائص", "أيام",
})  # fmt: skip
_DAYS = frozenset({"days", "tage", "días"})
_NO_PLURALS = frozenset({"series", "plus", "stars", "sterne", "estrellas", "zimmer"})
_NO_PLURAL_ENDS = ("ss", "us", "is")
_TIMES = ("월", "月", "小时", "小時", "星期", "季度", "学期", "學期")
"""Behind a counter they make a time of it."""
_PARTICLES = "가는은이의도중로"


def asked_for(question: str) -> Limits | None:
    """Return how many things a question in small letters asks for, or None where it does not say."""
    which = _WHICH(question)
    number = None if which is None else number_at(question, which.end())
    if which is None or number is None or question[number.end : number.end + 1] == "-":
        return None
    if number.is_digit and not _counts(question, number, is_german=which.group(1) == "welche"):
        return None
    return Limits(number.value, number.value)


def _counts(question: str, number: Counted, *, is_german: bool) -> bool:
    """Tell whether digits count what is asked for; in doubt they belong to one thing: "Which 2 GB model"."""
    behind = question[number.end : number.end + _LOOKED_AT]
    if not question[number.end - 1].isdigit():
        is_korean = "가" <= behind[:1] <= "힣"
        return behind[0] in _PARTICLES if is_korean else not behind.startswith(_TIMES)
    words = [word.strip(_SIGNS) for word in behind.split() if word not in _ASKED_NUMBER_PASSED]
    if behind[:1] not in {" ", "?", "？", "؟"} or not words:
        return False
    word = words[0]
    return not word or word in _GOING_ON or _is_plural(word, is_german=is_german)


def _is_plural(word: str, *, is_german: bool) -> bool:
    if word in _PLURALS or word in _DAYS:
        return True
    if word in _NO_PLURALS or is_unit(word) or word.endswith(_NO_PLURAL_ENDS):
        return False
    return word.endswith(("n", "e", "r", "s") if is_german else ("s", "ات"))


_QUESTION_MARK = re.compile("[?？؟]").search


def instructions(asked: str, said: str) -> str:
    """Return all words that instruct: those of a question, what stands behind it, and those around it."""
    mark = _QUESTION_MARK(asked)
    end = len(asked) if mark is None else mark.end()
    return f"{_instructing(asked[:end])}\n{asked[end:]}\n{said}"


def _instructing(question: str) -> str:
    """Return the words of a question that instruct: all of them, or those in brackets."""
    if question.startswith(INSTRUCTING) or mentions(question, PLAIN):
        return question
    if "(" not in question and "（" not in question and "[" not in question:
        return ""
    depth = 0
    inside = []
    for letter in question:
        depth += (letter in "(（[") - (letter in ")）]")
        inside.append(letter if depth > 0 else " ")
    return "".join(inside)


# A character class stands first: that is found without a closer look at every letter.
_SENTENCE = re.compile(r"[.!?。！？؟;\n](?:(?<=[。！？])\s?|(?:\s|$))")
_SHORT = re.compile(r"\.(?<=\b(?:max|min|máx|mín)\.)(?=\s?\w)")
_GERMAN_SHORT = re.compile(r"\bmind\.(?=\s?(?:\d|ein|zwei|drei|vier))")
_HOW_MANY = (*ANY, *SEVERAL, *ONLY_ONE)
LIMITING = (
    *_HOW_MANY, *CHOOSING, *AT_MOST_BEHIND, *AT_LEAST_BEHIND, *EXACTLY_BEHIND, *MORE_THAN_BEHIND,
    *UP_TO, *AT_LEAST, *EXACTLY, *MORE_THAN,
)  # fmt: skip
"""Words that say how many have one of these among them, if only one space stands between two."""
_ANY_OR_SEVERAL = (*ANY, *SEVERAL)
_FEW_WORDS = 3
_LONGEST_BARE = 60
_MOST_BARE_WORDS = 7


def selection_limits(
    question: str, instruction: str, options: int, *, numbered: bool = False
) -> tuple[int, int]:
    """Return how many of the options must and may be chosen; one, unless the words say otherwise.

    A question may be about choosing several things, so of its own words only plain instructions count. Where
    options have numbers, "choose 1-3" may name them.
    """
    asked, said = _small(question), _small(instruction)
    stated = None
    if _may_state(f"{asked}\n{said}"):
        stated = _stated(instructions(asked, said), options if numbered else None)
    if stated is None:
        stated = asked_for(asked)
    if stated is None:
        return 1, 1
    most = max(1, min(options if stated.most is None else stated.most, options))
    return max(1, min(1 if stated.least is None else stated.least, most)), most


def says_how_many(words: str) -> bool:
    """Tell whether words say how many options are to be chosen."""
    said = _small(words)
    return _may_state(said) and (mentions(said, ONLY_ONE) or _stated(said, None) is not None)


def has_wide_gaps(said: str) -> bool:
    """Tell whether more than one space may stand between two words, so that a search for both misses them."""
    return "  " in said or "\t" in said or "\u00a0" in said


def asks_to_choose(instruction: str) -> bool:
    """Tell whether words tell the reader to choose."""
    said = instruction.casefold()
    return bool(said) and (mentions(said, CHOOSING) or says_how_many(said))


def is_obeyed(instruction: str) -> bool:
    """Tell whether a card does all that the words behind a question instruct, so that nobody misses them."""
    words = instruction.strip(" \t*_()（）[]🤔").casefold()
    if not any(letter.isalpha() for letter in words) or words.endswith((":", "：")):
        return True
    if len(words) > _LONGEST_BARE or len(words.split()) > _MOST_BARE_WORDS:
        return False
    return says_how_many(words) or mentions(words, REPLYING) or "/" in words


def _small(words: str) -> str:
    """Return words in small letters, with plain apostrophes and without the full stop of "max."."""
    said = words.casefold()
    if not said.isascii():
        said = said.replace("’", "'")
    if "." not in said:
        return said
    if "mind." in said:
        said = _GERMAN_SHORT.sub("mindestens ", said)
    return _SHORT.sub(" ", said)


def _may_state(said: str) -> bool:
    """Tell whether words may say how many: most have none that limit, or no number beside them."""
    if not mentions(said, LIMITING) and not has_wide_gaps(said):
        return False
    return may_count(said) or mentions(said, _HOW_MANY)


def _stated(said: str, named: int | None) -> Limits | None:
    """Return what the first sentence says that says how many; the last `named` numbers may name options.

    Where that allows all, a later one may still set a limit.
    """
    first: Limits | None = None
    for sentence in _SENTENCE.split(said):
        if not sentence or sentence.isspace():
            continue
        chooses = mentions(sentence, CHOOSING)
        stated = limits_by_number(sentence, named, chooses=chooses)
        if first is not None:
            if stated is not None and stated.most != 1:
                return stated
            continue
        if stated is None and mentions(sentence, ONLY_ONE):
            stated = ALL_OF_THEM if _each_is_denied(sentence) else ONLY_ONE_OF_THEM
        if stated is None:
            stated = _several(sentence, chooses=chooses)
        if stated is not None and stated != ALL_OF_THEM:
            return stated
        first = stated
    return first


def _each_is_denied(sentence: str) -> bool:
    """Tell whether "only one" is nowhere said but to deny it."""
    return all(is_denied(sentence, found.start()) for found in pattern_of(ONLY_ONE).finditer(sentence))


def _several(sentence: str, *, chooses: bool) -> Limits | None:
    """Return what the words for several say: all may be chosen, or no more than one where they are denied."""
    if not mentions(sentence, ANY) and not (
        mentions(sentence, SEVERAL)
        and (chooses or mentions(sentence, ANSWERS) or len(sentence.split()) <= _FEW_WORDS)
    ):
        return None
    meant = [
        found
        for found in pattern_of(_ANY_OR_SEVERAL).finditer(sentence)
        if not only_mentions(sentence, *found.span())
    ]
    if not meant:
        return None
    forbidden = {found.group() for found in meant if is_forbidden(sentence, *found.span())}
    if not forbidden:
        return ALL_OF_THEM
    return None if forbidden.issubset(ALL) else ONLY_ONE_OF_THEM


_LONGEST = 100
_CHOOSING_PARAGRAPH_POLITE = re.compile(
    r"(?:please|just|simply|you can|you may|feel free to|go ahead and|bitte|por favor|puedes|يرجى|请|請)"
    r"[, ]{0,2}"
).match
_CHOOSING_PARAGRAPH_ASKING = (
    "골라", "고르", "선택해", "선택하", "选择", "選擇", "选一", "选出", "選んで", "お選び", "選択して",
    "wählen sie", "auswählen", "reply with", "answer with", "respond with", "let me know which",
    "tell me which",
    "알려 주세요", "알려주세요", "告诉我", "回复", "教えてください", "أخبرني",
)  # fmt: skip
_PURPOSE = re.compile(
    r"\b(?:(?:this|it|that|your answer|which one|knowing this)(?: will| would)? (?:decides?"
    r"|determines?|affects?"
    r"|helps? me|tells? me|lets me|changes (?:what|how|which)|shapes?|drives) |so (?:that )?i can "
    r"|i ask because"
    r"|i(?:'m| am) asking because|i need (?:to know|this) "
    r"|before i (?:start|begin|continue|write|build)|to (?:tailor|narrow|get started|point you|make sure i) "
    r"|(?:one|a) (?:more|last|quick|final) (?:thing|question|check)|quick (?:question|check)"
    r"|help me understand|i(?:'d| would) like to (?:know|understand)|i want to make sure"
    r"|tell me (?:a bit|a little|more)|happy to look into"
    r"|(?:open|remaining|undecided) (?:point|question|item|decision)|(?:still|left) (?:open|undecided"
    r"|to decide)"
    r"|needs? (?:your|a) (?:decision|input|call)\b)"
    r"|\b(?:davon hängt|damit ich|das entscheidet|das bestimmt|de esto depende|así podré|para que pueda"
    r"|(?:falta|queda)(?: por)? decidir|noch (?:offen|zu klären))\b"
    "|에 따라|알아야|这决定|这将决定|以便我|这样我|によって|ため、教えて|يحدد|لكي أتمكن"
).search


def tells_to_choose(paragraph: str) -> bool:
    """Tell whether a short paragraph does nothing but tell the reader to choose: "Pick one."."""
    said = paragraph.strip(" \t*_()（）[]👉➡️").casefold()
    if not said or len(said) > _LONGEST:
        return False
    while (polite := _CHOOSING_PARAGRAPH_POLITE(said)) is not None:
        said = said[polite.end() :]
    return said.startswith(INSTRUCTING) or mentions(said, _CHOOSING_PARAGRAPH_ASKING)


def says_what_for(paragraph: str) -> bool:
    """Tell whether a paragraph says what the answer is for, so that an answer is waited for."""
    return _PURPOSE(paragraph.casefold()) is not None


def is_shown_by_card(paragraph: str) -> bool:
    """Tell whether a card shows by itself all that a paragraph tells, so that nobody misses it."""
    return tells_to_choose(paragraph) and is_obeyed(paragraph)
