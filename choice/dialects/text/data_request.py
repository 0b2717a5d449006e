"""Requests for everything that follows: a list under one of them is what is wanted, not what is offered."""

from choice.dialects.text.mentions import mentions

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
_SPANISH = (
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
_KOREAN = (
    "알려", "말씀해", "공유해", "제공해", "보내 주", "보내주", "확인해", "입력해", "적어", "설명해",
    "작성해", "정보를",
)  # fmt: skip
_KOREAN_ASKING = ("시겠", "주실", "줄래", "주시", "주세", "나요", "까요", "있을")
_CHINESE = ("能否", "可以", "能不能", "可否", "能", "请", "麻烦", "方便")
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
_ARABIC = ("يمكنك", "تستطيع", "بإمكانك", "يمكنكم", "يرجى", "ممكن", "لك أن", "هل لي")
_ARABIC_WANTED = (
    "تزويد", "إعطا", "إخبار", "إرسال", "مشاركة", "تأكيد", "توضيح", "ذكر", "معلومات", "المعلومات", "تقديم",
    "ترسل",
    "تخبر",
)  # fmt: skip
_PAIRS = (
    (_SPANISH, _SPANISH_WANTED),
    (_KOREAN, _KOREAN_ASKING),
    (_CHINESE, _CHINESE_WANTED),
    (_JAPANESE, _JAPANESE_ASKING),
    (_ARABIC, _ARABIC_WANTED),
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
