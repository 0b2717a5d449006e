"""Questions that the writer puts into a text for somebody else: a draft, a quiz, a scene with roles."""

import re
from collections.abc import Sequence

from choice.dialects.text.mentions import mentions
from choice.dialects.text.quiz_question import is_quiz

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
_TO_READER = re.compile(r"\b(?:you|your|should|shall|want|prefer)\b").search
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
    return heading.startswith(_FIRST_IN_HEADING) and _TO_READER(said) is None


def _begins_piece(said: str) -> bool:
    """Tell whether a sentence announces a text and begins it, or is the beginning of a letter."""
    colon = _COLON(said)
    if colon is not None and colon.end() < len(said.rstrip()):
        front = said[: colon.start()]
        if mentions(front, _PIECES) and mentions(front, _ANNOUNCING):
            return True
    return _LETTER(said) is not None
