"""Questions that lead over to what their writer tells: its own plans, a definition, a report, facts, steps.

"What will I do next?", "What is Docker?", "Where do we stand?", "Which companies use Rust?" and "What's the
fix?" are such. Several words together show it: "What is the budget?" and "Where do we start?" ask the reader,
and so does all that speaks to the reader: "Which editors are most popular in your team?".
"""

import re

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
