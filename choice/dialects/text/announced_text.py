"""Sentences that announce a text for somebody else: "Here is a survey you can paste:"."""

import re
from collections.abc import Sequence

from choice.dialects.text.announced_in_asia import announces_in_asia
from choice.dialects.text.letter_greeting import begins_letter
from choice.dialects.text.mentions import mentions
from choice.dialects.text.offered_text import names_it_last, offers_it
from choice.dialects.text.written_for_others import names_text_for_others

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
_ENDS = (*_COLONS, ",")
"""What ends with none of these, and is in ASCII, needs a word to announce anything."""
_MARKS = "*_ \t\r\n\u00a0\u3000\"'“”‘’"
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
_LETTER = (
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
_TEXT = f"(?:{_LETTER}|{_ASKING})"
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
_OFFERED = re.compile(
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
    if offers_nothing and bare[-1:] not in _ENDS and bare.isascii() and "**" not in words:
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
    if not has_colon and _OFFERED(said) is None:
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
