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
_MODES = ("selection_mode", "selectionMode", "selection_type", "selectionType", "select_mode", "mode")
_NAMES = {
    "multi": True, "multiple": True, "many": True, "multi_select": True, "multiselect": True,
    "multi-select": True, "multiselection": True, "multiple_choice": True, "checkbox": True,
    "checkboxes": True,
    "single": False, "one": False, "single_select": False, "radio": False,
}  # fmt: skip
NOTABLE = frozenset(SEVERAL + _MODES)
"""An object without any of these keys does not say."""


def several_of(source: Mapping[str, object]) -> bool | None:
    """Return whether an object allows several options, or None where it does not say."""
    if NOTABLE.isdisjoint(source):
        return None
    named = [_NAMES.get(mode.casefold()) for name in _MODES if isinstance(mode := source.get(name), str)]
    said = [*named, *[flag_of(source.get(name)) for name in SEVERAL]]
    return True if True in said else False if False in said else None
