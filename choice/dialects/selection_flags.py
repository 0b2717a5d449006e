"""The keys by which models say in JSON that several options may be chosen."""

from collections.abc import Mapping

from choice.dialects.lenient import flag_of

SEVERAL = (
    "multi", "multiple", "multiSelect", "multi_select", "multiselect", "allow_multiple", "allowMultiple",
    "allows_multiple", "allowsMultiple", "allow_multiple_selections", "allowMultipleSelections",
    "multiple_choice", "multipleChoice", "is_multi", "isMulti", "select_multiple", "selectMultiple",
)  # fmt: skip
"""Flags."""
LEAST = ("min_selections", "minSelections", "min_choices", "minChoices")
MOST = ("max_selections", "maxSelections", "max_choices", "maxChoices")
MODES = ("selection_mode", "selectionMode", "selection_type", "selectionType", "select_mode", "mode")
UNSURE = "mode"
"""Where this one has a word that is none of ours, it is about something else."""
_NAMES = {
    "multi": True, "multiple": True, "many": True, "multi_select": True, "multiselect": True,
    "multi-select": True, "multiselection": True, "multiple_choice": True, "checkbox": True,
    "checkboxes": True,
    "single": False, "one": False, "single_select": False, "radio": False,
}  # fmt: skip
_LONGEST_NAME = 40
NOTABLE = frozenset(SEVERAL + MODES)
"""An object without any of these keys does not say."""


def several_of(source: Mapping[str, object]) -> bool | None:
    """Return whether an object allows several options, or None where it does not say."""
    if NOTABLE.isdisjoint(source):
        return None
    said = [several_named(source.get(name)) for name in MODES]
    said += [flag_of(source.get(name)) for name in SEVERAL]
    return True if True in said else False if False in said else None


def several_named(mode: object) -> bool | None:
    """Return whether a word for a selection mode allows several options; None where it is no such word."""
    if not isinstance(mode, str) or len(mode) > _LONGEST_NAME:
        return None
    return _NAMES.get(mode.strip().casefold())
