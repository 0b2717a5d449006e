"""Classify a sentence: whether it is a question, and which kind of answer it asks for."""

import re

from choice.dialects.lenient import one_line
from choice.dialects.lists.markers import EMPHASES, begins_with_word, behind_marker
from choice.dialects.lists.selection import says_how_many
from choice.dialects.lists.words import mentions

_BEFORE = re.compile(
    r"(?:so|and|but|now|ok|okay|well|also|then|und|aber|doch)\b,? ?"
    r"|(?:let me (?:check|see|think|recap)|you (?:might|may) (?:be wondering|ask|wonder)|the (?:big "
    r"|real )?question is)[:,] ?"
).match
_WITHIN = re.compile(
    r"(?<=[a-z]) (?:exactly|actually|really|precisely|specifically)(?= )|, (?:then|anyway|exactly)(?=\?)"
)


def without_fillers(question: str) -> str:
    """Return a question in small letters, without the words and marks that say nothing."""
    said = question.casefold().lstrip("¡\"'“‘« *_")
    while (filler := _BEFORE(said)) is not None:
        said = said[filler.end() :]
    return _WITHIN.sub("", said) if "ly " in said or ", " in said else said


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


_ASKING = (
    "can you ", "could you ", "would you mind ", "would you ", "will you ", "are you able to ", "können sie ",
    "könnten sie ", "kannst du ", "könntest du ",
)  # fmt: skip
_WANTED = (
    "send", "share", "provide", "give", "tell", "confirm", "describe", "list", "check", "paste", "attach",
    "upload", "mir", "uns", "bitte", "help me with", "fill in", "answer", "clarify", "sharing", "providing",
    "giving", "telling", "specify", "supply", "verify", "review",
)  # fmt: skip
_STARTS = (
    "may i ask", "can i ask", "could i ask", "can i get", "could i get", "can i have", "could i have",
    "may i have", "can we get", "could we get", "darf ich", "dürfte ich", "mind sharing",
)  # fmt: skip
_DATA_REQUEST_SPANISH = (
    "podría",
    "podrías",
    "podrían",
    "puede",
    "puedes",
    "pueden",
    "me da",
    "me das",
    "me dice",
    "me dices",
    "te importaría",
    "le importaría",
)
_SPANISH_WANTED = (
    "dar", "decir", "indicar", "facilitar", "proporcionar", "compartir", "enviar", "confirmar", "pasar",
    "contar",
    "información", "detalles", "datos", "siguiente", "explicar", "describir", "mandar",
)  # fmt: skip
_DATA_REQUEST_KOREAN = (
    "알려", "말씀해", "공유해", "제공해", "보내 주", "보내주", "확인해", "입력해", "적어", "설명해",
    "작성해", "정보를",
)  # fmt: skip
_KOREAN_ASKING = ("시겠", "주실", "줄래", "주시", "주세", "나요", "까요", "있을")
_DATA_REQUEST_CHINESE = ("能否", "可以", "能不能", "可否", "能", "请", "麻烦", "方便")
_CHINESE_WANTED = (
    "提供",
    "告诉",
    "告知",
    "分享",
    "发给",
    "发送",
    "说明",
    "补充",
    "确认",
    "描述",
    "填写",
    "以下信息",
)
_JAPANESE = (
    "教えて",
    "お知らせ",
    "ご提供",
    "共有",
    "送って",
    "ご確認",
    "ご記入",
    "お聞かせ",
    "説明して",
    "ご入力",
    "提供して",
)
_JAPANESE_ASKING = (
    "いただけ",
    "頂け",
    "くれ",
    "もらえ",
    "ください",
    "くださ",
    "いただき",
    "ませんか",
    "ますか",
)
_DATA_REQUEST_ARABIC = ("يمكنك", "تستطيع", "بإمكانك", "يمكنكم", "يرجى", "ممكن", "لك أن", "هل لي")
_ARABIC_WANTED = (
    "تزويد", "إعطا", "إخبار", "إرسال", "مشاركة", "تأكيد", "توضيح", "ذكر", "معلومات", "المعلومات", "تقديم",
    "ترسل",
    "تخبر",
)  # fmt: skip
_PAIRS = (
    (_DATA_REQUEST_SPANISH, _SPANISH_WANTED),
    (_DATA_REQUEST_KOREAN, _KOREAN_ASKING),
    (_DATA_REQUEST_CHINESE, _CHINESE_WANTED),
    (_JAPANESE, _JAPANESE_ASKING),
    (_DATA_REQUEST_ARABIC, _ARABIC_WANTED),
)
_CHOICE = (
    "which", "어떤", "어느", "중 하나", "중에서", "哪", "どの", "どちら", "どれ", "のうち", "welche", "cuál",
    "qué", "quel",
    "أي ", "choose", "pick", "select", "prefer", "선택", "골라", "选", "選", "elig", "eleg", "wähl",
    "what you'd",
    "what you would", "اختر", "اختيار",
)  # fmt: skip


def wants_all(question: str) -> bool:
    """Tell whether a question requests everything that follows it, not one of it."""
    said = question.casefold().replace(" please", "").lstrip("¿ ")
    if mentions(said, _CHOICE):
        return False
    if said.startswith(_STARTS):
        return True
    if said.startswith(_ASKING):
        asking = next(asking for asking in _ASKING if said.startswith(asking))
        if said.startswith(_WANTED, len(asking)):
            return True
    return not said.isascii() and any(
        mentions(said, asking) and mentions(said, wanted) for asking, wanted in _PAIRS
    )


_OPEN = frozenset({
    "something else", "not sure", "not sure yet", "i'm not sure", "i’m not sure", "i am not sure", "unsure",
    "i don't know", "we don't know", "we don’t know", "nobody knows", "nothing yet", "elsewhere",
    "i don’t know", "i do not know", "don't know", "don’t know", "don't know yet", "no idea",
    "none of these", "none of the above", "none of them", "all of the above", "all of these", "any of these",
    "not decided yet", "undecided", "haven't decided", "haven't decided yet", "no preference", "no rush",
    "you decide", "your choice", "surprise me", "you choose", "both", "neither", "either", "either is fine",
    "i don't", "i don’t", "we don't", "we don’t", "just me", "only me", "me", "you", "both of you",
    "both of us", "i can't say", "prefer not to say",
    "other (please specify)", "other, please specify", "something different", "skip this", "not yet",
    "weiß nicht", "weiss nicht", "weiß ich nicht", "keine ahnung", "noch offen", "etwas anderes",
    "egal", "beides",
    "nichts davon", "keines davon", "nur ich", "steht noch nicht fest",
    "no lo sé", "no sé", "no estoy seguro", "otra cosa", "algo más", "ninguno", "ninguna", "ninguno de estos",
    "me da igual", "ambos", "ambas", "solo yo", "aún no lo sé", "todavía no lo sé",
    "잘 모르겠음", "잘 모르겠어요", "모르겠어요", "모르겠습니다", "아직 미정", "미정", "상관없음",
    "둘 다", "나 혼자",
    "아직 모르겠어요", "다른 것",
    "不确定", "还不确定", "不知道", "还没决定", "还没想好", "都可以", "都行", "以上都不是",
    "两者都要", "无所谓", "都不是",
    "わからない", "分からない", "未定", "まだ決めていない", "特にない", "どちらでもよい",
    "どちらでもいい", "両方",
    "それ以外", "自分だけ", "特に急がない",
    "لا أعرف", "لست متأكدًا", "لست متأكدا", "غير محدد", "شيء آخر", "غير ذلك", "كلاهما",
    "لا شيء مما سبق", "أنا فقط",
})  # fmt: skip
_END = re.compile("[,:(（，、：]| [-–—] ").split
_LOOKED_AT = 2
_ORNAMENTS = " \t*_`.!。！🤷"


def has_open_answer(labels: list[str]) -> bool:
    """Tell whether one of the last items is an answer that only a reader gives, or the first one is."""
    return any(_head(label) in _OPEN for label in (labels[0], *labels[-_LOOKED_AT:]))


def _head(label: str) -> str:
    """Return a label in small letters, without what stands behind a comma, a dash or a bracket."""
    said = label.casefold().strip(_ORNAMENTS)
    return said if said in _OPEN else _END(said, 1)[0].strip(_ORNAMENTS)


_DONE = ("✅", "✔", "☑", "✓", "[x]", "[X]", "[ ]", "☐")
_TICKED = (
    "✅", "✔", "✔️", "☑", "☑️", "✓", "[x]", "[X]", "❌", "⏳", "🚧", "🔄", "⬜", "(done)",
    "(erledigt)", "(완료)",
)  # fmt: skip
_STEPS = (
    "first", "then", "next", "finally", "step ", "afterwards", "lastly", "after that", "먼저", "그다음",
    "마지막", "首先", "然后", "最后", "まず", "次に", "最後に", "zuerst", "dann", "danach", "primero",
    "luego", "después", "d'abord", "ensuite", "enfin",
)  # fmt: skip
_FEW_STEPS = 2
_MANY_WORDS = 3
_LETTERS_OF_WORD = 2.5
_UNSPACED = re.compile("[\u3040-\u30ff\u3400-\u9fff]").findall
_SPACED = re.compile("[^\\s\u3040-\u30ff\u3400-\u9fff]+").findall
_ENDS = (".", "。", "!", "！", "습니다", "입니다", "됩니다", "합니다", "ます", "ました", "ません")
_HEAD = re.compile(r": | [-–—(]").split
_VERBS = (
    "is|are|was|were|has|have|had|will|would|could|might|can|cannot|can't|does|doesn't|don't|isn't|aren't|needs|costs|must|should"
    "|ist|sind|war|waren|wird|werden|wurde|hat|haben|kann"
)
_STATED = re.compile(
    r"(?!(?:i|we|my|our|yes|no|ja|nein|ich|wir)\b)"
    r"(?:(?:they|you|he|she|it|there|these|sie|es|er) (?:all |both |also |only )?[a-zäöüß'’]{2,20}\b"
    # "The token expires at noon", but not "The sales figures"
    r"|(?:the|an?|your|each|every) (?:[\w'’-]{1,20} ){1,2}[a-z]{2,20}[^\Ws]s (?=[a-z])"
    rf"|(?:(?!(?:who|whoever|that|which|what|when|whenever|where|if|as|once|after|before|until|while"
    rf"|{_VERBS})\b)"
    rf"[\w'’`./-]{{1,30}} ){{1,6}}(?:{_VERBS})\b)"
).match


def are_steps(labels: list[str]) -> bool:
    """Tell whether list items are steps or a report of what was done."""
    if all(label.startswith(_DONE) or label.rstrip().endswith(_TICKED) for label in labels):
        return True
    said = [step for label in labels if (step := label.casefold()).startswith(_STEPS)]
    return (
        len(said) >= _FEW_STEPS
        and len({step for step in _STEPS for label in said if label.startswith(step)}) >= _FEW_STEPS
    )


def are_long(labels: list[str]) -> bool:
    """Tell whether the items of a list say more than names do: three words or more each, on average."""
    heads = [_HEAD(label)[0] for label in labels]
    return sum(_words_in(head) for head in heads) >= _MANY_WORDS * len(heads)


def _words_in(head: str) -> float:
    """Return how many words a text has; where they are not spaced, how many its letters make."""
    if head.isascii():
        return len(head.split())
    unspaced = len(_UNSPACED(head))
    return unspaced / _LETTERS_OF_WORD + len(_SPACED(head))


def are_sentences(labels: list[str]) -> bool:
    """Tell whether every list item is a full sentence, by its full stop or by its verb."""
    return all(_is_sentence(label) for label in labels)


def _is_sentence(label: str) -> bool:
    return (
        label.rstrip(" *_\"'”’)").endswith(_ENDS)
        or _STATED(_HEAD(label.casefold())[0].replace("**", "").strip("*_ ")) is not None
    )


_ASKS = re.compile(
    r"(?:what|how|where) (?:can|could|may) (?:i|we) (?:best |most )?(?:help|assist|support"
    r"|do for) ?(?:you\b)?"
    r"|(?:which|what|how|where|when) (?:[\w'’/-]{1,30},? ){0,12}?"
    r"(?:should (?!you\b|an?\b|every\b|each\b|any\b|i (?:do if|use|choose|call|consider|worry|see)\b)"
    r"|would you |shall "
    r"|do you (?:want|prefer|plan|intend)\b)"
).match
"""A word is followed by one space, so there is one way to go on from each."""


def asks_plainly(question: str) -> bool:
    """Tell whether a question asks for a decision or a wish, in words that no writer asks itself with."""
    return _ASKS(question.casefold()) is not None


# A comma or "and" between the two shows a second question, which a list may leave open.
_LATIN = re.compile(
    r"(?:who|what|which|where|when)\b(?:'s|’s)?(?: (?!and\b)[\w'’/-]{1,30}){1,8}"
    r" (?:what|whom|who|where|when)\W*$"
    r"|wer\b(?: [\w'’/-]{1,30}){0,8} (?:was|wofür|wen|wem|welche[nrsm]?)\b"
    r"|quién(?:es)?\b(?: [\w'’/-]{1,30}){1,8} qué\W*$"
).match
_ELSEWHERE = re.compile(
    "누가.{0,30}(?:무엇|뭘|뭐|무슨|어떤)|(?:誰|だれ|どなた)[がは].{0,30}(?:何|なに|どの|どれ)"
    "|谁.{0,30}(?:什么|哪)|^من .{1,60}ماذا$"
).search


def asks_two_things(question: str) -> bool:
    """Tell whether a question asks for two things that belong together, such as who does what."""
    said = without_fillers(question).rpartition("¿")[2].rstrip("?？؟ *_")
    return _LATIN(said) is not None or (not said.isascii() and _ELSEWHERE(said) is not None)


QUESTION_MARKS = "?？؟"
MAX_QUESTION = 1000
_QUESTION_SENTENCE_ASKING = tuple(QUESTION_MARKS)
_WORD = re.compile("[a-z]{2}").search

_CHOOSING = (
    "choose", "choice", "pick", "select", "option", "example", "e.g.", "prefer", "alternative", "candidate",
    "possibilit",
    "suggestion", "let me know", "answer with", "reply with", "vote", "all that apply", "up to", "one of",
    "선택", "골라", "고르", "예시", "예를 들", "옵션", "보기", "중 하나", "번호",
    "选", "選", "例如", "比如", "択", "例えば", "たとえば", "オプション",
    "wähl", "auswahl", "beispiel", "möglichkeit", "variante", "entscheid",
    "elig", "elij", "opci", "ejemplo", "selecc", "escog", "alternativ",
    "chois", "exemple", "sélection", "possibilit",
    "اختر", "اختيار", "خيار", "مثال", "حدد",
)  # fmt: skip
_ANSWERING = (
    "because", "since ", "due to", "for two reasons", "for three reasons", "weil", "denn ", "porque",
    "parce", "왜냐하면", "때문",
    "因为", "因為", "なぜなら", "لأن",
)  # fmt: skip
_EXPLAINED = (
    "why", "how to", "how does", "how did", "how is", "how are", "how was", "how were", "how has",
    "how will", "what would happen",
    "how would", "how do i", "how can i", "how do you", "how do we", "how do they", "how can you",
    "how can we",
    "how it works", "can i ", "do i ", "what do i", "what can i", "what will happen", "what happened",
    "what happens", "what changed", "what has changed", "what went", "what does", "what did", "what's new",
    "what is new", "what have", "what's the plan",
    "what is the plan", "what's the difference", "what’s the difference", "what is the difference",
    "what's the verdict", "what is the verdict", "what's the takeaway", "what is the takeaway",
    "what's the bottom line",
    "what's the upshot", "what sets", "what is included", "what's included", "what’s included",
    "what can go wrong", "what could go wrong",
    "what might go wrong", "what do you get", "what you get", "what you'll get",
    "what will you get",
    "who is this for", "who is it for", "who's it for",
    "왜", "어떻게 작동", "어떻게 동작", "무엇이 바뀌", "为什么", "為什麼", "怎么工作", "如何工作", "什么是",
    "なぜ", "どうして", "どのように動", "warum", "wieso", "weshalb", "wie funktioniert", "was ist passiert",
    "was passiert", "por qué", "cómo funciona", "qué pasó", "qué ocurre", "pourquoi", "comment fonctionne",
    "comment ça", "que se passe", "لماذا", "كيف يعمل",
)  # fmt: skip
_OF_READER = ("what have you tried", "what have you used", "what have you got", "what have you done so far")
_ARGUED = ("why should i ", "why should you ", "why should anyone ", "why would anyone ", "why bother")
"""Whoever begins so goes on to say why."""
_PAST = ("did i ", "did we ", "have i ", "have we ")
_LISTED_FACTS = (
    "benefit", "advantage", "disadvantage", "drawback", "downside", "difference", "requirement",
    "prerequisite",
    "step", "reason", "risk", "limitation", "consequence", "cause", "symptom", "finding", "takeaway",
    "key point", "feature", "change", "improvement", "pros", "component", "highlight", "result", "trade-off",
)  # fmt: skip
_MEASURED = ("good", "best", "realistic", "reasonable", "fair", "suitable", "acceptable", "better")
"""What is measured is asked for; what is not is about to be defined."""
_WISHES = (
    "would you", "should we", "should i", "should the", "should happen", "shall", "want", "prefer", "like",
    "you plan", "intend",
    "you need", "you usually", "you normally", "you typically", "today", "currently", "when you",
    "at the moment", "these days", "your ", "do you think",
    "원하",
    "선호", "할까요", "想", "希望", "您", "你", "たいですか",
    "お好み", "よろしい", "しましょうか", "möchte", "sollen", "wünsch", "prefier", "quier", "desea",
    "préf", "voulez", "souhait", "تريد", "تفضل",
)  # fmt: skip
_COMPARED = re.compile(
    r"which(?: \w{1,20}){1,4} (?:is|are) (?:the )?(?:right|best|better|ideal"
    r"|perfect)(?: \w{1,20})? for (?:you|your|me|my)\b"
).match
_FOLLOWS = re.compile(r"what (?:happens|(?:will|would) happen)\b").match
"""What follows from what, whoever does it: "What happens when you press the button?"."""
_WHAT_THERE_IS = "有哪些"
"""Asks what there is, although it has the word for `which`."""
_CHOICE_WORDS = (
    "which",
    "어떤",
    "어느",
    "哪",
    "どの",
    "どちら",
    "どれ",
    "welche",
    "cuál",
    "quel",
    "أي",
    "choose",
    "pick",
    "select",
)


def question_text(sentence: str) -> str:
    """Return a question sentence without list marker, heading and emphasis marks."""
    line = sentence.strip().lstrip("#").lstrip()
    if begins_with_word(line) is None:
        line = line[behind_marker(line) :]
    if "_" not in line:
        if "*" in line:
            line = line.replace("**", "").strip("*")
    else:
        for mark in EMPHASES:
            line = line.replace(mark, "") if len(mark) > 1 else line.strip(mark)
    return one_line(line)


def is_question(sentence: str) -> bool:
    """Tell whether a sentence ends in a question mark, closing marks aside."""
    if sentence.isascii() and "?" not in sentence:
        return False
    return sentence.rstrip(" \t\r\n\u00a0\u3000*_\"'”’)]）」』»!！").endswith(_QUESTION_SENTENCE_ASKING)


def invites_choice(words: str) -> bool:
    """Tell whether words behind a question ask to choose or say nothing: they do not answer it."""
    if not words or words.isspace():
        return True
    said = words.casefold()
    if mentions(said, _CHOOSING) or says_how_many(said):
        return True
    if said.isascii():
        return _WORD(said) is None
    spoken = "".join([letter if letter.isalpha() else " " for letter in said]).split()
    return all(len(word) == 1 and word.isascii() for word in spoken)


def answers(words: str) -> bool:
    """Tell whether a paragraph behind a question answers it instead of saying why it is asked."""
    return words.strip(" \t*_").casefold().startswith(_ANSWERING)


def is_explained(question: str) -> bool:
    """Tell whether a question is of the kind that its writer goes on to explain, and wishes for nothing."""
    said = without_fillers(question).lstrip("¿")
    is_past = "you" not in said and ("did " in said or "have " in said) and mentions(said, _PAST)
    if is_past or said.startswith(_ARGUED):
        return True
    if mentions(said, _WISHES) or said.startswith(_OF_READER):
        return False
    if said.startswith(("what are the", "what were the")):
        return mentions(said, _LISTED_FACTS)
    if said.startswith("what makes "):
        return "you" not in said
    if said.startswith(("what is a ", "what is an ", "what's a ", "what's an ")):
        return not mentions(said, _MEASURED)
    return said.startswith(_EXPLAINED)


def offers_choice(question: str) -> bool:
    """Tell whether a question has a word that asks to choose or to say a wish."""
    said = question.casefold().replace(_WHAT_THERE_IS, "")
    return mentions(said, _WISHES) or mentions(said, _CHOICE_WORDS)


def asks_for_one(question: str) -> bool:
    """Tell whether a question offers a choice, and compares nothing and says not what follows from what."""
    said = question.casefold()
    return offers_choice(question) and _COMPARED(said) is None and _FOLLOWS(said) is None


def is_topic(sentence: str) -> bool:
    """Tell whether a question is a heading that announces a topic: it asks for nothing."""
    return sentence.lstrip().startswith("#") and not offers_choice(sentence)
