"""The slips that models make when they call `provide_choice`, put right before the rules are applied."""

from choice.dialects.lenient import decoded, first_of, flag_of, label_of, numbered_ids, text_of
from choice.dialects.recommendation import without_recommendation
from choice.dialects.selection_flags import SEVERAL
from choice.models import MAX_ID, MAX_OPTIONS

# Read as the label or as the recommendation.
_OTHER_NAMES = frozenset({"text", "title", "name", "is_default"})
# An id that is too long is cut to a length that is still too long: the rules refuse it.
_LONG = 2 * MAX_ID


def tidied_request(arguments: object) -> object:
    """Return arguments in which the usual slips are put right; everything else is left to the rules."""
    given = decoded(arguments)
    if not isinstance(given, dict):
        return given
    tidy = dict(given)
    choices = tidy.pop("choices", None)
    options = decoded(choices if tidy.get("options") is None else tidy["options"])
    if isinstance(options, list) and len(options) <= MAX_OPTIONS:
        options = _tidied_options([decoded(option) for option in options])
    if options is not None:
        tidy["options"] = options
    several = [flag_of(tidy.pop(name)) for name in SEVERAL if name in tidy]
    if tidy.get("selection_mode") is None and several:
        tidy["selection_mode"] = "multi" if any(several) else "single"
    if "default_selection_ids" in tidy:
        tidy["default_selection_ids"] = _tidied_ids(decoded(tidy["default_selection_ids"]))
    return tidy


def _tidied_options(options: list[object]) -> list[object]:
    """Return options in which each has an id; two that were given the same are left to the rules."""
    given = [text_of(option.get("id"), _LONG) if isinstance(option, dict) else None for option in options]
    return [
        _tidied_option(option, option_id)
        for option, option_id in zip(options, numbered_ids(given), strict=True)
    ]


def _tidied_option(option: object, option_id: str) -> object:
    fields = option if isinstance(option, dict) else {"label": option}
    label = label_of(fields)
    if label is None:
        return option
    bare, marked = without_recommendation(label)
    flag = flag_of(first_of(fields, ("recommended", "is_default")))
    tidy = {name: value for name, value in fields.items() if name not in _OTHER_NAMES}
    tidy |= {"id": option_id, "label": bare}
    return tidy | ({"recommended": marked or flag} if marked or flag is not None else {})


def _tidied_ids(ids: object) -> object:
    """Return ids as a list of text, also where one alone was given or numbers were."""
    if not isinstance(ids, list):
        ids = [ids] if text_of(ids, _LONG) else ids
    return (
        [text_of(one, _LONG) or one for one in ids]
        if isinstance(ids, list) and len(ids) <= MAX_OPTIONS
        else ids
    )
