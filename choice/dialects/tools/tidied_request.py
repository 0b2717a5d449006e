"""The slips that models make when they call `provide_choice`, put right before the rules are applied."""

from choice.dialects.lenient import LABEL_KEYS, flag_of, numbered_ids, sent_text, text_of
from choice.dialects.recommendation import without_recommendation
from choice.dialects.selection_flags import SEVERAL
from choice.dialects.tools.arguments import Arguments
from choice.dialects.tools.selection import several_flag
from choice.models import MAX_LABEL, MAX_OPTIONS, MAX_VALUE
from choice.validation import request_example

_RECOMMENDED = ("recommended", "is_default")
# A label with marks that recommend it may be so much longer than without them.
_MARKS = 50
# In the place of an id that is left to the rules: no other is the same.
_UNREADABLE = ""
# By what the flag says, the modes that it does not fit, and why.
_CONTRADICTIONS = {
    (True, "single"): "must be false or left out: single takes exactly one option. For more use multi.",
    (True, "text_input"): "must be false or left out: text_input has no options.",
    (False, "multi"): "must be true or left out: multi takes several options. For one use single.",
    (False, "hybrid"): "must be true or left out: for one option and own words set max_selections to 1.",
}


def tidied_request(arguments: object) -> object:
    """Return arguments in which the usual slips are put right; everything else is left to the rules.

    Raises:
        InvalidRequest: The arguments contradict themselves, or hold more than any request can need.
    """
    given = Arguments(arguments, request_example({}))
    given.example = request_example(given.values)
    tidy = {name: value for name, value in given.values.items() if name not in {"choices", *SEVERAL}}
    options = given.listed("options", "choices")
    if options is not None:
        tidy["options"] = _tidied_options(options)
    ids = given.listed("default_selection_ids")
    if ids is not None:
        tidy["default_selection_ids"] = _tidied_ids(ids)
    return tidy | _mode_of(given)


def _mode_of(given: Arguments) -> dict[str, object]:
    """Return the selection mode where flags say it instead, and refuse flags that contradict it."""
    several = several_flag(given)
    if several is None:
        return {}
    name, flag = several
    mode = given.values.get("selection_mode")
    if mode is None:
        return {"selection_mode": "multi" if flag else "single"}
    rule = _CONTRADICTIONS.get((flag, mode)) if isinstance(mode, str) else None
    if rule is not None and not (mode == "hybrid" and given.values.get("max_selections") == 1):
        given.refuse(name, rule)
    return {}


def _tidied_options(options: object) -> object:
    """Return options in which each has an id; two that were given the same are left to the rules."""
    if not isinstance(options, list) or len(options) > MAX_OPTIONS:
        return options
    tidy = [_tidied_option(option) for option in options]
    given = [option.get("id") if isinstance(option, dict) else _UNREADABLE for option in tidy]
    ids = numbered_ids([one if isinstance(one, str | None) else _UNREADABLE for one in given])
    return [
        option | {"id": option_id} if isinstance(option, dict) and option_id != _UNREADABLE else option
        for option, option_id in zip(tidy, ids, strict=True)
    ]


def _tidied_option(option: object) -> object:
    """Return an option under the names that the rules know; another name that says something else stays."""
    if not isinstance(option, dict):
        text = _text(option)
        return _unmarked({"label": text}) if isinstance(text, str) else option
    tidy = {name: value for name, value in option.items() if value is not None}
    for names, read in ((LABEL_KEYS, _text), (_RECOMMENDED, _flag), (("id",), _id)):
        said = {name: read(tidy[name]) for name in names if name in tidy}
        meant = next(iter(said.values()), None)
        tidy = {name: value for name, value in tidy.items() if name not in said or said[name] != meant}
        tidy |= {} if meant is None or meant == "" else {names[0]: meant}
    return _unmarked(tidy)


def _unmarked(option: dict[str, object]) -> dict[str, object]:
    """Return an option without the marks in its label that recommend it."""
    label = option.get("label")
    if not isinstance(label, str) or len(label) > MAX_LABEL + _MARKS:
        return option
    bare, marked = without_recommendation(label)
    return option | {"label": bare} | ({"recommended": True} if marked else {})


def _tidied_ids(ids: object) -> object:
    """Return ids as a list of text, also where one alone was given or numbers were."""
    members = ids if isinstance(ids, list) else [ids]
    tidy = [_id(one) for one in members]
    return tidy if isinstance(ids, list) or (tidy != [""] and isinstance(tidy[0], str)) else ids


# What is not understood is returned as it was, for the rules to refuse.


def _text(value: object) -> object:
    if isinstance(value, str):
        return value.strip() if len(value) <= MAX_VALUE else value
    return text_of(value) or value


def _id(value: object) -> object:
    return sent_text(value) if isinstance(value, bool) else _text(value)


def _flag(value: object) -> object:
    flag = flag_of(value)
    return value if flag is None else flag
