"""Rules between the fields of one block or element."""

from collections.abc import Iterator, Mapping, Sequence

from choice.slack.limit_checks import Problem
from choice.slack.text_pieces import size


def initial_is_offered(value: object, at: str) -> Iterator[Problem]:
    """Check that what is chosen at first is one of the options, to the letter."""
    members = value if isinstance(value, Mapping) else {}
    offered = _offered(members)
    for name in ("initial_option", "initial_options"):
        if name not in members:
            continue
        chosen = [members[name]] if name == "initial_option" else members[name]
        if not isinstance(chosen, Sequence) or not chosen:
            yield Problem(f"{at}/{name}", "empty", "must not be empty; leave it out instead")
        elif any(one not in offered for one in chosen):
            yield Problem(f"{at}/{name}", "unknown_option", "must be equal to one of the options")


def _offered(members: Mapping[str, object]) -> list[object]:
    groups = members.get("option_groups")
    lists = [members, *(groups if isinstance(groups, Sequence) else [])]
    found = [one.get("options") for one in lists if isinstance(one, Mapping)]
    return [option for options in found if isinstance(options, Sequence) for option in options]


def one_list(value: object, at: str) -> Iterator[Problem]:
    """Check that a menu has options or groups of them, not both."""
    if isinstance(value, Mapping) and ("options" in value) == ("option_groups" in value):
        yield Problem(f"{at}/options", "missing", "must have either options or option_groups")


def lengths_fit(value: object, at: str) -> Iterator[Problem]:
    """Check that a field can be filled as it asks to be."""
    members = value if isinstance(value, Mapping) else {}
    least, most, initial = (members.get(name) for name in ("min_length", "max_length", "initial_value"))
    if isinstance(least, int) and isinstance(most, int) and least > most:
        yield Problem(f"{at}/min_length", "wrong_value", "must not be more than max_length")
    if isinstance(most, int) and isinstance(initial, str) and size(initial) > most:
        yield Problem(f"{at}/initial_value", "too_long", f"must be less than {most + 1} characters")


def says_something(value: object, at: str) -> Iterator[Problem]:
    """Check that a section has text or fields."""
    if isinstance(value, Mapping) and not value.keys() & {"text", "fields"}:
        yield Problem(at, "missing", "must have text or fields")


def has_a_picture(value: object, at: str) -> Iterator[Problem]:
    """Check that an image comes from one place."""
    if isinstance(value, Mapping) and ("image_url" in value) == ("slack_file" in value):
        yield Problem(f"{at}/image_url", "missing", "must have either image_url or slack_file")
