"""Which sentences plainly end a text for somebody else."""

import pytest

from choice.dialects.lists.drafts import returns_to_reader

pytestmark = pytest.mark.requirement("QC8")


RETURNING = [
    "Would you like me to adjust the tone?",
    "Should I also translate it?",
    "I can also translate it.",
    "Let me know if you want any changes.",
    "Let me know if the survey should be shorter.",
    "Feel free to edit it.",
    "Before I finalize it, a few questions:",
    "Before I go on, one thing:",
    "To tailor the survey, I need to know more.",
    "Back to your project.",
    "Now to the app.",
    "As for the rollout, there are two ways.",
    "I kept it short.",
    "Does this draft fit?",
    "Is this what you had in mind?",
    "Which tone do you prefer?",
    "How long should the survey be?",
    "Where will you publish the survey?",
    "Best regards,\nAnna",
    "Best,\n[Your name]",
    "Sincerely,\nAnna",
    "Sag mir Bescheid, wenn ich den Ton ändern soll.",
    "Ich kann sie auch kürzen.",
    "Soll ich die Umfrage kürzen?",
    "Bevor ich weitermache, zwei Fragen:",
    "Welche Fassung gefällt dir?",
    "Mit freundlichen Grüßen\nAnna",
    "¿Quieres que lo acorte?",
    "Puedo también traducirlo.",
    "Antes de continuar, dos preguntas:",
    "¿Qué tono prefieres?",
    "Un saludo,\nAnna",
    "수정이 필요하시면 말씀해 주세요.",
    "작성하기 전에 몇 가지 여쭤볼게요.",
    "어떤 톤이 좋을까요?",
    "영어로 번역해 드릴까요?",
    "김민수 드림",
    "我也可以帮您缩短。我可以调整语气。",
    "问卷需要修改吗？",
    "需要我修改语气吗？",
    "继续之前，我有两个问题：",
    "此致\n敬礼",
    "短くすることもできます。",
    "どのトーンがよいですか？",
    "英語に翻訳しましょうか？",
    "進める前に、二つ質問があります。",
    "يمكنني أيضًا تعديل الرسالة.",
    "هل تريد أن أختصر النص؟",
    "قبل أن أكمل، لدي سؤالان:",
    "مع أطيب التحيات\nآنا",
]
STAYING = [
    "Which plan are you on?",
    "Let me know if you have any questions.",
    "Please let me know by Friday.",
    "We have a few questions for you:",
    "I hope you are well.",
    "Does that work for you?",
    "Thanks, Tom, for the quick answer.",
    "This survey takes five minutes.",
    "I can come on Monday.",
    "Would you like me to bring a cake?",
    "Should I bring anything?",
    "I can start on Monday.",
    "I will get back to you on Friday.",
    "Feel free to change the date.",
    "I kept the receipt.",
    "Which colour should it have?",
    "Which version of the app do you use?",
    "Please send the e-mail to all.",
    "Soll ich etwas mitbringen?",
    "Bitte geben Sie uns bis Freitag Bescheid.",
    "Welchen Tarif nutzen Sie?",
    "¿Qué plan usas?",
    "Avísame si tienes preguntas.",
    "어떤 요금제를 사용하시나요?",
    "궁금한 점이 있으면 알려 주세요.",
    "您使用哪个套餐？",
    "如有问题，请告诉我。",
    "どのプランをご利用ですか？",
    "ご不明な点があればお知らせください。",
    "ما الخطة التي تستخدمها؟",
    "أخبرني إذا كان لديك أسئلة.",
]


@pytest.mark.parametrize("words", RETURNING)
def test_who_speaks_of_the_text_or_signs_it_has_ended_it(words: str) -> None:
    assert returns_to_reader(f" {words}\n")


@pytest.mark.parametrize("words", STAYING)
def test_what_such_a_text_says_itself_does_not_end_it(words: str) -> None:
    assert not returns_to_reader(f" {words}\n")
