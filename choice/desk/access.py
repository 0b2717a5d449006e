"""Who may do what to an interaction. Whoever may not know of it is told that there is none."""

from choice.desk.interaction import Interaction
from choice.desk.people import Asker, Person
from choice.errors import NotAllowed, UnknownInteraction

_LONGEST_ID = 200


def possible(interaction_id: str) -> str:
    """Return an id that some interaction may have; others need not be looked for, and no store keeps them.

    Raises:
        UnknownInteraction: None has such an id.
    """
    if interaction_id.isascii() and interaction_id.isprintable() and len(interaction_id) <= _LONGEST_ID:
        return interaction_id
    raise UnknownInteraction(interaction_id)


def for_person(interaction: Interaction | None, interaction_id: str, person: Person) -> Interaction:
    """Return an interaction to somebody who may answer it.

    Raises:
        UnknownInteraction: There is none, or it is not for them.
        NotAllowed: They asked it themselves.
    """
    if interaction is None or not may_see(interaction, person):
        raise UnknownInteraction(interaction_id)
    if person.user == interaction.asked_by.agent:
        raise NotAllowed(person.user, "answer a question of their own")
    return interaction


def for_asker(interaction: Interaction | None, interaction_id: str, asker: Asker) -> Interaction:
    """Return an interaction to the one who asked it.

    Raises:
        UnknownInteraction: There is none, or somebody else asked it.
    """
    if interaction is None or not is_of(interaction, asker):
        raise UnknownInteraction(interaction_id)
    return interaction


def for_either(interaction: Interaction | None, interaction_id: str, who: Asker | Person) -> Interaction:
    """Return an interaction to the one who asked it or to somebody who may answer it.

    Raises:
        UnknownInteraction: There is none, or it is not for them.
    """
    match who:
        case Asker():
            return for_asker(interaction, interaction_id, who)
        case Person():  # pragma: no branch - there are no others
            return for_person(interaction, interaction_id, who)


def may_see(interaction: Interaction, person: Person) -> bool:
    """Tell whether a person may know of an interaction."""
    return person.tenant == interaction.asked_by.tenant and interaction.audience.admits(person)


def is_of(interaction: Interaction, asker: Asker) -> bool:
    """Tell whether an asker asked it; a conversation and a project count where the asker names them."""
    asked_by = interaction.asked_by
    return (
        (asker.tenant, asker.agent) == (asked_by.tenant, asked_by.agent)
        and asker.project in {None, asked_by.project}
        and asker.conversation in {None, asked_by.conversation}
    )


def name_of(who: Asker | Person) -> str:
    """Return the name under which somebody is recorded."""
    return who.agent if isinstance(who, Asker) else who.user
