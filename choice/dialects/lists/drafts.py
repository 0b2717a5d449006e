"""Track whether the text is part of a draft for other readers, and where the draft ends."""

import re
from collections.abc import Sequence

from choice.dialects.lists.announcements import announces_text, is_about_work
from choice.dialects.lists.questions import is_question

_CHANGE = (
    r"(?:adjust|change|tweak|shorten|lengthen|expand|translate|rewrite|revise|reword|refine|adapt|convert"
    r"|format|polish|simplify|customi[sz]e|personali[sz]e|tailor|soften)"
)
_TEXT = (
    r"(?:survey|questionnaire|quiz|faqs?|draft|template|tone|wording|script|poll|e-?mail|letter|interview)"
)
_IT = rf"(?:it|this|them|the (?:\w{{1,20}} ){{0,2}}{_TEXT})"
_ENGLISH = re.compile(
    rf"\b(?:(?:(?:want|like|prefer|need) me to|i can|(?:should|shall) i) (?:also )?{_CHANGE} {_IT}\b"
    r"|(?:let me know|tell me|just say)\b[^.]{0,60}\b(?:survey|questionnaire|quiz|faqs?|draft|template|tone"
    r"|wording|adjust|tweak|shorten|shorter|longer|(?:more|less) formal|edits|(?:any|some|other) changes)\b"
    r"|feel free to (?:adjust|edit|tweak|modify|adapt|customi[sz]e|shorten)\b"
    r"|before i (?:start|begin|go on|continue|proceed|finish|finali[sz]e|build|implement|write|code"
    r"|move on|set)\b[^.]{0,40}[,:：]"
    r"|to (?:tailor|refine|finali[sz]e|personali[sz]e|customi[sz]e|fine-tune|adapt|adjust|improve|polish"
    rf"|launch|distribute) {_IT}\b"
    r"|as for (?:the|your) (?:app|project|code|design|rollout|tool)\b"
    rf"|i(?:'ve|’ve| have)? (?:kept|worded|phrased|designed|ordered|grouped|limited) (?:{_IT}"
    rf"|the questions)\b"
    rf"|(?:does|do|how does|what do you think of) (?:this|the) {_TEXT}\b|is this what you\b"
    rf"|should the (?:\w{{1,20}} ){{0,2}}{_TEXT}\b|which (?:tone|variant|wording|draft)\b"
    r"|which version (?:do|would) you (?:prefer|like|want)\b"
    rf"|(?:tone|length|style|language) (?:of|for) (?:the|this|your) {_TEXT}\b"
    r"|(?:run|publish|distribute|host|launch) (?:the|this|your) (?:survey|questionnaire|quiz|poll|faq)\b)"
    r"|^(?:now )?back to (?:your|our|the)\b|^now (?:to|for|over to) (?:your|you|the)\b"
).search
_GERMAN = re.compile(
    r"\b(?:soll ich [^.]{0,60}\b(?:anpassen|ändern|kürzen|übersetzen|umformulieren|ergänzen)"
    r"|(?:bescheid|mir)\b[^.]{0,40}\b(?:anpass|änder|kürz|ton\b|entwurf|umfrage|fassung)"
    r"|ich (?:kann|könnte) [^.]{0,60}\b(?:anpassen|ändern|kürzen|übersetzen|umformulieren|ergänzen)"
    r"|bevor ich (?:anfange|beginne|loslege|weitermache|starte|den entwurf|die umfrage|das quiz"
    r"|die e-?mail)"
    r"|damit ich (?:die umfrage|den entwurf|die e-?mail|das quiz) |welche[rnms]? (?:ton|tonfall|variante"
    r"|fassung"
    r"|entwurf)\b|zurück zu (?:deine|ihre)[mr]\b)"
).search
_SPANISH = re.compile(
    r"\bquieres que (?:l[oa] |te )?(?:ajuste|cambie|acorte|traduzca|adapte|añada|agregue|modifique"
    r"|reescriba|haga"
    r"|prepare|cree)|\bpuedo (?:también )?(?:ajustar|cambiar|acortar|traducir|adaptar|modificar|añadir)"
    r"|\b(?:dime|avísame|házmelo saber)\b[^.]{0,50}\b(?:ajust|cambi|tono|borrador|encuesta|versión|acort)"
    r"|\bantes de (?:empezar|comenzar|continuar|seguir|terminar|finalizar)\b"
    r"|\bpara (?:ajustar|adaptar|personalizar|afinar|terminar|mejorar)(?:l[oa]\b| (?:el|la|este"
    r"|esta) (?:borrador"
    r"|encuesta|correo|cuestionario))|\bqué (?:tono|versión|borrador)\b|\b(?:volviendo|volvamos) a (?:tu"
    r"|su)\b"
).search
_KOREAN = re.compile(
    "(?:수정|변경|조정|번역|추가|보완|다듬).{0,20}(?:원하시면|필요하시면|말씀|알려|드릴까요)"
    "|(?:설문|초안|이메일|메일|퀴즈|메시지|문구|톤|어조|버전).{0,30}(?:할까요|좋을까요|원하시나요"
    "|마음에 드|수정|바꿀|바꾸)"
    "|(?:시작|진행|작성|완성|개발|구현)하기(?: 전에|에 앞서)|어떤 (?:톤|어조|버전)|이제 (?:프로젝트|앱"
    "|본론)"
).search
_CHINESE = re.compile(
    "(?:需要|要)我.{0,10}(?:修改|调整|翻译|缩短|润色)|我(?:也|还)?可以.{0,20}(?:修改|调整|翻译|缩短|补充"
    "|润色|添加)"
    "|告诉我.{0,30}(?:修改|调整|语气|草稿|问卷|版本)"
    "|(?:草稿|问卷|邮件|测验|语气|文案).{0,20}(?:满意|需要(?:修改|调整)|怎么样|合适|应该|要不要)"
    "|(?:开始|继续|动手|完成|定稿)之?前|为了(?:完善|调整|定制|优化)(?:这份|这个|该|它)|哪[种个](?:语气"
    "|版本)|回到(?:你|您|项目)"
).search
_JAPANESE = re.compile(
    "(?:修正|調整|変更|翻訳|追加|短く|書き直).{0,20}(?:できます|も可能|お知らせ|お申し付け|教えて"
    "|ましょうか)"
    "|(?:アンケート|下書き|文面|メール|クイズ|トーン|文体|バージョン).{0,30}(?:よろしいでしょうか"
    "|いかがでしょうか|調整|修正)"
    "|(?:始める|進める|着手する|仕上げる|作成する|実装する)前に|(?:どの|どちらの)(?:トーン|文体|バージョン)"
    "|(?:さて|では)、?(?:プロジェクト|アプリ|本題)"
).search
_ARABIC = re.compile(
    "هل (?:تريد|تريدني|ترغب)(?: في)?(?: أن)? (?:أعدل|أعدّل|أغير|أختصر|أترجم|أضيف|تعديل|تغيير)"
    "|يمكنني (?:أيض[اً]{1,2} )?(?:تعديل|تغيير|اختصار|ترجمة|إضافة)"
    "|أخبرني.{0,40}(?:تعديل|النبرة|المسودة|الاستبيان|تغيير)|قبل أن (?:أبدأ|أكمل|أتابع|أنهي)|أي (?:نبرة"
    "|أسلوب)"
    "|بالعودة إلى"
).search
_SIGNED = re.compile(
    r"(?:(?:best|kind|warm|many|all the)(?:est)?(?: regards| wishes| best)|sincerely|yours (?:truly"
    r"|sincerely|faithfully)"
    r"|(?:best|cheers|thanks|thank you|regards|warmly)[,!.]? {0,2}(?:\n|$)"
    r"|(?:mit freundlichen|viele|liebe|beste|herzliche)n? gr(?:üssen?|uss)|saludos|un (?:cordial )?saludo"
    r"|atentamente"
    r"|此致|敬具|مع (?:أطيب )?(?:التحيات|التحية|تحيات|تحياتي)|[^\n ]{1,10} (?:드림|올림)$)"
).match
_SEARCHES = (_ENGLISH, _GERMAN, _SPANISH)
_SEARCHES_ELSEWHERE = (_KOREAN, _CHINESE, _JAPANESE, _ARABIC)


def returns_to_reader(words: str) -> bool:
    """Tell whether words behind a text for somebody else turn to the reader again, or sign a letter."""
    said = words.strip("*_ \t\r\n").casefold()
    if _SIGNED(said) is not None:
        return True
    searches = _SEARCHES if said.isascii() else _SEARCHES + _SEARCHES_ELSEWHERE
    return any(search(said) is not None for search in searches)


_ACROSS = "-*_=═─━—⸻"
_SHORTEST_ACROSS = 3
_SUBJECT = re.compile(
    r"[*_ \t]{0,4}(?:subject|betreff|asunto|to|an|para|제목|主题|主旨|件名|الموضوع)[*_ ]{0,4}[:：]",
    re.IGNORECASE,
).match


class TextForOthers:
    """A survey, a letter or the like that is announced: what is asked in it is not asked of the reader.

    It goes on until a heading, a line across or a paragraph that plainly returns to the reader ends it. A
    heading or line right behind the announcement belongs to it. Where code, a quote or a table stands there,
    that is the text, and it ends with it.
    """

    __slots__ = ("_asks_in_headings", "_has_begun", "_level", "is_open")

    def __init__(self) -> None:
        self.is_open = False
        self._has_begun = False
        """Some of its own words have come."""
        self._level = 0
        """The level of the heading that is its title; 0 without one."""
        self._asks_in_headings = False

    def is_framed_by(self, words: str, before: Sequence[str]) -> bool:
        """Take the end of a line; tell whether it announces such a text, or is a line across.

        `words` are those that no mark ends, and `before` has the sentences before them.
        """
        earlier, last = before, words
        if before and (not words or words.isspace()):
            *earlier, last = before
        if announces_text(last, earlier):
            self._open()
            return True
        if self.is_open and _is_across(words.rpartition("\n")[2]):
            self.is_open = not self._has_begun
            return True
        return False

    def take(self, sentence: str) -> None:
        """Take a sentence, or words that no mark ends: what returns to the reader ends the text."""
        if self.is_open:
            self.is_open = not returns_to_reader(sentence)
            self._has_begun = self._has_begun or _SUBJECT(sentence) is None

    def end_item(self, item: str) -> None:
        """Take an item of a list."""
        if self.is_open:
            self.is_open = not (self._has_begun and _is_across(item))
            self._has_begun = self._has_begun or not _is_across(item)

    def end_heading(self, heading: str) -> None:
        """Take a heading."""
        if not self.is_open:
            return
        bare = heading.lstrip()
        level = len(bare) - len(bare.lstrip("#"))
        asks = is_question(heading)
        if not self._has_begun and not self._level:
            self._level, self._asks_in_headings = level, asks
        elif not 0 < self._level < level and not (asks and self._asks_in_headings and level == self._level):
            self.is_open = False

    def pass_block(self) -> None:
        """Take code, a quote or a table."""
        if not self._has_begun:
            self.is_open = False

    def asks(self, question: str) -> bool:
        """Take a question; tell whether it belongs to the text."""
        if not self.is_open:
            return False
        if question.lstrip().startswith("#"):
            self.end_heading(question)
        self.take(question)
        return False if is_about_work(question) else self.is_open

    def _open(self) -> None:
        self.is_open = True
        self._has_begun = False
        self._level = 0
        self._asks_in_headings = False


def _is_across(line: str) -> bool:
    """Tell whether a line is nothing but a line across the page."""
    if line[:1].isalnum():
        return False
    bare = "".join(line.split())
    return (len(bare) >= _SHORTEST_ACROSS or bare == "⸻") and not bare.strip(_ACROSS)
