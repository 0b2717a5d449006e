"""Questions about a matter in general: a numbered list under one of them is what its writer says about it.

"What problems does it solve?" is one; "What problems do you want to solve?" asks the reader. So each language
has words that turn to the reader, and words that show that the writer goes on to tell, whoever is spoken to.
"""

import re
from collections.abc import Callable

from choice.dialects.text.fillers import without_fillers
from choice.dialects.text.mentions import mentions
from choice.dialects.text.quoted_question import has_answer, is_quoted
from choice.dialects.text.readers_matter import is_readers_matter
from choice.dialects.text.told_question import is_told

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
