"""Sentences that offer the text which the one before them names: "Here's the survey. You can paste it."."""

import re

_OFFERED = re.compile(
    r"you (?:can|could) (?:just |simply |also |directly )?"
    r"(?:send|paste|copy|use|share|adapt|post|forward)(?: and \w{1,12})? (?:it|this|them|these)\b"
    r"|(?:du kannst|sie können) (?:sie|ihn|es|das|diese\w?) "
    r"|puedes? (?:enviar|usar|pegar|copiar|compartir)l[oa]s?\b"
    "|그대로 .{0,12}(?:쓰|사용|붙여|복사|보내|활용)|(?:복사|붙여 ?넣).{0,10}(?:쓰|사용|보내)"
    "|[你您]?可以?直接(?:复制|粘贴|使用|发送|发给)|そのまま.{0,10}(?:使|ご利用|送|貼|コピー)"
).match
_NAMED = re.compile(
    "(?:설문지?|설문 ?조사|퀴즈|이메일|메일|편지|안내문|공지문|질문지|대본|초안|问卷|测验|邮件|草稿|通知"
    "|アンケート|クイズ|メール|手紙|文面|質問票|お知らせ|案内文)(?:초안|의?案|模板|草稿|の?下書き)?"
    "[^。.]{0,12}[。.]?$"
).search


def offers_it(said: str) -> bool:
    """Tell whether a sentence in small letters offers what was named before it."""
    return _OFFERED(said) is not None


def names_it_last(said: str) -> bool:
    """Tell whether a sentence in small letters, Korean, Chinese or Japanese, ends with the name of a text."""
    return _NAMED(said) is not None
