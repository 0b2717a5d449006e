"""Every rule an answer must keep, checked before it counts: a refusal is one `InvalidAnswer`."""

from choice import models
from choice.answers import MAX_NOTE, MAX_OWN_WORDS, Answer, Submission
from choice.errors import InvalidAnswer, UnknownOption, UnknownQuestion, WrongCount
from choice.models import Form, Question
from choice.payload.fields import Fields, opened
from choice.payload.values import text_fault

_SUBMISSION_FIELDS = ("answers", "note", "answer_id")
_ANSWER_FIELDS = ("question_id", "option_ids", "custom_text", "option_notes")
_CUSTOM_TEXT = "custom_text"
_OPTION_IDS = "option_ids"


def parse_submission(payload: object, form: Form) -> Submission:
    """Return what a person sends in for a form, checked, in the order of its questions.

    Raises:
        InvalidAnswer: It does not fit the form. Nothing else is raised, whatever the payload is.
    """
    fields = Fields(opened(payload, InvalidAnswer), _SUBMISSION_FIELDS, InvalidAnswer)
    note = _typed("note", fields.words("note", MAX_NOTE), MAX_NOTE)
    answer_id = fields.identifier("answer_id", models.MAX_ID)
    known = [question.id for question in form.questions]
    answers: dict[str, Answer] = {}
    for one in fields.objects("answers", models.MAX_QUESTIONS, _ANSWER_FIELDS):
        question_id = one.required("question_id", one.words("question_id", models.MAX_ID))
        question = form.question(question_id)
        if question is None:
            raise UnknownQuestion(question_id, known)
        if question_id in answers:
            one.refuse("question_id", "must not name a question that is answered already.")
        answers[question_id] = check_answer(question, _answer(one, question_id))
    if len(answers) < len(known):
        fields.refuse("answers", f"must answer each of the {len(known)} questions of this form.")
    return Submission(answers=tuple([answers[each] for each in known]), note=note, answer_id=answer_id)


def check_answer(question: Question, answer: Answer) -> Answer:
    """Return an answer as it counts: ids in the order of the options, defaults where nothing was touched.

    Own words stand instead of options in `single` and `multi`, beside them in `hybrid`, and are kept whole.
    A note may be about any option, chosen or not.

    Raises:
        InvalidAnswer: The answer does not fit the question.
    """
    if answer.question_id != question.id:
        raise UnknownQuestion(answer.question_id, [question.id])
    offered, notes = question.option_ids, answer.option_notes
    for option_id in (*answer.option_ids, *notes) if notes else answer.option_ids:
        if option_id not in offered:
            raise UnknownOption(question.id, option_id, offered)
    one_of_one = question.selection_mode == "single" and len(answer.option_ids) == 1
    if one_of_one and answer.custom_text is None and not notes:
        return answer  # So it is nearly always.
    words = _typed(_CUSTOM_TEXT, answer.custom_text, MAX_OWN_WORDS) if answer.custom_text else None
    chosen = _chosen(question, offered, answer, words)
    if chosen and not notes and chosen == answer.option_ids and words == answer.custom_text:
        return answer  # It is as it counts already.
    kept = {each: _typed("option_notes", notes[each], MAX_NOTE) for each in offered if each in notes}
    return Answer(
        question_id=question.id,
        option_ids=chosen,
        custom_text=words,
        option_notes={each: note for each, note in kept.items() if note is not None},
    )


def _chosen(
    question: Question, offered: tuple[str, ...], answer: Answer, words: str | None
) -> tuple[str, ...]:
    """Return the options that count beside the own words, in their order."""
    if words is not None and not question.allow_free_text:
        raise InvalidAnswer(_CUSTOM_TEXT, "must be left out: this question takes options alone.")
    if words is None and question.selection_mode == "text_input":
        raise InvalidAnswer(_CUSTOM_TEXT, "must hold the answer in own words.")
    if words is not None and question.selection_mode != "hybrid":
        if answer.option_ids:
            raise InvalidAnswer(_CUSTOM_TEXT, "must stand alone: send own words or options, not both.")
        return ()
    touched = "option_ids" in answer.model_fields_set
    wanted = answer.option_ids if touched else question.default_selection_ids
    chosen = tuple([option_id for option_id in offered if option_id in wanted])
    if not question.min_selections <= len(chosen) <= question.max_selections:
        raise WrongCount(question.id, len(chosen), question.min_selections, question.max_selections)
    if question.selection_mode == "hybrid" and words is None and not chosen:
        raise InvalidAnswer(_OPTION_IDS, "must choose an option, or custom_text must say something.")
    return chosen


def _typed(field: str, text: str | None, limit: int) -> str | None:
    """Return what a person typed, whole, its line endings in one form; None where nothing was typed."""
    if not text:
        return None
    fault = "must not be blank." if text.isspace() else text_fault(text, limit)
    if fault is not None:
        raise InvalidAnswer(field, fault)
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _answer(fields: Fields, question_id: str) -> Answer:
    """Return an answer as it was sent; options that were left out stay unset."""
    words = fields.words(_CUSTOM_TEXT, MAX_OWN_WORDS)
    notes = fields.texts_by_name("option_notes", MAX_NOTE)
    option_ids = fields.texts(_OPTION_IDS, models.MAX_OPTIONS, models.MAX_ID)
    if option_ids is None:
        return Answer(question_id=question_id, custom_text=words, option_notes=notes)
    return Answer(question_id=question_id, option_ids=option_ids, custom_text=words, option_notes=notes)
