"""Match a typed reply to a question: find the selected options, or the reason why none is selected."""

import re
from collections.abc import Mapping, Sequence

from choice.errors import InvalidAnswer
from choice.models import Answer, Form, Question, Submission
from choice.replies.interpret import Verdict, interpret
from choice.replies.meaning import Meaning, ReplyMatch
from choice.replies.normalise import bare, letter_of, normal, number_of, squeezed, tokens
from choice.replies.notes import RULE, Judge, Noted, choice_with_note, is_withdrawn, limits_yes
from choice.replies.offer import Offer, Places, offer_of
from choice.replies.overlap import said_otherwise
from choice.replies.parse import parse, place_at
from choice.replies.vocabulary import vocabulary

_SHORTEST_SQUEEZED = 3
_VOTE = re.compile(r"[+\-–−]\d")


def vote_of(tidy: str) -> str | None:
    """Return "yes" for a vote such as "+1", "no" for "-1", or None for other text."""
    if not _VOTE.fullmatch(tidy):
        return None
    return "yes" if tidy[0] == "+" else "no"


def exactly(text: str, tidy: str, offer: Offer) -> tuple[Places, str]:
    """Return the options that a reply names exactly (several if it is ambiguous), and the rule."""
    if vote_of(tidy) is not None:
        return offer.exact[0].get(text.strip(), ()), "label"
    places = _by_name(text, tidy, offer)
    word = bare(tidy).strip("#").strip()
    if not places and word in offer.keys:
        return offer.keys[word], "letter"
    number = number_of(word)
    if places and (number is None or any(offer.labels[place] == word for place in places)):
        return places, _kind(word, places[0], offer)
    if number is not None:
        found = {*(places or place_at(number, offer)), *offer.leading.get(str(number), ())}
        return tuple(sorted(found)), "number"
    letter = None if word in offer.hints else letter_of(word, offer.count)
    return (place_at(letter, offer), "letter") if letter else ((), "")


def _by_name(text: str, tidy: str, offer: Offer) -> Places:
    """Return the options with this name. Each comparison is more lenient than the one before."""
    loose = squeezed(tidy) if "?" not in tidy else ""
    # "1,3" is a list and does not name the option "13"; "a b" does not name the option "ab".
    loose = loose if len(loose) >= _SHORTEST_SQUEEZED and not loose.isdecimal() else ""
    written, normalised, edgeless, loosest = offer.exact
    return (
        written.get(text.strip())
        or normalised.get(tidy)
        or edgeless.get(bare(tidy))
        or loosest.get(loose)
        or ()
    )


def _kind(word: str, place: int, offer: Offer) -> str:
    """Return the rule by which an option was named."""
    if len(word) == 1 and letter_of(word, offer.count) == place + 1:
        return "letter"
    loose = squeezed(word)
    if squeezed(offer.labels[place]) == loose:
        return "label"
    return "id" if squeezed(normal(offer.ids[place])) == loose else "value"


LONGEST = 400
"""Maximum length of a parsed reply. A longer reply is free text, unless it names an option exactly."""

_REPLY, _NO_TEXT = "reply", "must be a string; decode bytes first."
_NAMED_ONE_BY_ONE = frozenset({Meaning.NUMBER, Meaning.LETTER, Meaning.NAMED, Meaning.AND, Meaning.BREAK})


def match_reply(text: str, question: Question) -> ReplyMatch:
    """Match a typed reply to the options of a question.

    Accepts any text; the time is linear in its length. The result contains the unchanged reply.

    Raises:
        InvalidAnswer: The reply is not a string.
        TypeError: `question` is not a Question.
    """
    _check(text, question)
    offer = offer_of(question)
    verdict = _checked(_verdict(text, offer, question), question)
    noted = _noted(text, verdict, offer, question)
    (status, places, rule), note = noted or (verdict, None)
    return ReplyMatch(status, tuple([offer.ids[place] for place in places]), rule, text, note)


_UNSETTLED = frozenset({"own_words", "long", "question", "hedge", "declined", "delegated", "no"})
"""Rules of verdicts on replies that may contain a choice and more."""


def _pasted(text: str, offer: Offer, judge: Judge) -> Verdict | None:
    """Return the options of a reply that repeats their labels line by line, perhaps below "do both"."""
    lines = [line for line in text.splitlines() if line.strip()]
    if not 1 < len(lines) <= offer.count + 1:
        return None
    named = [exactly(line, normal(line).rstrip("? "), offer)[0] for line in lines]
    if any(len(places) != 1 for places in named[1:]):
        return None
    places = tuple(sorted({place for each in named for place in each}))
    if not named[0] and judge(lines[0]).places != places:
        return None
    return Verdict("matched", places, "list")


def _noted(text: str, verdict: Verdict, offer: Offer, question: Question) -> Noted | None:
    """Return the choice with a note, if the reply is one. For a destructive question it is ambiguous."""
    if verdict.status == "matched" or verdict.rule not in _UNSETTLED or not offer.count:
        return None

    def judge(head: str) -> Verdict:
        return _checked(_verdict(head, offer, question), question)

    pasted = _pasted(text, offer, judge)
    if pasted is not None:
        return Noted(_checked(pasted, question), None)
    noted = choice_with_note(text, offer, question, judge)
    if noted is None:
        noted = _in_other_words(text, verdict, offer)
    if noted is None:
        return None
    if noted.note is None:
        return Noted(_free_text(noted.verdict, question), None) if verdict.status == "free_text" else None
    if offer.needs_exact_reply(question, noted.verdict.places):
        return Noted(Verdict("ambiguous", noted.verdict.places, "destructive"), None)
    rule = RULE if noted.note else noted.verdict.rule
    return Noted(_checked(Verdict("matched", noted.verdict.places, rule), question), noted.note or None)


def _in_other_words(text: str, verdict: Verdict, offer: Offer) -> Noted | None:
    """Return the option that free text paraphrases; what it adds makes the whole text a note."""
    words = tuple(tokens(bare(normal(text))))
    if verdict.status != "free_text" or verdict.rule != "own_words" or not words:
        return None
    places, says_more = said_otherwise(words, offer)
    return Noted(Verdict("matched", places, "partial"), text.strip() if says_more else "") if places else None


def exact_option(text: str, question: Question) -> ReplyMatch | None:
    """Return the option if the reply is exactly its id, label, value, number or letter; otherwise None.

    Case, width and surrounding punctuation are ignored. A plain yes or no matches the option that means it.
    Use it in threads where other text is conversation and not an answer.

    Raises:
        InvalidAnswer: The reply is not a string.
        TypeError: `question` is not a Question.
    """
    _check(text, question)
    offer = offer_of(question)
    tidy = normal(text)
    places, rule = exactly(text, tidy, offer)
    if not places:
        places, rule = _plain_side(tidy, offer), "yes_no"
        places = () if offer.needs_exact_reply(question, places) else places
    if len(places) != 1 or _checked(Verdict("matched", places, rule), question).status != "matched":
        return None
    return ReplyMatch("matched", (offer.ids[places[0]],), rule, text)


def with_notes(answers: Sequence[Answer], notes: Mapping[str, str]) -> Submission:
    """Return answers with the notes of the replies they were typed in, by question id.

    The note on a single answer is the note of the submission. Of several, each is on the first chosen option.
    """
    if len(answers) == 1:
        return Submission(answers=tuple(answers), note=notes.get(answers[0].question_id))
    return Submission(answers=tuple([_annotated(each, notes.get(each.question_id)) for each in answers]))


def _annotated(answer: Answer, note: str | None) -> Answer:
    if note is None or not answer.option_ids:
        return answer
    return answer.model_copy(update={"option_notes": {answer.option_ids[0]: note}})


def _check(text: object, question: object) -> None:
    if not isinstance(text, str):
        raise InvalidAnswer(_REPLY, _NO_TEXT)
    if not isinstance(question, Question):
        message = f"A reply is matched to a Question, not to {type(question).__name__}"
        message += "; pass one of its questions." if isinstance(question, Form) else "."
        raise TypeError(message)


def _plain_side(tidy: str, offer: Offer) -> Places:
    """Return the options that mean yes or no, if the reply is a plain yes or no."""
    reply = vote_of(tidy) or bare(tidy)
    meaning = vocabulary().meaning_of(tuple(tokens(reply))) if len(reply) <= LONGEST else None
    return offer.yes if meaning is Meaning.YES else offer.no if meaning is Meaning.NO else ()


def _verdict(text: str, offer: Offer, question: Question) -> Verdict:
    tidy = normal(text)
    reply = vote_of(tidy) or bare(tidy)
    if not offer.count:
        return Verdict("free_text", (), "own_words") if reply else Verdict("not_an_answer", (), "empty")
    places, rule = exactly(text, tidy, offer)
    if places:
        return Verdict("matched" if len(places) == 1 else "ambiguous", places, rule)
    if not reply:
        return Verdict("not_an_answer", (), "empty")
    verdict = Verdict("free_text", (), "long") if len(reply) > LONGEST else _interpret(reply, offer, question)
    return _free_text(verdict, question) if verdict.status == "free_text" else verdict


def _interpret(reply: str, offer: Offer, question: Question) -> Verdict:
    """Interpret a reply. For a destructive question, an option with other words around it is ambiguous."""
    words = tuple(tokens(reply))
    parts = parse(words, offer)
    if is_withdrawn(parts, offer) or _is_amount(reply, offer):
        return Verdict("free_text", (), "own_words")
    verdict = _part_of_one_label(words, offer) or interpret(parts, offer, question)
    places = offer.everything if verdict.status == "delegated" else verdict.places
    if not offer.needs_exact_reply(question, places):
        return _with_limits(words, verdict, offer)
    if {part.meaning for part in parts} <= _NAMED_ONE_BY_ONE:
        return verdict
    if verdict.status == "matched" and verdict.places:
        return Verdict("ambiguous", verdict.places, "destructive")
    return Verdict("not_an_answer", (), "destructive") if verdict.status == "delegated" else verdict


def _with_limits(words: tuple[str, ...], verdict: Verdict, offer: Offer) -> Verdict:
    """Return the verdict; a yes that is limited afterwards, as in "yes, just to me", is free text."""
    if verdict.status != "matched" or verdict.places != offer.yes:
        return verdict
    at = next((at for at, word in enumerate(words) if word in _CLAUSE_SIGNS), len(words))
    rest = words[at + 1 :]
    return Verdict("free_text", (), "own_words") if limits_yes(rest) else verdict


_CLAUSE_SIGNS = frozenset(",;:.!\n、。")
_AMOUNT = re.compile(r"[$€£¥₩] ?(\d+)|(\d+) ?[%$€£¥₩]")


def _is_amount(reply: str, offer: Offer) -> bool:
    """Return whether a reply has an amount, such as "$3", that is in no label."""
    found = _AMOUNT.search(reply)
    return found is not None and (found[1] or found[2]) not in offer.hints


def _part_of_one_label(words: tuple[str, ...], offer: Offer) -> Verdict | None:
    """Return the one option whose label contains the reply word for word: "6-20" in "6-20 people"."""
    is_telling = len(words) > 1 and any(word in offer.hints for word in words)
    if not is_telling or vocabulary().meaning_of(words) is not None:
        return None
    places = offer.having(words)
    return Verdict("matched", places, "partial") if len(places) == 1 else None


def _free_text(verdict: Verdict, question: Question) -> Verdict:
    """Return the verdict on free text. If the question does not accept it, its option is ambiguous."""
    if question.allow_free_text:
        return Verdict("free_text", (), verdict.rule)
    return Verdict("ambiguous" if verdict.places else "not_an_answer", verdict.places, verdict.rule)


def _checked(verdict: Verdict, question: Question) -> Verdict:
    """Return the verdict, changed to ambiguous if it selects too many or too few options."""
    if verdict.status != "matched":
        return verdict
    if len(verdict.places) > question.max_selections:
        return Verdict("ambiguous", verdict.places, "too_many")
    if len(verdict.places) < question.min_selections:
        return Verdict("ambiguous", verdict.places, "too_few")
    return verdict
