"""Interactions that were looked at lately, so that an answer need not read the form again."""

from collections import OrderedDict

from choice.desk.interaction import Interaction

_MOST = 1024


class Known:
    """The last interactions seen, as they were then; what counts is decided by the store."""

    def __init__(self) -> None:
        self._seen: OrderedDict[str, tuple[Interaction, str]] = OrderedDict()

    def remember(self, interaction: Interaction) -> tuple[Interaction, str]:
        """Keep an interaction while it is open; return it with its version."""
        known = (interaction, interaction.version)
        if interaction.outcome is None:
            self._seen[interaction.id] = known
            self._seen.move_to_end(interaction.id)
            if len(self._seen) > _MOST:
                self._seen.popitem(last=False)
        return known

    def get(self, interaction_id: str, tenant: str) -> tuple[Interaction, str] | None:
        """Return an interaction as it was seen, with its version."""
        known = self._seen.get(interaction_id)
        return known if known is not None and known[0].asked_by.tenant == tenant else None

    def forget(self, interaction_id: str) -> None:
        """Read the interaction again the next time."""
        self._seen.pop(interaction_id, None)
