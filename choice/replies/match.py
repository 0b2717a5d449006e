"""The verdict on a typed reply: which options it means, if it is an answer at all."""

import re

from choice.errors import InvalidAnswer
from choice.models import Form, Question
from choice.replies.interpret import Heard, hear
from choice.replies.meaning import Meaning, ReplyMatch
from choice.replies.normalise import bare, normal, squeezed, tokens
from choice.replies.offer import Offer, Places, offer_of
from choice.replies.parse import letter_of, number_of, place_at, read
from choice.replies.vocabulary import vocabulary

_SHORTEST_SQUEEZED = 3
_VOTE = re.compile(r"[+\-–−]\d")


def vote_of(tidy: str) -> str | None:
    """Return what "+1" and "-1" say, as people vote on changes: yes and no."""
    if not _VOTE.fullmatch(tidy):
        return None
    return "yes" if tidy[0] == "+" else "no"


def exactly(text: str, tidy: str, offer: Offer) -> tuple[Places, str]:
    """Return the options that a reply names exactly, and by what; several where it can mean either."""
    if vote_of(tidy) is not None:
        return offer.exact[0].get(text.strip(), ()), "label"
    places = _by_name(text, tidy, offer)
    word = bare(tidy).strip("#").strip()
    number = number_of(word)
    if places and (number is None or any(offer.labels[place] == word for place in places)):
        return places, _kind(word, places[0], offer)
    if number is not None:
        found = {*(places or place_at(number, offer)), *offer.leading.get(str(number), ())}
        return tuple(sorted(found)), "number"
    letter = None if word in offer.hints else letter_of(word, offer.count)
    return (place_at(letter, offer), "letter") if letter else ((), "")


def _by_name(text: str, tidy: str, offer: Offer) -> Places:
    """Return the options that have a name, compared ever more leniently until one has it."""
    loose = squeezed(tidy) if "?" not in tidy else ""
    # "1,3" is a list and not the option 13; "a b" is not the option ab.
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
    """Say by what an option was named."""
    if len(word) == 1 and letter_of(word, offer.count) == place + 1:
        return "letter"
    loose = squeezed(word)
    if squeezed(offer.labels[place]) == loose:
        return "label"
    return "id" if squeezed(normal(offer.ids[place])) == loose else "value"


LONGEST = 400
"""Characters of a reply that is read word by word; a longer one that is no option is own words."""

_REPLY, _NO_TEXT = "reply", "must be text, as it was typed; decode bytes first."
_NAMED_ONE_BY_ONE = frozenset({Meaning.NUMBER, Meaning.LETTER, Meaning.NAMED, Meaning.AND, Meaning.BREAK})


def match_reply(text: str, question: Question) -> ReplyMatch:
    """Return what a typed reply means as an answer to a question.

    Takes any text, takes time in proportion to its length, and keeps the reply as it was typed.

    Raises:
        InvalidAnswer: The reply is no text at all.
        TypeError: What it answers is no question.
    """
    _check(text, question)
    offer = offer_of(question)
    status, places, rule = _checked(_heard(text, offer, question), question)
    return ReplyMatch(status, tuple([offer.ids[place] for place in places]), rule, text)


def exact_option(text: str, question: Question) -> ReplyMatch | None:
    """Return the option that a reply is nothing but the id, label, value, number or letter of, or None.

    Case, width and surrounding punctuation do not matter. A plain yes or no counts where one option says
    just that. For threads where other text is conversation.

    Raises:
        InvalidAnswer: The reply is no text at all.
        TypeError: What it answers is no question.
    """
    _check(text, question)
    offer = offer_of(question)
    tidy = normal(text)
    places, rule = exactly(text, tidy, offer)
    if not places and not question.metadata.get("destructive", offer.is_destructive):
        places, rule = _plain_side(tidy, offer), "yes_no"
    if len(places) != 1 or _checked(Heard("matched", places, rule), question).status != "matched":
        return None
    return ReplyMatch("matched", (offer.ids[places[0]],), rule, text)


def _check(text: object, question: object) -> None:
    if not isinstance(text, str):
        raise InvalidAnswer(_REPLY, _NO_TEXT)
    if not isinstance(question, Question):
        message = f"A reply is matched to a Question, not to {type(question).__name__}"
        message += "; give one of its questions." if isinstance(question, Form) else "."
        raise TypeError(message)


def _plain_side(tidy: str, offer: Offer) -> Places:
    """Return the options that say what a reply says that is nothing but a yes or a no."""
    said = vote_of(tidy) or bare(tidy)
    meaning = vocabulary().meaning_of(tuple(tokens(said))) if len(said) <= LONGEST else None
    return offer.yes if meaning is Meaning.YES else offer.no if meaning is Meaning.NO else ()


def _heard(text: str, offer: Offer, question: Question) -> Heard:
    tidy = normal(text)
    said = vote_of(tidy) or bare(tidy)
    if not offer.count:
        return Heard("free_text", (), "own_words") if said else Heard("not_an_answer", (), "empty")
    places, rule = exactly(text, tidy, offer)
    if places:
        return Heard("matched" if len(places) == 1 else "ambiguous", places, rule)
    if not said:
        return Heard("not_an_answer", (), "empty")
    heard = Heard("free_text", (), "long") if len(said) > LONGEST else _read(said, offer, question)
    return _own_words(heard, question) if heard.status == "free_text" else heard


def _read(said: str, offer: Offer, question: Question) -> Heard:
    """Return what a reply says; where a choice cannot be undone, words around an option leave it open."""
    words = tuple(tokens(said))
    parts = read(words, offer)
    heard = _part_of_one_label(words, offer) or hear(parts, offer, question)
    if not question.metadata.get("destructive", offer.is_destructive):
        return heard
    if {part.meaning for part in parts} <= _NAMED_ONE_BY_ONE:
        return heard
    if heard.status == "matched" and heard.places:
        return Heard("ambiguous", heard.places, "destructive")
    return Heard("not_an_answer", (), "destructive") if heard.status == "delegated" else heard


def _part_of_one_label(words: tuple[str, ...], offer: Offer) -> Heard | None:
    """Return the one option whose label has the reply in it, word for word: "6-20" in "6-20 people"."""
    is_telling = len(words) > 1 and any(word in offer.hints for word in words)
    if not is_telling or vocabulary().meaning_of(words) is not None:
        return None
    places = offer.having(words)
    return Heard("matched", places, "partial") if len(places) == 1 else None


def _own_words(heard: Heard, question: Question) -> Heard:
    """Return own words where the question takes them; else an option that they name is one to ask about."""
    if question.allow_free_text:
        return Heard("free_text", (), heard.rule)
    return Heard("ambiguous" if heard.places else "not_an_answer", heard.places, heard.rule)


def _checked(heard: Heard, question: Question) -> Heard:
    """Return the verdict, open again where it names more or fewer options than the question takes."""
    if heard.status != "matched":
        return heard
    if len(heard.places) > question.max_selections:
        return Heard("ambiguous", heard.places, "too_many")
    if len(heard.places) < question.min_selections:
        return Heard("ambiguous", heard.places, "too_few")
    return heard
