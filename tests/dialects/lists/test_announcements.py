"""Sentences that announce a text for somebody else."""

import pytest

from choice.dialects.lists.announcements import announces_text, is_for_others, is_quiz

pytestmark = pytest.mark.requirement("QC8")


ANNOUNCING = [
    "Here's a survey you can paste:",
    "Here’s a short customer survey you can paste into Google Forms:",
    "Here is a draft e-mail to your customers:",
    "It is short. Here's a customer survey\nthat you can paste\ninto your form:",
    "**Here is a draft email to your customers:**",
    "Sure! Here's a 5-question quiz about photosynthesis:",
    "Below is a questionnaire for new members:",
    "Here are some interview questions for a junior developer:",
    "Here are five questions you can ask your landlord:",
    "Here are a few questions to ask the vendor:",
    "Here is an FAQ section for your site:",
    "Here's an e-mail you can send to the team:",
    "Here's a friendly message to your neighbour:",
    "Here is a draft you can send:",
    "Here is a draft of the e-mail:",
    "Here's a draft for your customers:",
    "Here's a first draft of a letter to your landlord:",
    "I've put together a short survey you can paste:",
    "I have drafted an email for you:",
    "You could send them something like this:",
    "You could write:",
    "Paste this survey into your form:",
    "Use the following e-mail template:",
    "The e-mail could look like this:",
    "Need one? Here's one you can paste:",
    "Here are ten multiple-choice questions on the French Revolution:",
    "Here's a mock interview:",
    "Here's a sample phone script:",
    "Here is a customer survey you can copy.",
    "This email is ready to send. Here's the e-mail, ready to copy:",
    "Sample email to your landlord:",
    "Suggested reply:",
    "**Draft email:**",
    "**Interview questions**",
    "Email draft:",
    "Quiz:",
    "FAQ:",
    "Below is a questionnaire you can hand out to new patients.",
    "Here's a script for your chatbot:",
    "Here's a trivia round for the pub:",
    "Hi Priya,",
    "**Dear all,**",
    "Hier ist eine Umfrage, die du einfügen kannst:",
    "Hier sind fünf Multiple-Choice-Fragen für deine Klasse:",
    "Sehr geehrte Damen und Herren,",
    "Aquí tienes cinco preguntas tipo test sobre historia:",
    "행사 참가자용 설문지를 만들어 봤어요:",
    "아래는 챗봇 대화 예시입니다:",
    "你可以这样发给群里：",
    "尊敬的客户：",
    "生徒向けのクイズを作りました：",
    "チャットボットの会話はこちらです：",
    "Hier ist ein Entwurf für eine E-Mail an deine Kunden:",
    "Hier ein kurzer Fragebogen für neue Mitglieder:",
    "Hier ist ein E-Mail-Entwurf an Ihre Kunden:",
    "Hier sind ein paar Interviewfragen für das Gespräch:",
    "So könnte die E-Mail aussehen:",
    "Hier ist ein FAQ-Bereich für deine Seite:",
    "Hier ist eine Kundenumfrage, die Sie verschicken können.",
    "Entwurf:",
    "Aquí tienes una encuesta que puedes pegar:",
    "Aquí tienes un borrador de correo para tus clientes:",
    "Aquí está el cuestionario:",
    "A continuación te dejo un correo electrónico para tus clientes:",
    "Te dejo unas preguntas de entrevista:",
    "Aquí tienes una sección de preguntas frecuentes:",
    "Aquí tienes una encuesta que puedes pegar en tu formulario.",
    "다음은 고객에게 보낼 이메일 초안입니다:",
    "다음은 고객에게 보낼 이메일 초안입니다.",
    "바로 붙여 넣을 수 있는 설문지입니다:",
    "아래는 신입 사원용 퀴즈입니다.",
    "아래 설문을 그대로 붙여 넣어 사용하세요:",
    "다음은 면접 질문 5개입니다:",
    "다음은 초안입니다:",
    "以下是一份可以直接粘贴的问卷：",
    "下面是给客户的邮件草稿：",
    "以下是几道面试题：",
    "这是一份问卷，您可以直接使用：",
    "以下问卷可以直接发给客户：",
    "以下は、お客様に送るメールの下書きです：",
    "そのまま貼り付けられるアンケートです：",
    "以下は新入社員向けのクイズです。",
    "以下のアンケートをそのままお使いください：",
    "こちらがお客様への下書きです。",
    "إليك استبيانًا يمكنك لصقه:",
    "إليك مسودة رسالة إلى عملائك:",
    "فيما يلي أسئلة مقابلة لمطور مبتدئ:",
]
LEADING_OVER = [
    "",
    "Before I start, a few questions:",
    "Here are a few questions for you:",
    "Here are some questions about the survey:",
    "Here are the options for your quiz app:",
    "Here's how the quiz will work:",
    "Here's the plan for the survey:",
    "Here is what I need for the draft:",
    "Here's the error message:",
    "Here is the commit message format:",
    "Here's a quick survey of the approaches:",
    "Here's a draft of the architecture:",
    "Here is a draft plan:",
    "Here's a quiz to find out which plan suits you:",
    "Here's the email from Tom:",
    "Here are the unread emails:",
    "Here is the survey tool:",
    "The survey could include:",
    "You can send the e-mail in three ways:",
    "Please send me the following details for the e-mail:",
    "Here's the survey, but first a few questions:",
    "Here are some survey questions for you:",
    "Before you can use the survey, I need some details:",
    "To write the e-mail I need to know more:",
    "Questions about the quiz:",
    "For the draft:",
    "The quiz is stored in one table.",
    "Here's the email service:",
    "Here is the message queue:",
    "Here are the survey results:",
    "I can write an e-mail for you.",
    "You can use the survey as it is.",
    "Here is a survey.",
    "It sends an e-mail to all customers:",
    "**Options**",
    "Hi there! It is done,",
    "In the end,",
    "You can paste it into any form.",
    "설문지를 만들기 전에 확인할게요:",
    "Hier sind ein paar Fragen zur Umfrage:",
    "Hier ist die Fehlernachricht:",
    "Hier ist der Plan für die Umfrage:",
    "Bevor ich die Umfrage schreibe, ein paar Fragen:",
    "Sie können die Nachricht auf zwei Arten senden:",
    "Aquí tienes las opciones para la encuesta:",
    "Antes de escribir el correo, algunas preguntas:",
    "Aquí está el plan:",
    "이메일을 쓰기 전에 몇 가지 여쭤볼게요:",
    "다음은 설문 기능의 계획입니다:",
    "다음은 오류 메시지입니다:",
    "다음은 설계 초안입니다:",
    "在写邮件之前，我有几个问题：",
    "以下是问卷功能的计划：",
    "以下是错误消息：",
    "メールを書く前に、いくつか質問があります：",
    "以下はアンケート機能の計画です：",
    "以下はエラーメッセージです：",
    "قبل أن أكتب الرسالة، لدي بعض الأسئلة:",
    "إليك خطة الاستبيان:",
]


@pytest.mark.parametrize("sentence", ANNOUNCING)
def test_a_text_for_somebody_else_is_announced(sentence: str) -> None:
    assert announces_text(f" {sentence}\n\n")


@pytest.mark.parametrize("sentence", LEADING_OVER)
def test_what_leads_over_to_something_else_announces_no_such_text(sentence: str) -> None:
    assert not announces_text(f" {sentence}\n\n")


@pytest.mark.parametrize(
    ("sentence", "offer"),
    [
        ("Here's the survey you asked for.", "You can paste it into any form."),
        ("I've drafted an e-mail to your team.", "You could just send it as it is."),
        ("Hier ist die Umfrage für dein Team.", "Du kannst sie direkt kopieren."),
        ("Aquí tienes la encuesta para tus clientes.", "Puedes copiarla en un formulario."),
        ("요청하신 고객 설문지입니다.", "그대로 복사해서 쓰시면 됩니다."),
        ("客户满意度问卷写好了。", "您可以直接使用。"),
        ("アンケート案を作成しました。", "そのままお使いいただけます。"),
    ],
)
def test_a_sentence_may_offer_the_text_that_the_one_before_names(sentence: str, offer: str) -> None:
    assert announces_text(offer, [sentence])


@pytest.mark.parametrize(
    ("sentence", "other"),
    [
        ("Here's the survey you asked for.", "It has five questions."),
        ("Here's the survey you asked for.", "You can change the tone."),
        ("The index is built.", "You can use it from now on."),
        ("Here's the survey tool.", "You can use it from now on."),
    ],
)
def test_other_sentences_offer_no_such_text(sentence: str, other: str) -> None:
    assert not announces_text(other, [sentence])


@pytest.mark.parametrize(
    "question",
    [
        "Here is a draft you can send: Hi Tom, which day suits you?",
        "Hier ein Entwurf für die E-Mail: Hallo, welcher Tag passt?",
        "下面是一份问卷：您满意吗？",
        "Dear Anna, which day suits you?",
        "Hi [Name], which day suits you?",
        "Quiz: which bird is it?",
        "Interview question 3: why do you want to work here?",
        "Agent: Which plan are you on?",
        "客服：您要哪种？",
    ],
)
def test_a_question_may_belong_to_a_piece(question: str) -> None:
    assert is_for_others(question, [], "")


@pytest.mark.parametrize(
    "before",
    ["Here's a poll you can post: We plan a party.", "I hope you are well.", "お世話になっております。"],
)
def test_a_sentence_before_may_begin_it(before: str) -> None:
    assert is_for_others("Which day?", [before], "")


@pytest.mark.parametrize(
    "heading", ["quiz", "draft_email", "faq", "geography_quiz", "퀴즈", "faq_about_shipping"]
)
def test_a_heading_may_announce_it(heading: str) -> None:
    assert is_for_others("Which day is it?", [], heading)


@pytest.mark.parametrize(
    ("question", "before", "heading"),
    [
        ("Which day?", [], ""),
        ("Frontend: which one do you want?", [], ""),
        ("Which part should I change?", ["Here is the draft: it has two parts."], ""),
        ("Which part?", ["Here is the draft."], ""),
        ("Which part?", ["Here is an example in TypeScript: it has two parts."], ""),
        ("Which port?", ["Here's the error message: the connection was refused."], ""),
        ("Which part?", ["Here is what I found:"], ""),
        ("How many questions should the quiz have?", [], "quiz"),
        ("Which quiz do you want?", [], "quiz_app"),
        ("Which tone?", [], "newsletter"),
    ],
)
def test_other_questions_are_for_the_reader(question: str, before: list[str], heading: str) -> None:
    assert not is_for_others(question, before, heading)


@pytest.mark.parametrize(
    "question",
    [
        "what is the capital of france?",
        "question 2: who painted the night watch?",
        "which of the following is a prime number?",
        "which planet is closest to the sun?",
        "wie heißt die hauptstadt von peru?",
        "¿en qué año terminó la guerra?",
        "프랑스의 수도는 어디인가요?",
        "ما هي عاصمة مصر؟",
    ],
)
def test_facts_of_the_world_are_asked_in_a_quiz(question: str) -> None:
    assert is_quiz(question)


@pytest.mark.parametrize(
    "question",
    [
        "which of the following is a must?",
        "which planet would you visit?",
        "what is the budget?",
        "question 2: what is the goal?",
        "누가 승인하나요?",
    ],
)
def test_matters_of_the_reader_are_not(question: str) -> None:
    assert not is_quiz(question)
