"""A broken rule in the words of `ask`: it names the options that were typed, not the fields behind them."""

import re

_OPTIONS = {
    "title": "--title",
    "text": "--prompt",
    "options": "--option",
    "min_selections": "--min",
    "max_selections": "--max",
    "default_selection_ids": "--default",
    "allow_free_text": "--text",
    "timeout": "--timeout",
}
_RULES = {
    "single takes exactly one option. For more use multi.": "one option is chosen. For more add --multi.",
    "text_input has no options. For options and own words use hybrid.": "there is no --option to choose.",
    "question 'q1' has no defaults that could count when nobody answers.": "is needed with --use-defaults.",
}
_ONE_OPTION = re.compile(r"options\[(\d+)\]\.?(\w*)")
_FIELD = re.compile("|".join(name for name in _OPTIONS if "_" in name))


def broken_rule(field: str, rule: str) -> str:
    """Return which option breaks which rule."""
    for ours, typed in _RULES.items():
        rule = rule.replace(ours, typed)
    rule = _FIELD.sub(lambda found: _OPTIONS[found[0]], rule)
    one = _ONE_OPTION.search(field)
    if one is not None:
        part = f", its {one[2]}" if one[2] else ""
        return f"--option, number {int(one[1]) + 1}{part}: {rule}"
    name = field.rpartition(".")[2]
    return f"{_OPTIONS.get(name, name)}: {rule}"
