"""Detect questions that the text itself answers: general, rhetorical or quoted questions."""

import re
from collections.abc import Callable, Sequence

from choice.dialects.lists.questions import is_readers_matter, without_fillers
from choice.dialects.lists.words import mentions

# All are matched at the beginning of a question, and have no more than a few words between two others.
_WEIGHED = (
    r"(?:\w{1,12} )?(?:important|relevant|essential|urgent|critical|interesting|pressing|valuable|useful"
    r"|needed|suitable|appropriate|convenient|painful|wanted|promising|appealing|likely to)"
)
_READERS_MATTERS = (
    r"(?:\w{1,20} )?(?:users?|audience|customers?|clients?|readers?|visitors?|stakeholders?|buyers?|people"
    r"|players?|students?|guests?|recipients?|competitors?|end|target|intended|primary|main|typical)\b"
)
_IS = r"what(?:'s|’s| is) "
_ENGLISH = re.compile(
    r"(?:what|which|where|who)\b(?: \w{1,20}){0,4} (?:(?:will|would) i|am i (?:(?:going|about"
    r"|planning) to|missing|forgetting|seeing|looking at))\b"
    r"|(?:what|which)\b(?: \w{1,20}){0,4} do i (?:recommend|suggest|propose|think|see|expect|plan|mean"
    r"|advise|like|prefer)\b"
    r"|what(?:'s|’s| is| are) my (?:\w{1,20} ){0,3}(?:recommendation|suggestion|concern|plan|take|proposal"
    r"|advice|thought|opinion|finding|verdict|conclusion|view|reason|next step|assumption|approach"
    r"|observation|pick)s?\b"
    r"|what would (?!(?:you|we|it|this|that|they|i)\b)(?:[\w'’-]{1,20} ){1,4}(?:do|say|choose|use|pick"
    r"|recommend|suggest|advise|think)\b"
    # A definition: a name without an article.
    rf"|{_IS}(?!(?:the|your|our|my|his|her|its|their|this|that|these|it|an?|some|any|one|more|less|better"
    r"|best|worse|most|first|next|now|important|relevant|essential|urgent|critical|acceptable|preferr?ed"
    r"|preferable|desired|expected|possible|realistic|reasonable|enough|easier|cheaper|safer|faster|right"
    r"|okay|ok|fine|optional|mandatory|priority|budget|deadline|team|target|audience|scope|at|in|on|for|to"
    r"|not|good|going|so)\b)[\w.+#/`-]{1,40}(?: (?!(?:we|us|our)\b)[\w.+#/`-]{1,40}){0,2}\W{0,3}$"
    rf"|{_IS}an? (?:really )?(?:good|great) (?!(?:name|title|budget|deadline|place|number|start|goal|target"
    r"|default|colou?r|fit|option|choice|solution|approach|way|compromise|balance|threshold|theme|font|logo"
    r"|domain|tagline|slogan|subject|format|rate|next|(?:\w{1,20} )?(?:time|date|day|moment|slot|week|month"
    r"|size|limit|price|value|point))s?\b)(?!.{0,200}\b(?:us|our|this|these)\b)"
    # A report.
    r"|where do we (?:currently |now )?stand\b|where are we(?: now| at| today| with\b[\w ]{0,60})?\W{0,3}$"
    r"|where do things stand\b|how far (?:along )?are we\b"
    r"|what do we (?:already )?(?:know|understand|notice|observe|have)\b(?! to\b)"
    rf"|{_IS}the (?:(?:current|overall|latest|present|general) )?(?:status|state|situation|progress)\b"
    rf"|{_IS}the (?:latest(?:\W{{0,3}}$| (?:news|status|updates?|on|with|from)\b)|news|word|scoop"
    rf"|story|rundown)"
    rf"|{_IS}up\b|what can we (?:conclude|learn|say|see|observe|infer|deduce|tell|take)\b"
    r"|who(?:'s|’s| is) (?:who|behind)\b|(?:what|how) about\b"
    # Steps.
    rf"|{_IS}the (?:(?:quick|short|usual|typical|simple|current|recommended|proposed|actual) )?(?:fix"
    r"|workflow|process|procedure|workaround|remedy|recipe|drill|gist|summary|root cause|agenda|evidence)\b"
    rf"|{_IS}the next step\b|what are (?:the|our|my) next steps\b"
    r"|(?:tl;?dr|in short|in a nutshell|long story short|bottom line|to sum up)\W{0,3}$"
    r"|(?:(?:the|my|our) (?:\w{1,12} )?)?(?:results?|outcome|verdict|fix|catch|solution|upshot"
    r"|conclusion|takeaways?"
    r"|reasons?|answer|problem|cause|culprit|plan|summary|downsides?|upsides?|drawbacks?|trade-?offs?"
    r"|pros|cons"
    r"|benefits?|risks?|impact|effects?|news|difference|lessons?|trick|secret)\?"
    # Facts of the world.
    rf"|which (?!of\b|ones?\b)(?:\w{{1,20}} ){{1,4}}are (?:the )?(?:most|least) (?!{_WEIGHED}\b)"
    rf"|what are the (?:\w{{1,20}} )?(?:best|most) (?!{_WEIGHED}\b|(?:times?|days?|dates?|options?)\b)"
    r"(?!.{0,200}\b(?:we|us|our)\b)"
    rf"|who are the (?!{_READERS_MATTERS})"
    r"|who(?:'s|’s| is) the (?:author|founder|ceo|inventor|creator|speaker|host|winner|president"
    r"|maintainer)\b"
).match
_GERMAN = re.compile(
    r"(?:was|wie|wo|welche\w{0,2})\b(?: \w{1,30}){0,3} (?:werde|würde|empfehle|schlage) ich\b"
    r"|(?:was|welche\w?) (?:ist|sind) meine? (?:\w{1,20} )?(?:empfehlung|vorschl|bedenken|einschätzung"
    r"|meinung|fazit)|was (?:haben|hatten) wir\b(?! (?:vor|zur auswahl|noch zu)\b)|was (?:wissen|lernen"
    r"|sehen) wir\b"
    r"|wo stehen wir\b|wie (?:ist|sieht) der (?:\w{1,20} )?stand\b|wie weit sind wir\b"
    r"|(?:was|welches) (?:ist|sind|wären|kommt) (?:der|die) nächsten? schritte?\b"
    r"|welche (?:\w{1,30} )?\w{1,40} (?:nutzen|verwenden|benutzen|bieten|unterstützen|verbleiben"
    r"|haben (?:den|das|die|eine?n?|keine?n?))\b(?!.{0,200}\bwir\b)"
    r"|(?:und )?(?:wie sieht es mit|was ist mit)\b|(?:kurz gesagt|kurzfassung|das ergebnis|die lösung"
    r"|der haken|mein fazit|fazit)\?"
).match
_SPANISH = re.compile(
    r"(?:qué|cuál|cuáles|dónde|cómo)\b(?: \w{1,20}){0,3} (?:voy a|recomiendo|propongo|sugiero|haré|haría)\b"
    r"|(?:qué|cuál(?:es)?) (?:es|son) (?:mi|mis) (?:\w{1,20} )?(?:recomend|suger|propuesta|conclusi|opini"
    r"|preocup)|(?:qué|cuánto|cómo|hasta dónde)\b(?: \w{1,20}){0,3} hemos (?!de\b)|(?:qué|cuánto) sabemos\b"
    r"|(?:qué|cuánto|cómo)\b(?: \w{1,20}){0,2} (?:acordamos|decidimos|aprendimos|logramos|conseguimos|hicimos"
    r"|encontramos|vimos|descubrimos|cambiamos)\b"
    r"|(?:dónde|en qué punto|en qué estado) estamos\b|cómo va(?:mos\?|\?| el | la | todo)"
    r"|cuál es (?:el|la) (?:siguiente paso|próximo paso|solución|arreglo|proceso|procedimiento|flujo"
    r"|estado actual|situación|estado\?|estado del)"
    r"|(?:qué|cuáles)\b(?: \w{1,20}){1,4} más (?:popular|usad|utilizad|com[uú]n|frecuent|conocid|famos"
    r"|vendid)|quiénes son (?:los|las) (?!(?:\w{1,20} )?(?:usuari|client|destinatari|lector|visitant"
    r"|interesad|principales|futur|comprador|alumn|estudiant))"
    r"|qué hay de\b|y qué tal\b|(?:cuáles son|qué hay de) las últimas\b|(?:en resumen|resumen"
    r"|la solución|el resultado|conclusión)\?"
).match
_KOREAN = re.compile(
    r"(?:이란|란|라는 것은|라는 건)(?: 무엇| 뭐| 뭔| 대체| 도대체|$)"
    r"|(?:다음 단계|다음 순서|해결 방법|해결책|작업 흐름|진행 상황|진행 상태|현재 상태|현재 상황|현황"
    r"|제 추천|제 의견|제 제안|제 계획|제 결론)[은는이가]?(?: 무엇| 뭐| 뭔| 어떤가| 어떻|$)"
    r"|(?:새로운|최신|새) 소식|최근 근황|(?:제가|저는) .{0,30}(?:추천하는|제안하는|할 일|하려는"
    r"|권하는).{0,20}(?:무엇|뭐|뭔)"
    r"|(?:인기 있는|인기있는|많이 쓰이는|많이 사용되는|널리 쓰이는|유명한|최고의) .{1,30}(?:무엇|뭐|뭔|어디"
    r"|누구|어떤)|남은 (?:위험|문제|작업|과제|버그|이슈|일|할 일)"
    r"|(?:발표자|연사|저자|작성자|강사|참가자|참석자|수상자|메인테이너)[는은들이가]{0,2} 누구"
).search
_JAPANESE = re.compile(
    "とは(?:何|なん|どういう|どんな|どのような|いったい|一体|$)|って(?:何|なん)(?:です|でしょう|$)"
    "|(?:次のステップ|次の手順|次の段階|解決策|解決方法|対処法|回避策|作業の流れ|現在の状況|現在の状態|現状"
    "|進捗|進捗状況|私のおすすめ|私の提案|私の意見|私の推奨|私の結論)[はが](?:何|なん|どう|どの|$)"
    "|最新(?:情報|の状況|ニュース)|私[はが].{0,30}(?:おすすめする|お勧めする|推奨する"
    "|提案する).{0,20}(?:何|どれ)"
    "|私[はが](?:次に|これから)|(?:人気の|人気がある|よく使われ|最高の|有名な).{1,30}(?:何|どれ|どこ|誰)"
    "|(?:残っている|残りの)(?:リスク|問題|課題|作業|バグ|タスク)"
    "|どの.{1,20}が.{1,30}ていますか$|(?:登壇者|講演者|発表者|著者|講師|作者|受賞者|参加者)は(?:誰|どなた)"
).search
_CHINESE = re.compile(
    "^(?:什么是|什么叫)|是什么意思$|[a-z0-9]是什么$"
    "|我们.{0,12}了(?:什么|哪些|多少)|我们(?:目前|现在)?(?:知道|掌握|处于|处在)(?:什么|哪些|哪)"
    "|(?:进展|状态|状况|现状|情况)(?:如何|怎么样|怎样|是什么)|我们(?:进展|走|做)到哪"
    "|最近(?:有什么|怎么样|如何)|(?:最新|新)(?:消息|进展|动态|情况)|我(?:接下来|下一步)?(?:会|将|推荐"
    "|建议)(?:做|用|使用|怎么|怎样|如何|什么|哪)"
    "|我的(?:建议|推荐|看法|结论|计划|方案)(?:是|有)|下一步(?:是|做)什么"
    "|(?:解决办法|解决方案|解决方法|工作流程|流程|步骤)是(?:什么|怎样)|^(?:有)?哪些.{1,10}(?:使用"
    "|采用|在用)|最(?:流行|受欢迎|常用|常见|热门|畅销|著名)"
    "|最好的.{1,12}(?:有哪些|是哪些)|还(?:剩|有)(?:下)?哪些"
).search
_ARABIC = re.compile(
    r"ما (?:هو|هي) [a-z]|ما (?:المقصود|معنى|مفهوم|تعريف)\b"
    r"|ما (?:هي |هو )?(?:آخر|أحدث) (?:الأخبار|المستجدات|التطورات)|ما الجديد\b|ما رأي (?!ك)"
    r"|ماذا (?!ي)\w{2,20}نا\b|أين (?:نحن|وصلنا|نقف)\b"
    r"|ما (?:هو |هي )?(?:الوضع|الحالة|حالة|وضع)\b(?! الاجتماعي)"
    r"|(?:ماذا|بماذا|ما الذي) (?:سأ\w{1,20}|أوصي|أنصح|أقترح)\b|ما (?:هي )?(?:توصياتي|اقتراحاتي|نصيحتي|خطتي"
    r"|ملاحظاتي)\b|ما (?:هي )?(?:الخطوة|الخطوات) (?:التالية|القادمة)|ما (?:هو )?(?:الحل|الإجراء|سير العمل)\b"
    r"|(?:ما|أي) (?:هي )?(?:ال)?(?:شركات|دول|مؤسسات|مدن|بلدان) (?!.{0,100}(?:نستهدف|تستهدف))"
    r"|(?:ما|أي) .{1,40}الأكثر (?:شعبية|شيوع|استخدام|انتشار)|ما (?:هي )?المخاطر\b"
    r"|من (?:هم|هن) (?:ال)?(?:متحدث|مشارك|مؤلف|محاضر|مطور|فائز|كتاب)"
).match
_TO_READER = re.compile(
    r"\b(?:you|your|yours|should|shall|want|prefer|preferred|sie|ihnen|du|dein\w{0,2}|soll\w{0,3}"
    r"|möcht\w{1,3}"
    r"|tu|tus|su|sus|usted\w{0,2}|te|prefier\w{1,4}|prefer\w{1,5}|quier\w{1,4}|deb\w{1,6})\b"
    "|您|你|应该|该|想|希望|先|원하|선호|싶|세요|시나|시겠|신가|(?<!일)까요|먼저"
    "|あなた|ご希望|お好み|お使い|たいですか|ましょう|先に|どれを|べき"
    "|تريد|تفضل|ترغب|تود|يجب|تحب|لديك|عندك|لديكم|المفضل"
).search


def is_told(said: str) -> bool:
    """Tell whether a question in small letters, without fillers before it, leads over to what is told."""
    return _leads_over(said) and _TO_READER(said) is None


def _leads_over(said: str) -> bool:
    if "¿" in said:
        return _SPANISH(said.rpartition("¿")[2]) is not None
    if _ENGLISH(said) is not None or _GERMAN(said) is not None:
        return True
    return not said.isascii() and _is_told_elsewhere(said.rstrip("?？؟ "))


def _is_told_elsewhere(said: str) -> bool:
    """Tell the same of the languages of other scripts, each by its own words."""
    if any("\uac00" <= letter <= "\ud7a3" for letter in said):
        return _KOREAN(said) is not None
    if any("\u3040" <= letter <= "\u30ff" for letter in said):
        return _JAPANESE(said) is not None
    if any("\u0600" <= letter <= "\u06ff" for letter in said):
        return _ARABIC(said) is not None
    return _CHINESE(said) is not None


_ASKED = (
    "asked", "asks", "asking", "wrote", "writes", "said", "says", "question was", "titled", "called",
    "headed",
    "fragte", "gefragt", "fragt ", "fragt:", "schrieb", "lautete", "sagte", "preguntó", "preguntaste",
    "preguntaron", "preguntaba", "pregunta era", "pregunta fue", "escribi", "dijo",
    "물었", "물어", "물으", "질문했", "질문하", "问了", "问道", "问过", "问：", "问:", "问的是", "写道",
    "聞かれ", "聞きま", "尋ね", "質問され", "質問しま", "書かれ", "سأل", "سُئل", "كتب", "كان السؤال", "قال",
)  # fmt: skip
_ASKING = (
    "which", "what ", "how ", "should", "shall", "would you", "do you", "welche", "soll", "qué ", "cuál",
    "你想",
    "您想",
)  # fmt: skip
"""Before a quotation they show that its writer asks about it."""
_END_OF_QUOTATION = re.compile("""[?？؟][!！)）]?["'”’“«»」』]""").search
_OWN = (
    "my question", "question for you", "question is", "let me ask", "i ask you", "i want to ask",
    "i'd like to know",
    "one question", "quick question", "next question", "first question", "last question", "tell me", "decide",
    "meine frage", "mi pregunta", "제 질문", "질문입니다", "我的问题", "我想问", "私の質問",
    "質問です", "سؤالي",
)  # fmt: skip
"""Before a quotation they show that it is what the writer asks."""
_COLONS = (":", "：")
_WHAT_WAS_SAID = re.compile(r"\bwhat (?:you|they|he|she) (?=(?:just )?(?:said|asked|wrote))")
_PAIRS = ("“”", "„“", "«»", "「」", "『』")
_BEGINS_QUOTATION = re.compile(r"[\s*_(]*+\"").match
_OPENERS = "\"'“‘„«»「『"
_LONGEST_BEHIND = 24
_REPEATED = re.compile(
    r"(?:you(?:'re| are|’re) asking\b|you (?:asked|wanted to know)(?: me)?[:,]? (?:which|what|who|how"
    r"|whether|if|why|where|when)"
    r"|(?:sie|du) (?:fragten|fragtest|haben gefragt|hast gefragt)[:,]? (?:welch|was|wer|wie|ob|warum|wo"
    r"|wann))[^,;–—]*$"
).match
_MARKED = re.compile(r"(?:q|f|p|faq|问|問|질문|質問|س) ?[:：.] ?\W{0,3}").match
_QUOTED_QUESTION_TO_READER = re.compile(
    r"\b(?:you|your|we|our|us|should|shall|sie|ihr\w{0,2}|du|dein\w{0,2}|wir|soll\w{0,3}|tu|tus|su|sus|usted"
    r"|quier\w{1,4}|prefier\w{1,4})\b|您|你|我们|원하|세요|신가|시나|까요|ご希望|お好み|お使い|تريد|تفضل"
)


def is_quoted(said: str) -> bool:
    """Tell whether a question in small letters is one that was asked before, by somebody else."""
    if _REPEATED(said) is not None:
        return True
    mark = _END_OF_QUOTATION(said)
    if mark is None:
        return False
    start = max(said.rfind(opener, 0, mark.start()) for opener in _OPENERS)
    front, behind = _WHAT_WAS_SAID.sub("", said[: max(start, 0)]), said[mark.end() :]
    if any(letter.isalpha() for letter in behind):
        return len(behind) <= _LONGEST_BEHIND and mentions(behind, _ASKED)
    if front.rstrip().endswith(_COLONS):
        return not mentions(front, _OWN) and not mentions(front, _ASKING)
    return mentions(front, _ASKED) and not mentions(front, _ASKING)


def ends_quotation(question: str) -> bool:
    """Tell whether a question ends a quotation that a sentence before it began."""
    mark = _END_OF_QUOTATION(question)
    if mark is None:
        return False
    closer = mark.group()[-1]
    if closer == '"':
        return question.count('"') == 1
    openers = [pair[0] for pair in _PAIRS if pair[1] == closer]
    return bool(openers) and not any(opener in question for opener in openers)


def is_in_quotation(question: str, before: Sequence[str]) -> bool:
    """Tell whether a question stands in a quotation that it or a sentence before it leaves open."""
    whole = " ".join((*before, question)) if before else question
    if '"' not in whole and whole.isascii():
        return False
    if any(_is_open(whole, pair[0], pair[1]) for pair in _PAIRS):
        return True
    return whole.count('"') % 2 == 1 and any(_BEGINS_QUOTATION(words) for words in (*before, question))


def _is_open(whole: str, opener: str, closer: str) -> bool:
    """Tell whether a pair of marks is open at the end; those of other languages turn it round: »so«, „so“."""
    if opener == "“" and "„" in whole:
        return False
    first = whole.find(closer)
    return whole.rfind(opener) > whole.rfind(closer) and (first < 0 or whole.find(opener) < first)


def has_answer(said: str) -> bool:
    """Tell whether a question in small letters is marked as one with an answer: "Q: Who may join?"."""
    marked = _MARKED(said)
    return marked is not None and _QUOTED_QUESTION_TO_READER.search(said, marked.end()) is None


Look = Callable[[str], object]
"""Returns None where a text does not have what is looked for."""

# No pattern goes on behind one star with another: each looks at a question once for every place it begins at.
_AUXILIARIES = "does|do|can|could|will|may|might|did"
_TO_READER_EN = re.compile(
    r"\b(?:you|your|yours|we|us|our|i|my|me|should|shall|want|would (?:be|work|suit|fit|help|make)|prefer"
    r"|need|must"
    r"|first|next|best|most|sounds?|feels?|appeals?)\b"
).search
_GENERAL_EN = re.compile(
    r"(?:what|which)(?: \w+)? (?:problem|issue|challenge|pain point|benefit|advantage|use case|topic|skill"
    r"|mistake|pitfall|lesson|sign|symptom|factor|tip|misconception|myth|ingredient|principle|ability"
    r"|abilities|capabilit|outcome|consequence|limitation)"
    rf"|(?:which|how)\b[\w ]* (?:{_AUXILIARIES}) (?:it|this|that|these|they|those)\b"
    rf"|what\b[\w ]* (?:{_AUXILIARIES})\b|(?:where|when|how) (?:does|do|did|can|could|will|might|may|to)\b"
    r"|where (?:is|are) |what are |who (?!is\b|was\b|has the\b)\w{2,20}s\b"
    r"|which(?: \w{1,20}){0,2} (?:wins?|leads?|performs|scores|stands|comes out|fares|beats)\b"
    r"|which(?: \w{1,20}){0,2} (?:is|are) (?:more |better\b|\w{3,12}er\b"
    r"|(?:the )?(?!closest|nearest|highest)\w{3,12}est\b)"
    r"|what (?:kinds?|types?|sorts?) of "
    r"|what(?:'s|’s| is) the (?:takeaway|catch|point|bottom line|secret|trick|verdict|lesson|solution|answer"
    r"|upshot|result|conclusion|problem|issue|cause|reason|difference|idea)\b"
    r"|who (?:can|may|benefits|uses|needs|pays|owns|decides|handles|gets|maintains|runs|approves|does)\b"
    r"|what (?:happens|helps|causes|counts|works|drives|defines|speaks|goes|breaks|slows|makes|belongs|blocks"
    r"|limits|affects|stops|prevents|keeps|stays|remains)\b"
    r"|which (?!of\b|ones?\b)[\w ]* are "
    r"(?!(?:\w{1,12} )?(?:important|relevant|essential|acceptable|critical|correct|right|okay|ok|fine|priorit"
    r"|must|in scope|interesting|optional|mandatory))"
    r"|which (?:\w{1,20} )?\w{1,20}s (?:grow|cause|fail|break|depend|take|run|contain|cost|change|belong|come"
    r"|slow|block|produce|generate|write|read|call|handle|store|send|trigger|touch|share|return"
    r"|turn|turned|match|hold|show|miss|lack|expire|leak|exist|live|support|require|include|accept|throw"
    r"|raise"
    r"|crash|overlap|conflict|differ|offer|host|provide|remain|adopt|apply|rely|speak|face)\b"
    r"|which (?!(?:\w{1,20} )?(?:teams|departments|roles|users|groups|employees|offices|customers|clients"
    r"|systems)\b)"
    r"(?:\w{1,20} )?\w{1,20}s (?:use|have)\b(?! (?:top |the highest )?priority| precedence| to\b)"
).match
_TOLD_EN = re.compile(
    r"(?:what|which|where|how|when)\b.{0,60} (?:can|could|will|might) you (?:do|learn|expect|achieve"
    r"|find|get|see|gain"
    r"|discover|build|buy|download|master|develop|improve|avoid|save|earn|benefit|recogni[sz]e|tell)\b"
    # What anybody can do, not what the reader has to give.
    r"|(?:what|where) can you (?!tell|share|afford|spend|commit|provide|give|offer|send|access|reach"
    r"|manage|bring"
    r"|do without|start|meet|come)\w|(?:what|which)(?: \w{1,20}){1,3} will you need\b|when do you need an? "
    r"|how (?:can|might) you\b(?!.{0,100}\b(?:today|currently|now|at the moment|access|reached)\b)"
    r"|what are your (?:\w{1,12} )?(?:options|choices|alternatives|rights|duties|obligations)\b|(?:what"
    r"|where|when|who) to \w"
    r"|what(?:'s|’s| is) your best (?:bet|defen[sc]e|move|shot|strategy)\b"
    r"|what (?:is|are) (?:it|this|that|they|these) (?:telling|saying|doing|showing)\b"
    r"|what (?:you|you'll|you will) (?:learn|get|need|find|can)\b"
    r"|(?:when|what)(?:'s|’s| is) the (?:best|right|easiest|fastest|cheapest|safest) (?:way|method|time"
    r"|place) to"
    r" (?!proceed|continue|handle|go\b|reach|contact|call|meet|deliver|deal|move"
    r"|start)(?!.{0,100}\b(?:you|your|us|our"
    r"|we)\b)|which steps\b(?!.{0,100}\byou)"
    r"|what (?:does|do|will|would) (?:it|this|that|these|they) look like\b"
    r"|(?:what|who) should (?:an?|every|each|any)\b|what(?:'s|’s| is)? (?:next|now)\b"
    r"|(?:what|why|how) (?:does|do|will|would|is|are|can|could) (?:it|this|that|these|they) (?:mean"
    r"|matter|offer|bring"
    r"|change|give|add|cost|help|affect|impact|apply|relate|compare|differ|important|relevant|useful)\b"
    r"|what (?:does|do|did) (?:\w{1,20} ){1,4}(?:tell|show|teach|say|suggest|reveal|mean)(?: us"
    r"| about\b.*)?\W{0,3}$"
    r"|what(?:'s|’s| is) in it for\b"
    r"|(?:what|which) (?:\w{1,20} )?(?:documents?|paperwork|papers|ingredients|equipment|materials|supplies"
    r"|utensils|permits?) (?:do|will|would) you need\b"
    r"|who should (?:attend|use|read|take|join|apply|care|buy|consider|avoid|participate|watch)\b"
).match
_ADVICE = re.compile(r"(?:what|which|who|how|when|where|why)\b.{0,80}\bshould you\b").match
"""Who asks the reader says "should I" or "should we"."""
_AND_WHY = (" and why?", " and how?", " und warum?", " und wie?", " y por qué?", " y cómo?")
_GENERAL_DE = re.compile(
    r"(?:was|wie|wozu|wofür|wodurch|wobei|womit|worin|woran|worauf|wem|wer)\b"
    r"|welche[nrsm]? (?:\w+ )?(?:probleme?|gründe?|vorteile?|nachteile?|fehler|aufgaben|funktionen"
    r"|fähigkeiten|inhalte|themen|voraussetzungen|kosten|unterschiede?|faktoren|folgen|merkmale)\b"
    r"|welche\b.* gibt es\b|wo (?:liegen|liegt|stehen|steht|befinde\w*|wird|werden|sind|ist|finde\w*)\b"
    r"|welche (?:\w{1,20} )?\w{1,40} sind (?!(?:\w{1,12} )?"
    r"(?:wichtig|relevant|gewünscht|in ordnung|akzeptabel))"
).match
_TO_READER_DE = re.compile(
    r"\b(?:soll|sollen|sollst|möchte\w*|will|willst|wollen|wollt|würde\w*|du|dir|dich|dein\w*|ihnen|ihr\w*"
    r"|euch"
    r"|euer\w*|wir|uns|unser\w*|ich|mir|bevorzug\w*|lieber|brauch\w*|nutzen sie|haben sie|sind sie|planen sie"
    r"|budget|ziel|wichtigste\w*|zuerst|hoch|gross|lange|oft|viele?|nächste\w*)\b"
).search
_TOLD_DE = re.compile(
    r"(?:was|wie|wann|wo|welche\w*)\b.*\b(?:sollten sie|sollte man|muss man|müssen sie|kann man|können sie"
    r"|lernen sie|erhalten sie|bekommen sie|sollte ein\w*|macht man)\b"
    r"|wie (?:beantrage|kündige|installiere|melde|bekomme|finde|ändere|lösche|erstelle|aktiviere"
    r"|erreiche|bezahle"
    r"|registriere|richte) ich\b|welche\w* .*\b(?:brauche|benötige|muss) ich\b|wor\w+ \w+ man\b"
    r"|wie (?!(?:möchte|wollt|willst|wollen|würde|soll|plan|arbeit|nutz|verwend|geh|heiss)\w{0,4}\b)\w{3,20} "
    r"(?:man|du|sie)\b(?!.{0,100}\b(?:heute|aktuell|derzeit|momentan|bisher|gerade|zurzeit)\b)"
    r"|welche (?:\w{1,20} )?(?:unterlagen|dokumente|zutaten|werkzeuge|papiere|nachweise|materialien)"
    r" (?:brauch|benötig)\w{1,3} (?:du|sie|man)\b"
    r"|welche (?:\w{1,30} )?\w{1,40} (?:gelten|greifen|fallen an)\b"
    r"|was (?:bringt|bedeutet|kostet|heisst|nützt|ändert) (?:das|es|dies\w*|sich)\b"
).match
_GENERAL_ES = re.compile(
    r"(?:qué|cómo|quién|dónde|para qué|por qué|en qué|de qué)\b|cuánto (?:tarda|cuesta|dura|vale)\b"
    r"|cuáles son (?:las|los)\b"
).match
_TO_READER_ES = re.compile(
    r"\b(?:prefier\w*|prefer\w*|quier\w*|quer\w*|dese\w*|gust\w*|necesit\w*|te|le|les|me|nos|tu|tus|su|sus"
    r"|usted\w*|tú|debo|debe|debería\w*|\w+(?:amos|emos|imos)|tienes?|eliges?|elij\w*|busc\w*|usas?|más"
    r"|primero"
    r"|mejor|opinas?|piensas?|planeas?|tipo|hago|hacer ahora|vas?|vais|estás|tenéis|has|eres|haces"
    r"|trabajas|utilizas|llevas|sueles)\b"
).search
_TOLD_ES = re.compile(
    r"(?:qué|cómo|cuándo|(?:por )?dónde) \w{2,12}[aei]r\b|qué (?:documentos|papeles|requisitos|ingredientes"
    r"|herramientas|materiales) (?:necesit|requier)\w{1,4}\b"
    r"|qué\b.*(?:\b(?:puedes?|podrás?|se puede)\b|\w(?:arás|erás|irás)\b|\bnecesito\b)"
).match
_OPEN_KO = ("어떻게", "무엇", "어떤", "뭐", "무슨", "누가", "누구", "어디", "얼마나", "왜")
_TO_READER_KO = re.compile(
    "원하|원해|선호|싶|세요|셔요|시나|시겠|십니|실까|실래|드릴|드려|인가요|입니까|이에요|예요|좋|생각|우선"
    "|먼저|가장"
).search
_TOLD_KO = re.compile("(?:무엇을|어떻게|언제).{0,20}[해어아]야 (?:할까|하나|될까)|필요한가|필요하나").search
_WONDERING_KO = ("까요", "까")
_RIEUL = 8
"""The place of the consonant among those that end a syllable."""
_FINALS = 28
_GENERAL_ZH = re.compile("^(?:如何|怎么|怎样|怎麼|怎樣)|什么(?!时候|样)|哪些|谁|哪里").search
_TO_READER_ZH = re.compile(
    "想|希望|要不要|应该|應該|我|处理|选|偏好|打算|安排|该|比较好|更好|您|你|先|最|用|目标|预算"
).search
_TOLD_ZH = re.compile(
    "^(?!(?:接下来|现在|下一步|那|这)).{1,12}怎么办|(?:怎么|如何)做到|是(?:怎么|如何)|(?:怎么|如何|怎样)(?:选|挑)|能做什么|能学到|能做些什么"
    "|要(?:考虑|注意|准备|了解|关注)(?:哪些|什么)|可以做什么|什么好处|及原因|和原因"
).search
_GENERAL_JA = re.compile(
    "ができま|ができる|どうやって|どのように|解決し|得られ|学べ|わかりますか|役立|されますか|されていますか"
    "|どこにありますか"
).search
_TO_READER_JA = re.compile(
    "ご希望|お好み|たいですか|しましょう|よろしい|べき|選|進めますか|対応しますか|処理しますか|ですか$"
).search
_TOLD_JA = re.compile(
    "(?:どう|どれを|どのように)選べば|どう.{0,8}のでしょうか$|どうすれば|どんな人|何が必要|(?:やすい"
    "|にくい|もろい|脆い|危険|不安定)ですか$|いつ(?:から|まで)?.{0,12}(?:れ|でき|え)ますか$"
).search
_TOLD_IN_TWO = (
    ("誰が", "べき"), ("必要な", "何ですか"), ("どこで", "買え"), ("どこで", "使え"), ("どこで", "見られ"),
)  # fmt: skip
_GENERAL_AR = re.compile(
    r"كيف\b|أين\b|كم\b(?! عدد)|(?:ماذا|من) ي\w+|ماذا (?:ستتعلم|ستحصل)"
    r"|ما (?:هو )?(?:ال)?سبب\b|ما (?:هي )?(?:ال)?(?:مشكلات|مشاكل|مهارات|أخطاء|مزايا|فوائد|أسباب|ميزات"
    r"|تحديات|أعراض)|ما \w+ المطلوب"
    r"|ما (?:هي )?ال\w+ ال(?:هشة|ضعيفة|متأثرة|ناقصة|حرجة|معطلة|لازمة|مولدة|معرضة)"
).match
_TO_READER_AR = re.compile(
    "تريد|تفضل|ترغب|تود|نعتمد|نستخدم|يجب|تحتاج|ينبغي|نبدأ|تحب|أرسل|أتابع|نتابع"
    r"|(?:شركت|فريق|مشروع|موقع|ميزانيت|جهاز|تطبيق|عمل|لدي|عند)ك(?:م)?\b|(?:الذي|التي|الذين) ت\w{2,12}$"
).search
_TOLD_AR = re.compile(r"متى (?:يجب|ينبغي)\b").match


def is_general(question: str) -> bool:
    """Tell whether an open question is about a matter in general, and asks nothing of the reader."""
    said = without_fillers(question)
    if said.endswith(_AND_WHY) or is_advice(said) or is_told(said) or is_quoted(said) or has_answer(said):
        return True
    if is_readers_matter(said):
        return False
    if "¿" in said:
        return _is_told(said.rpartition("¿")[2], _TOLD_ES, _GENERAL_ES, _TO_READER_ES)
    if _is_told(said, _TOLD_EN, _GENERAL_EN, _TO_READER_EN):
        return True
    if _is_told(said, _TOLD_DE, _GENERAL_DE, _TO_READER_DE):
        return True
    return not said.isascii() and _is_general_elsewhere(said.rstrip("?？؟ "))


def turns_to_reader(question: str) -> bool:
    """Tell whether any word of a question turns to its reader, or it asks for what only the reader knows."""
    said = without_fillers(question)
    if is_readers_matter(said) or _TO_READER_EN(said) is not None or _TO_READER_DE(said) is not None:
        return True
    if "¿" in said:
        return _TO_READER_ES(said) is not None
    if said.isascii():
        return False
    looks = (_TO_READER_KO, _TO_READER_ZH, _TO_READER_JA, _TO_READER_AR)
    return any(look(said.rstrip("?？؟ ")) is not None for look in looks)


def is_advice(said: str) -> bool:
    """Tell whether a question in small letters is one that advice answers: "When should you use it?"."""
    return _ADVICE(said) is not None


def _is_told(said: str, told: Look, general: Look, to_reader: Look) -> bool:
    """Tell whether the writer answers: the words show it, or nothing turns to the reader."""
    return told(said) is not None or (general(said) is not None and to_reader(said) is None)


def _is_general_elsewhere(said: str) -> bool:
    """Tell the same of the languages of other scripts, each by its own words."""
    if any("\uac00" <= letter <= "\ud7a3" for letter in said):
        return _is_general_in_korean(said)
    if any("\u3040" <= letter <= "\u30ff" for letter in said):
        in_two = any(first in said and then in said for first, then in _TOLD_IN_TWO)
        return in_two or _is_told(said, _TOLD_JA, _GENERAL_JA, _TO_READER_JA)
    if any("\u0600" <= letter <= "\u06ff" for letter in said):
        return _is_told(said, _TOLD_AR, _GENERAL_AR, _TO_READER_AR)
    return _is_told(said, _TOLD_ZH, _GENERAL_ZH, _TO_READER_ZH)


def _is_general_in_korean(said: str) -> bool:
    if _TOLD_KO(said) is not None or ("왜" in said and said.endswith(_WONDERING_KO)):
        return True
    return mentions(said, _OPEN_KO) and _TO_READER_KO(said) is None and not _suggests(said)


def _suggests(said: str) -> bool:
    """Tell whether a Korean question ends as a suggestion does: a verb that ends in ㄹ, and 까 or 까요."""
    bare = said.removesuffix("요")
    verb = bare.removesuffix("까")
    return verb not in ("", bare) and (ord(verb[-1]) - ord("\uac00")) % _FINALS == _RIEUL
