"""Words in seven languages that state how many options to choose, and word search."""

import re
from functools import cache


def mentions(said: str, words: tuple[str, ...]) -> bool:
    """Return whether any of the words occurs in a text, also inside a longer word."""
    return any(map(said.__contains__, words))


@cache
def pattern_of(words: tuple[str, ...]) -> re.Pattern[str]:
    """Return a pattern that matches any of the words, the longest one where several begin alike."""
    return re.compile("|".join(map(re.escape, sorted(words, key=len, reverse=True))))


ALL = (
    "all that apply", "select all", "choose all", "check all", "pick all", "tick all",
    "모두 선택", "모두 골라", "모두 고르", "해당하는 것을 모두", "해당되는 것을 모두", "해당 항목을 모두",
    "选择所有", "所有适用", "すべて選", "全て選", "当てはまるもの", "alle zutreffenden", "alles zutreffende",
    "todas las que", "todos los que", "toutes les réponses", "tout ce qui", "كل ما ينطبق", "جميع ما ينطبق",
)  # fmt: skip
"""Who must not choose all may still choose several."""
ANY = (
    *ALL, "choose any", "select any", "pick any", "select multiple", "choose multiple", "pick multiple",
    "multiple choices allowed", "multi-select", "multiple selection", "multiple answers", "multiple choices",
    "choose several", "select several", "pick several", "several answers",
    "복수 선택", "복수선택", "복수 응답", "복수응답", "중복 선택", "다중 선택",
    "可多选", "可多選", "多选", "多選", "可以多选", "选多个", "选择多个", "多项选择",
    "複数選択", "複数回答", "複数可", "いくつでも", "複数お選び", "複数選",
    "mehrfachauswahl", "mehrfachnennung", "mehrfachantwort", "mehrere antworten",
    "varias opciones", "varias respuestas", "selección múltiple", "respuestas múltiples",
    "respuesta múltiple", "choix multiple", "أكثر من خيار", "اختيار متعدد", "عدة خيارات", "اختيار أكثر من",
)  # fmt: skip
SEVERAL = (
    "one or more", "more than one", "as many as", "several", "multiple", "여러 개", "여러개", "여러 가지",
    "하나 이상", "多个", "多個", "多项", "複数", "mehrere", "eine oder mehr", "varias", "varios",
    "una o más",
    "uno o más", "más de una", "más de uno", "plusieurs", "أكثر من واحد", "عدة",
)  # fmt: skip
"""Words that say so only where the same sentence speaks of choosing."""
ONLY_ONE = (
    "only one", "just one", "exactly one", "a single", "not more than one", "don't choose more",
    "하나만", "한 개만", "한 가지만", "只能选一", "只选一", "单选", "一つだけ", "1つだけ", "ひとつだけ",
    "nur ein", "genau ein", "solo un", "sólo un", "solamente un", "واحد فقط", "واحدًا فقط", "واحدة فقط",
    "one only", "single choice", "single selection", "single answer", "single-select", "단일 선택", "1개만",
    "一つのみ", "1つのみ", "単一選択", "仅选一", "einzelauswahl", "una sola", "un solo", "uno solo",
    "un seul", "une seule",
)  # fmt: skip
PLAIN = (
    "all that apply", "해당하는 것을 모두", "해당되는 것을 모두", "所有适用", "当てはまるもの",
    "alle zutreffenden",
    "todas las que correspondan",
    "كل ما ينطبق", "جميع ما ينطبق",
)  # fmt: skip
UP_TO = (
    "up to", "at most", "no more than", "not more than", "maximum of", "maximum", "max.", "max", "top",
    "best",
    "최대", "최대한", "상위", "最多选择", "最多選擇", "最多可选", "最多选", "最多", "最大", "前",
    "bis zu", "höchstens", "maximal", "hasta", "como máximo", "máximo", "máximo de", "máx.", "máx", "jusqu'à",
    "jusqu’à", "au maximum", "حتى", "بحد أقصى", "كحد أقصى", "favorite", "favourite", "mejores",
)  # fmt: skip
AT_MOST_BEHIND = (
    "max", "or fewer", "or less", "at most", "까지", "이하", "以内", "以下", "まで", "höchstens",
    "como máximo", "máximo", "au maximum", "على الأكثر", "كحد أقصى", "كحدٍ أقصى",
)  # fmt: skip
AT_LEAST = (
    "at least", "minimum of", "minimum", "min.", "min", "no fewer than", "no less than", "최소", "최소한",
    "적어도", "至少", "至少选", "至少选择", "最少", "最少选", "最低", "少なくとも", "mindestens",
    "wenigstens",
    "al menos", "por lo menos", "como mínimo", "mínimo", "mín.", "mín", "au moins",
    "على الأقل", "بحد أدنى",
)  # fmt: skip
AT_LEAST_BEHIND = (
    "or more", "이상", "以上", "oder mehr", "o más", "ou plus", "أو أكثر", "على الأقل", "como mínimo",
    "minimum",
)  # fmt: skip
MORE_THAN = (
    "more than", "mehr als", "más de", "plus de", "plus d'", "超过", "超過", "多于", "多於", "أكثر من",
)  # fmt: skip
MORE_THAN_BEHIND = ("초과", "넘게", "を超え", "より多く")
INSTRUCTING = (
    "choose", "select", "pick", "선택", "골라", "고르", "选", "選", "wähl", "auswähl", "elige", "elija",
    "selecc",
     "escog", "chois", "sélect", "اختر", "حدد", "vote", "tick", "check",
)  # fmt: skip
CHOOSING = (
    *INSTRUCTING, "elegir", "elijas", "escoj", "marca", "ankreuz", "nenn", "name ", "اختيار", "تحديد", "択",
)  # fmt: skip
ANSWERS = ("answer", "option", "choice", "antwort", "auswahl", "respuesta", "opcion", "답", "إجاب", "خيار")
EXACTLY = (
    "choose", "choosing", "select", "pick", "vote for", "tick", "check", "name", "exactly", "정확히",
    "选", "选择", "选出", "选取", "請選", "请选", "選", "選ぶ", "正好", "ちょうど", "wähle", "wählen",
    "wählen sie", "nennen", "nenne", "genau", "elige", "elija", "elegir", "elijas", "escoge", "escoja",
    "selecciona", "seleccione", "exactamente", "choisissez", "choisis", "اختر", "حدد", "اختيار",
)  # fmt: skip
EXACTLY_BEHIND = ("선택", "골라", "고르", "を選", "選", "お選び", "选", "auswählen", "wählen", "ankreuzen")
FILLERS = frozenset({
    "your", "the", "any", "only", "just", "please", "sie", "bitte", "die", "deine", "ihre", "las", "los",
    "tus", "sus", "tu", "más", "of", "a",
})  # fmt: skip
LINKS = frozenset({
    "-", "–", "—", "~", "〜", "～", "to", "or", "bis", "oder", "a", "o", "ó", "y", "and", "und", "에서",
    "또는",
    "到", "至", "或", "から", "か", "إلى", "أو", "ou", "à", "and/or",
})  # fmt: skip
OTHER_USE = ("if ", "for ", "when ", ",", "/", "、", "wenn ", "für ", "falls ", "si ", "para ")
"""Behind a number they say that it names an option."""
LISTED = frozenset({",", "、", "/", "،", ", or"})
WHICH = ("which", "welche", "qué", "cuáles", "어떤", "哪", "どの", "أي")
REPLYING = (
    "reply", "respond", "answer with", "let me know", "type the", "type a", "tell me", "알려", "답해",
    "답장",
    "번호", "回复", "回覆", "告诉我", "返信", "番号", "教えて", "antworte", "sag mir", "sagen sie",
    "responde",
    "dime", "dígame", "أخبرني", "أجب", "the following", "these options", "from the list", "below",
)  # fmt: skip
"""Words about how to answer in writing, or where the options stand: a card needs neither."""
