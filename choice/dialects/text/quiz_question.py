"""Questions of a quiz: facts of the world that are no matter of the reader's wishes."""

import re

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
