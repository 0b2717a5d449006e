"""Detect text that is meant for readers other than the user, such as a quiz, a survey or a letter."""

import re
from collections.abc import Sequence

from choice.dialects.lists.words import mentions

_NUMBER = re.compile(r"(?:(?:question|frage|pregunta|문제|问题|問題|السؤال|q) ?)?\d{1,3} ?[:：.)] ?").match
_TO_READER = re.compile(
    r"\b(?:you|your|we|us|our|i|my|me|should|shall|want|would|prefer|need|sie|ihr\w{0,2}|du|wir|uns"
    r"|soll\w{0,3})\b"
).search
_MATTERS = (
    r"(?:must|priorit|deal|good|better|requirement|concern|problem|issue|blocker|valid|real|acceptable"
    r"|hard|big"
    r"|potential|possible)"
)
_FACT = re.compile(
    r"what(?:'s|’s| is) (?:\d|the (?:capital (?:city )?of|chemical |currency of|square root"
    r"|boiling point|freezing"
    r" point|atomic |past tense|plural of|opposite of|synonym|antonym|derivative|sum of|product of"
    r"|official language"
    r"|(?:largest|smallest|longest|shortest|highest|tallest|deepest|fastest|slowest|heaviest|oldest|biggest)"
    r" (?:\w{1,20} ){1,2}(?:in|of|on) ))"
    r"|which of (?:the following|these)(?: (?:statements?|sentences?|words?|numbers?|expressions?"
    r"|countries|animals))?"
    rf" (?:is|are) (?:not )?(?:an? (?!{_MATTERS})|true\b|false\b|incorrect\b|considered|primarily)"
    r"|who (?:wrote|painted|invented|discovered|composed|founded|directed|was the first|is credited"
    r"|proposed)\b"
    r"|in (?:which|what) (?:year|century|decade)\b|what year (?:did|was)\b"
    r"|which (?:planet|gas|ocean|continent|river|mountain|organ|president|vitamin|metal|scientist"
    r"|philosopher|empire"
    r"|king|queen|mammal|composer|poet|chemical element)\b"
    r"|which (?:\w{1,20} )?(?:keyword|operator|tag|method|function|command|property|attribute"
    r"|statement|clause|hook)"
    r" (?:is used|declares|returns|creates|adds|removes|defines|selects|sorts|converts)\b"
    r"|what does (?:the )?(?:\w{1,20} ){1,2}stand for\b|how many (?:\w{1,20} ){1,3}(?:are there in"
    r"|does an? |does \w{1,20} have\b)"
    r"|(?:was|wie|welche\w?) (?:ist|heisst|heißt|stadt ist) die hauptstadt\b"
    r"|wer (?:schrieb|malte|erfand|entdeckte|komponierte|gründete)\b|in welchem jahr\b"
    r"|¿(?:cuál es la capital de\b|quién (?:escribió|pintó|inventó|descubrió|compuso)\b|en qué año\b)"
    r"|ما (?:هي )?عاصمة |من (?:كتب|اخترع|اكتشف|رسم) "
).match
_FACT_IN_ASIA = re.compile(
    "의 수도는|누가 .{0,30}(?:썼|발명|발견|그렸)|의 首都|的首都是|谁(?:写|发明|发现|画)[了的]|(?:哪"
    "|几)一?年(?:发生|成立|发明)"
    "|の首都は|誰が.{0,30}(?:書き|書い|発明|発見|描)"
).search


def is_quiz(said: str) -> bool:
    """Tell whether a question in small letters asks for a fact of the world that a quiz asks for."""
    number = _NUMBER(said)
    asked = said if number is None else said[number.end() :]
    known = _FACT(asked) is not None or (not said.isascii() and _FACT_IN_ASIA(asked) is not None)
    return known and _TO_READER(asked) is None


_PIECES = (
    "draft", "a message", "short message", "friendly message", "sample message", "message you", "message for",
    "an email", "an e-mail", "the email", "the e-mail", "email you", "e-mail you", "email template",
    "template you",
    "a survey", "short survey", "survey you", "survey for", "questionnaire", "a quiz", "the quiz", "quiz for",
    "quiz about", "a poll", "poll you", "poll for", "a script", "script you", "script for",
    "a letter", "post you",
    "exam question", "test question", "multiple-choice question", "multiple choice question",
    "for your students",
    "entwurf", "nachricht", "vorlage", "umfrage", "fragebogen", "prüfungsfrage",
    "borrador", "correo", "mensaje", "plantilla", "encuesta", "cuestionario",
    "초안", "이메일", "메일", "메시지", "설문", "퀴즈", "草稿", "邮件", "消息模板", "模板", "问卷",
    "测验", "短信",
    "下書き", "文面", "メール", "メッセージ", "アンケート", "クイズ", "مسودة", "رسالة", "استبيان", "نموذج",
)  # fmt: skip
_ANNOUNCING = (
    "here is", "here's", "here’s", "here are", "below is", "you can send", "you could send", "you can use",
    "you can paste", "you might write", "sample ", "example ", "suggested ", "proposed ",
    "hier ist", "hier ein", "hier der", "hier die", "beispiel", "aquí tienes", "aquí está",
    "aquí hay", "este es",
    "다음은", "아래는", "여기", "以下", "下面", "这是", "这里是", "如下", "こちら", "次のような",
    "إليك", "هذه",
    "هذا ", "فيما يلي",
)  # fmt: skip
_COLON = re.compile("[:：]").search
_JOINED = re.compile(r"[:：,，、\[]").search
"""A question without any of these is not joined to words before it."""
_LABEL = re.compile(
    r"(?:pop )?(?:quiz|trivia)(?: question| time)?(?: \d{1,3})?\W{0,3}[:：]|(?:draft|entwurf|borrador) ?[:：]"
    r"|(?:sample|example|practice|exam|survey|interview|test) question(?: \d{1,3})? ?[:：]"
    r"|(?:퀴즈|초안|测验|小测验|草稿|クイズ|下書き|مسودة) ?\d{0,3} ?[:：]"
).match
_ROLE = re.compile(
    r"(?:(?:support |service |sales )?agent|(?:chat)?bot|assistant|customer|user|interviewer|reporter|teacher"
    r"|student|narrator|caller|waiter|waitress|doctor|patient|seller|buyer|moderator|speaker \w|kunde"
    r"|kundin|berater"
    r"|lehrer|cliente|agente|profesor|상담원|고객|면접관|客服|客户|顾客|面试官|老师|店員|面接官|先生"
    r"|موظف|العميل|المعلم)"
    r"(?: \([^)]{1,30}\))? ?[:：]"
).match
_LETTER = re.compile(
    r"\bdear (?!god)\w|\bhope (?:you(?: a|'|’)re (?:doing )?well|this (?:e-?mail |message )?finds you"
    r"|all is well)"
    r"|sehr geehrte|liebe (?:frau|kolleg|team)|lieber (?:herr|kolleg)|estimad[oa]s? |\[(?:your "
    r"|recipient|client|first )?"
    r"(?:'s )?name\]|\[(?:name|datum|nombre|이름|姓名|名前|الاسم)\]|尊敬的|拝啓|お世話になっております"
).search
_LAST_IN_HEADING = tuple(f"_{word}" for word in (
    "quiz", "trivia", "faq", "faqs", "exam", "questionnaire", "flashcards", "knowledge_check", "fragebogen",
    "cuestionario", "frequently_asked_questions", "häufige_fragen", "häufig_gestellte_fragen",
    "preguntas_frecuentes",
    "sample_questions", "example_questions", "practice_questions", "interview_questions", "review_questions",
    "discussion_questions", "exam_questions", "test_questions", "survey_questions", "choice_questions",
    "draft", "entwurf", "borrador", "draft_email", "draft_e_mail", "draft_message", "draft_letter",
    "draft_reply",
    "draft_post", "draft_survey", "email_template", "message_template", "survey_template",
    "자주_묻는_질문", "常见问题", "الأسئلة_الشائعة", "مسودة",
))  # fmt: skip
_ENDS_OF_HEADING = (
    "퀴즈", "설문지", "초안", "测验", "草稿", "问卷", "クイズ", "よくある質問", "下書き", "アンケート案",
)  # fmt: skip
_FIRST_IN_HEADING = ("quiz_", "trivia_", "faq_", "faqs_", "frequently_asked_")
_WRITTEN_FOR_OTHERS_TO_READER = re.compile(r"\b(?:you|your|should|shall|want|prefer)\b").search
_WITH_READER = re.compile(
    r"\b(?:should i|shall i|should we|shall we|want me|like me|should the|soll ich|sollen wir)\b"
    "|할까요|드릴까요|要我|需要我|ましょうか|هل تريدني"
).search
_OF_WRITER = re.compile(
    r"\b(?:should i|shall i|want me|like me|soll ich)\b|드릴까요|要我|需要我|ましょうか"
).search


def is_for_others(question: str, before: Sequence[str], heading: str) -> bool:
    """Tell whether a question stands in a text for somebody else.

    The sentences before it in its paragraph show it, or the heading above, written in `small_letters`.
    """
    said = question.casefold().lstrip("\"'“„«「 ")
    if is_quiz(said) or (heading and _announces_piece(heading, said)):
        return True
    if before or _JOINED(said) is not None:
        return _is_in_piece(said, before)
    return False


def is_about_work(question: str) -> bool:
    """Tell whether a question asks what its writer is to do: it stands in no text for somebody else."""
    return _OF_WRITER(question.casefold()) is not None


def names_text_for_others(heading: str) -> bool:
    """Tell whether a heading, written in `small_letters`, is the name of such a text."""
    return f"_{heading}".endswith(_LAST_IN_HEADING) or heading.endswith(_ENDS_OF_HEADING)


def _is_in_piece(said: str, before: Sequence[str]) -> bool:
    """Tell whether a question, or a sentence before it, begins such a text or is spoken in a scene."""
    if _LABEL(said) is not None or _ROLE(said) is not None:
        return True
    if _OF_WRITER(said) is not None:
        return False
    return any(_begins_piece(sentence.casefold()) for sentence in (*before, said))


def _announces_piece(heading: str, said: str) -> bool:
    """Tell whether all that stands under a heading is such a text."""
    if _WITH_READER(said) is not None:
        return False
    if names_text_for_others(heading):
        return True
    return heading.startswith(_FIRST_IN_HEADING) and _WRITTEN_FOR_OTHERS_TO_READER(said) is None


def _begins_piece(said: str) -> bool:
    """Tell whether a sentence announces a text and begins it, or is the beginning of a letter."""
    colon = _COLON(said)
    if colon is not None and colon.end() < len(said.rstrip()):
        front = said[: colon.start()]
        if mentions(front, _PIECES) and mentions(front, _ANNOUNCING):
            return True
    return _LETTER(said) is not None


_MARKS = "*_ \t\r\n\u00a0\u3000\"'“”‘’"
_ENDS = (",", "，", ":", "：")
_GREETING = re.compile(
    r"(?:(?:hi|hello|hey|dear|good (?:morning|afternoon|evening)|hallo|liebe[rs]?|guten (?:tag|morgen)"
    r"|sehr geehrte[rs]?|hola|estimad[oa]s?|querid[oa]s?|buen[oa]s (?:días|tardes))\b[^,;:.!?\n]{0,60},"
    "|尊敬的[^，。：\n]{1,30}[：:，]|안녕하세요, [^.\n]{1,20},)$"
).match


def begins_letter(line: str) -> bool:
    """Tell whether a line is the first of a letter."""
    bare = line.strip(_MARKS)
    return bare.endswith(_ENDS) and _GREETING(bare.casefold()) is not None


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


_KOREAN_TEXT = (
    "(?:설문(?:지| ?조사)?|퀴즈|이메일|메일|(?<!오류 )(?<!에러 )메시지|문자|편지|안내문|공지문|faq|질문지"
    "|대화 예시"
    "|대본|자주 묻는 질문"
    "|(?:면접|인터뷰|시험|퀴즈|설문|객관식) ?(?:질문|문항|문제))"
)
_KOREAN = re.compile(
    "(?:다음은|아래는|아래에|여기|이렇게|(?:보낼|붙여 ?넣을|사용할|활용할|복사할|쓸|보내실"
    "|사용하실) 수 있는|보낼) ?"
    f".{{0,80}}?{_KOREAN_TEXT}"
    r"(?: ?(?:초안|예시|예문|템플릿|양식|문항|질문|샘플|시안|내용|목록|\d{1,2}(?:개|문항|가지)))*"
    "(?:입니다|이에요|예요|이 있습니다|가 있습니다|[을를] (?:드립니다|준비했습니다|작성했습니다"
    "|만들었습니다))?$"
    "|(?:다음은|아래는|여기) ?(?:요청하신 )?(?:[^ ]{1,12}에게 보낼 )?초안(?:입니다|이에요|예요)?$"
    f"|{_KOREAN_TEXT}(?: ?(?:초안|예시))?[을를] (?:만들어 ?봤|만들었|작성했|작성해 ?봤|준비했"
    f"|준비해 ?봤)[^ ]{{0,6}}$"
    f"|(?:아래|다음|이) .{{0,40}}?{_KOREAN_TEXT}(?: ?(?:초안|예시|문항|질문))?[을를은는] .{{0,40}}?"
    "(?:사용|붙여|보내|복사|활용|발송).{0,12}$"
).search
_CHINESE_TEXT = (
    "(?:问卷|测验|测试题|考题|试题|邮件|信|信件|短信|私信|(?<!错误)(?<!报错)消息|faq|常见问题|选择题"
    "|邀请函|对话|通知|欢迎语|话术"
    "|(?:面试|访谈|采访)(?:题|问题|提纲))"
)
_CHINESE = re.compile(
    "(?:以下|下面|这是|这里[是有]|可以(?:直接)?(?:发送|发给|粘贴|复制|使用)|[供为帮给][你您]|我(?:写|准备"
    "|起草|拟))"
    f".{{0,60}}?{_CHINESE_TEXT}(?:的?(?:草稿|草案|模板|范本|示例|样例|例子|文案|初稿|内容))*"
    "(?:[，,] ?[你您]?(?:可以|可)(?:直接)?(?:粘贴|复制|使用|发送|发给|修改).{0,15})?$"
    "|(?:以下|下面|这)是(?:一份|一个|给.{1,12}的)?草稿$"
    "|[你您]?可以这样(?:发|写|问|回复)[^。，]{0,10}$"
    f"|(?:以下|下面)的?{_CHINESE_TEXT}.{{0,10}}(?:可以|可)(?:直接)?(?:粘贴|复制|使用|发送|发给).{{0,15}}$"
).search
_JAPANESE_TEXT = (
    "(?:アンケート|クイズ|メール|手紙|(?<!エラー)メッセージ|文面|faq|よくあるご?質問|(?:面接"
    "|インタビュー)の?質問"
    "|(?:試験|テスト)問題|お知らせ|案内文|質問票|台本|会話)"
)
_JAPANESE = re.compile(
    "(?:以下|こちら|次の|下記|そのまま|送れる|使える|貼り付けられる|送信できる)"
    f".{{0,60}}?{_JAPANESE_TEXT}(?:の?(?:下書き|例|案|文面|テンプレート|サンプル|文例|草案|ひな形|雛形"
    f"|質問|設問))*"
    "(?:です|になります|となります|をご?用意しました|を作成しました|を作りました|を書きました)?$"
    f"|{_JAPANESE_TEXT}(?:の?(?:案|例|文面|サンプル))?(?:を(?:作りました|作成しました|用意しました|作ってみました)"
    f"|はこちらです)$"
    "|(?:以下|こちら)[はが]、?(?:.{1,12}への?)?下書き(?:です|になります)?$"
    f"|(?:以下|次|下記|こちら)の.{{0,20}}?{_JAPANESE_TEXT}.{{0,5}}を.{{0,30}}?"
    "(?:お使い|ご利用|ご活用|貼り付け|コピー|送って|送信).{0,12}$"
).search
_ANNOUNCED_IN_ASIA_ENDS = ":：.。!！ "
_FIRST_OF_ASIA = "\u3040"
"""Dashes and quotation marks, which stand in any language, come before the letters of these."""


def announces_in_asia(said: str) -> bool:
    """Tell whether a sentence in small letters announces a text for somebody else."""
    if said.isascii() or max(said) < _FIRST_OF_ASIA:
        return False
    end = said.rstrip(_ANNOUNCED_IN_ASIA_ENDS)
    return _KOREAN(end) is not None or _CHINESE(end) is not None or _JAPANESE(end) is not None


_NAMES = (
    "survey", "question", "poll", "quiz", "exam", "mail", "letter", "announcement", "invitation", "message",
    "reply", "post", "draft", "interview", "worksheet", "trivia", "faq", "dialog", "role", "flashcard",
    "conversation", "script", " form", "template", "knowledge", "you could", "you might", "you can",
    "umfrage", "frage", "anschreiben", "nachricht", "brief", "einladung", "entwurf",
    "encuesta", "cuestionario", "correo", "mensaje", "carta", "sondeo", "entrevista", "diálogo",
    "invitación", "pregunta", "borrador", "pop-up", "popup", "welcome",
    "استبيان", "استطلاع", "اختبار", "رسالة", "بريد", "خطاب", "مسودة", "دعوة", "مقابلة", "أسئلة",
    "설문", "퀴즈", "메일", "메시지", "문자", "편지", "안내문", "공지문", "질문", "대본", "초안",
    "문제", "문항", "대화",
    "问", "测", "题", "这样", "欢迎", "话术", "邮件", "信", "消息", "邀请函", "对话", "通知", "提纲", "草稿",
    "アンケート", "クイズ", "メール", "手紙", "メッセージ", "文面", "質問", "問題", "お知らせ", "案内文",
    "台本", "会話", "下書き",
)  # fmt: skip
"""Whatever announces a text has one of these; most sentences have none."""
_COLONS = (":", "：")
_ANNOUNCED_TEXT_ENDS = (*_COLONS, ",")
"""What ends with none of these, and is in ASCII, needs a word to announce anything."""

_FAR = 200
"""So much of a sentence is looked at, from its end."""
_MOST_LINES = 3
_LONGEST_LABEL = 40
_NO_NAME = frozenset({
    "for", "to", "about", "before", "on", "in", "of", "with", "regarding", "if", "when", "i", "we", "you",
    "my", "some", "few", "after", "how", "what", "which", "is", "are", "and", "the", "this", "für", "zum",
    "zur", "vor", "über", "para", "sobre", "del", "de", "antes",
})  # fmt: skip
"""Words with one of these say something about a text; they do not name it."""
_READERS = (
    r"(?:customers?|users?|team|colleagues?|boss|manager|clients?|students?|candidates?|guests?|members?"
    r"|subscribers?|landlord|neighbou?rs?|parents|employees|staff|suppliers?|vendors?|recruiter|professor"
    r"|teacher"
    r"|class|audience|participants|visitors|friends?|family|interviewees?|attendees|readers|them|him|her)"
)
_NO_GAP = (
    r"(?!(?:for|of|to|in|on|at|by|with|from|about|how|what|why|when|where|which|who|that|if|as|my|our"
    r"|error|commit|log|status|warning|system|validation|unread|latest|last|recent|received|incoming"
    r"|original)\b)"
)
_GAP = (
    r"(?: (?:(?:draft|example|version|sample|set|text|wording)s? (?:of|for)"
    rf"|{_NO_GAP}[^\W_][\w'’&/+-]{{0,24}}),?){{0,6}}?"
)
_END = r"[*_\"”’)]{0,4} ?(?:[:：.!,(–—-]|$)"
_ANNOUNCED_TEXT_LETTER = (
    r"(?:(?:e-?mail|newsletter|letter|announcement|invitation"
    r"|(?:short|friendly|sample|a|text|slack|whatsapp) message|(?:a|sample|possible|polite) reply"
    r"|(?:linkedin|blog|forum|social media|social|facebook|a) post)(?: (?:draft|template|copy|text"
    r"|version))?"
    rf"(?={_END}| (?:to|for|you|your|asking|inviting|announcing|with|about|based|below|ready|into)\b)"
    r"|draft(?=[*_]{0,4} ?[:：.]| (?:that )?you (?:can|could|may)\b| to send\b)"
    rf"|draft (?:for|to) (?:(?:your|the|a) )?{_READERS}\b)"
)
_ASKING = (
    r"(?:(?:survey|questionnaire|poll|quiz|quizzes|exam|interview|worksheet|trivia|faqs?|dialogue"
    r"|role-?play|flashcards|(?:sample|mock|short|chatbot) conversation|onboarding dialog"
    r"|pop-?up(?: text)?|welcome (?:message|flow)"
    r"|(?:(?:call|phone|sales|video|podcast|chat(?:bot)?) script|script(?= for (?:your|the) (?:chat|call"
    r"|phone|video)))"
    r"|(?:feedback|intake|application|contact|sign-?up) form"
    r"|(?:multiple[- ]choice|practice|review|discussion|screening|icebreaker|comprehension|test|sample)"
    r" questions?(?! for you\b))"
    r"(?: (?:drafts?|templates?|text|section|round|night|questions?(?! for you\b)|script|guide|version|series"
    r"|invitation|e-?mail))?"
    rf"(?={_END}| (?:for|to|about|on|you|that|which|with|in|into|based|covering|from|asking|we|i|they"
    r"|as|using|aimed|designed|written|below|ready|your)\b)"
    r"|questions (?:that )?(?:you (?:can|could|might|may|should) (?:ask|put|send)"
    r"|to (?:ask|put to)(?! (?:me|you)\b)"
    rf"|for (?:your|the) (?:\w{{1,20}} )?{_READERS}\b))"
)
_TEXT = f"(?:{_ANNOUNCED_TEXT_LETTER}|{_ASKING})"
_ENGLISH = re.compile(
    r"\b(?:(?:here(?:'s|’s| is| are| goes| comes)|below (?:is|are|you(?:'ll|’ll| will)? find)|this is"
    r"|these are"
    r"|i(?:'ve|’ve| have)? (?:drafted|written|wrote|prepared|created|put together|drawn up)"
    r"|(?:send|use|try|copy|paste|share|post)(?= (?:this|the following|these)))"
    rf"{_GAP} {_TEXT}"
    rf"|here(?:'s|’s| is) one (?:that )?you (?:can|could) (?:send|paste|copy|share|use)\b"
    r"|you (?:can|could|might|may) (?:send|share|post|write|reply|ask|forward)(?: (?:them|him|her))?"
    r"(?: with)? (?:this|the following|something like)\b|you (?:could|might) (?:write|reply|ask"
    r"|answer) ?[:：]"
    rf"|(?:the|your|such an?|an?){_GAP} (?:e-?mail|letter|message|survey|quiz|questionnaire|faq|post"
    rf"|reply) (?:could|might|may|can|would) (?:look|read|say)\b"
    r"|^(?:draft|sample|example|suggested|proposed|possible)(?: [\w-]{1,20})?"
    rf" (?:e-?mail|message|letter|survey|quiz|reply|post|interview|poll|faqs?)\b)"
).search
_LEADS_OVER = re.compile(
    r"\b(?:but|before|first|i need|i have|i(?:'d|’d| would) like|let me|tell me|my questions?"
    r"|questions? for you"
    r"|a few questions|suits? you|find out (?:what|which)|aber|zuerst|zunächst|pero|primero|antes)\b"
).search
"""Who announces something else than the text itself says one of these."""
_GERMAN_TEXT = (
    r"[\w-]{0,30}(?:umfrage|fragebogen|e-?mail|anschreiben|(?<!fehler)nachricht|quiz|faqs?|interview"
    r"|einladung"
    r"|newsletter|(?:mail|umfrage|brief|nachrichten|interview)-?(?:vorlage|entwurf|leitfaden)|dialog"
    r"|(?:interview|prüfungs|test|quiz|umfrage|bewerbungs|multiple-choice|verständnis|übungs"
    r"|kontroll)-?fragen|häufige[nr]? fragen|faq-?(?:bereich"
    r"|seite)|\bbrief)"
)
_GERMAN = re.compile(
    r"\b(?:hier (?:ist|sind|kommt|folgt|findest du|finden sie|hast du|haben sie)"
    r"|hier(?= (?:ein|eine|einen|der|die|das|dein|deine|ihr|ihre)\b)|nachfolgend|im folgenden|anbei|unten"
    r"|ich habe|so könnte|(?:du kannst|sie können)(?= (?:diese|folgende)))"
    r"(?: (?:(?:entwurf|beispiel|vorschlag|muster|vorlage) (?:für|einer|eines|von)"
    r"|(?!(?:für|von|zu|zum|zur|mit|über|wie|was|warum)\b)[^\W_][\w-]{0,30}),?){0,6}?"
    rf" (?:{_GERMAN_TEXT}(?=[*_“\"]{{0,4}} ?(?:[:：.!,(–—]|$)"
    r"| (?:für|an|zu|zum|zur|über|mit|die|den|das|du|sie|aussehen|auf|in|verschicken|verwenden"
    r"|vorbereitet)\b)"
    r"|entwurf(?=[*_]{0,4}(?: an (?:deine|ihre|die|den)\b|, den|[:：])))"
).search
_SPANISH = re.compile(
    r"(?:\baquí (?:tienes|tiene|está|están|hay|va|van|te dejo|le dejo)|\ba continuación(?: (?:tienes"
    r"|te dejo|va|hay))?"
    r"|\b(?:te|le) dejo|\best[ea] es|\bhe (?:preparado|escrito|redactado|creado)|\bpuedes (?:enviar|usar"
    r"|copiar|pegar))"
    r"(?: (?:(?:borrador|ejemplo|modelo|plantilla|propuesta|sección|lista|serie)(?: \w{1,20})? (?:de|para)"
    r"|(?!(?:para|sobre|de|del|que|cómo|qué|con)\b)[^\W_][\w-]{0,20}),?){0,5}?"
    r" (?:(?:encuesta|cuestionario|correo|e-?mail|mensaje|carta|quiz|examen|sondeo|faqs?|entrevista"
    r"|diálogo|invitación"
    r"|preguntas (?:frecuentes|de (?:entrevista|examen|encuesta|repaso|opción múltiple)|tipo test))"
    r"(?=[*_”\"]{0,4} ?(?:[:：.!,(–—]|$)| (?:electrónico|que|para|sobre|a|breve|corto|corta|con"
    r"|dirigid\w{1,3}|al)\b"
    r"| de (?:prueba|satisfacción|ejemplo)\b)"
    r"|borrador(?=[*_]{0,4}(?: que| para (?:tus?|sus?|los|las)\b|[:：])))"
).search
_ARABIC = re.compile(
    r"(?:إليك|إليكم|فيما يلي|هذا|هذه|أدناه|تفضل|كتبت|أعددت|جهزت|يمكنك (?:إرسال|استخدام|لصق|نسخ))"
    r"(?: (?!(?:خطة|خيارات|نتائج|تصميم|وصف|بعض الأسئلة)\b)[^\W_]{1,12}){0,3}? "
    r"(?:ال)?(?:استبيان|استطلاع|اختبار|رسالة|بريد|خطاب|مسودة|دعوة|مقابلة|أسئلة (?:شائعة|الشائعة|مقابلة"
    r"|للمقابلة))"
    r"(?!\w{0,3} (?:ال)?(?:خطأ|خطة|تصميم))"
).search
_ANNOUNCED_TEXT_OFFERED = re.compile(
    r"\byou (?:can|could|may) (?:send|paste|copy|use|share|adapt|post|forward|hand out|print"
    r"|distribute)\b|\bready to (?:send|paste"
    r"|copy|share)\b"
    r"|\b(?:du|sie) .{1,60}(?:kannst|können)\W{0,3}$|\bque (?:puedes?|podrías?) (?:enviar|usar|pegar"
    r"|copiar|compartir)\b"
).search
"""Who says so announces a text with a full stop, too."""


def announces_text(words: str, before: Sequence[str] = ()) -> bool:
    """Tell whether the last words of a paragraph, or of a line, announce a text for somebody else.

    They may offer what the last sentence before them names, and a letter announces itself by its first line.
    """
    bare = words.rstrip(_MARKS)
    offers_nothing = not ("ou c" in bare or "ready" in bare or "kannst" in bare or "uede" in bare)
    if offers_nothing and bare[-1:] not in _ANNOUNCED_TEXT_ENDS and bare.isascii() and "**" not in words:
        return False  # Most paragraphs end like that.
    if begins_letter(bare) or (before and _offers(bare, before[-1])):
        return True
    return _announces_at_end(words, bare)


def _announces_at_end(words: str, bare: str) -> bool:
    """Tell the same of words without the marks behind them, where none were said before."""
    has_colon = bare.endswith(_COLONS)
    bare = _last_lines(bare[-_FAR:])
    if not has_colon and bare.isascii() and "you c" not in bare and "ready to" not in bare:
        return words.lstrip().startswith("**") and _is_label(bare)
    said = bare.lstrip(_MARKS).casefold()
    if not mentions(said, _NAMES):
        return False
    if announces_in_asia(said):
        return True
    if not has_colon and _ANNOUNCED_TEXT_OFFERED(said) is None:
        return False
    return _announces(said) or (has_colon and _is_label(bare))


def _offers(bare: str, sentence_before: str) -> bool:
    """Tell whether words offer a text that the sentence before them names."""
    if not offers_it(bare[-_FAR:].lstrip(_MARKS).casefold()):
        return False
    said = sentence_before.strip(_MARKS).casefold()[-_FAR:]
    return mentions(said, _NAMES) and (_announces(said) or names_it_last(said))


def _last_lines(words: str) -> str:
    """Return the last lines of words as one: an announcement may be wrapped."""
    return " ".join(words.rsplit("\n", _MOST_LINES)[-_MOST_LINES:]) if "\n" in words else words


def _announces(said: str) -> bool:
    found = _ENGLISH(said) or _GERMAN(said) or _SPANISH(said) or _ARABIC(said)
    return found is not None and _LEADS_OVER(said, found.end()) is None


def _is_label(bare: str) -> bool:
    """Tell whether words are no more than a name of such a text, like a heading."""
    said = bare.casefold()
    if len(said) > _LONGEST_LABEL or not mentions(said, _NAMES):
        return False
    words = "".join(letter if letter.isalnum() else " " for letter in said).split()
    return _NO_NAME.isdisjoint(words) and names_text_for_others("_".join(words))
