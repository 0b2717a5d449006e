"""Interactions that were looked at lately, so that who answers or waits need not read them again."""

from collections import OrderedDict

from choice.desk.interaction import Interaction

_MOST = 1024


class Known:
    """The last interactions seen, as they were then; what counts is decided by the store."""

    def __init__(self) -> None:
        self._seen: OrderedDict[str, tuple[Interaction, str]] = OrderedDict()
        self._open: set[str] = set()

    def remember(self, interaction: Interaction) -> tuple[Interaction, str]:
        """Keep an interaction while it is open; return it with its version."""
        known = (interaction, interaction.version)
        if interaction.outcome is None:
            self._seen[interaction.id] = known
            self._seen.move_to_end(interaction.id)
            if len(self._seen) > _MOST:
                self._open.discard(self._seen.popitem(last=False)[0])
        return known

    def trust(self, interaction_id: str) -> None:
        """Take one that was remembered for open until it is forgotten: should it end, that is told later."""
        self._open.add(interaction_id)

    def still_open(self, interaction_id: str, tenant: str) -> Interaction | None:
        """Return an interaction that is open as far as anything was told here, if that can be trusted."""
        known = self.get(interaction_id, tenant) if interaction_id in self._open else None
        return None if known is None else known[0]

    def get(self, interaction_id: str, tenant: str) -> tuple[Interaction, str] | None:
        """Return an interaction as it was seen, with its version."""
        known = self._seen.get(interaction_id)
        return known if known is not None and known[0].asked_by.tenant == tenant else None

    def forget(self, interaction_id: str) -> None:
        """Read the interaction again the next time."""
        self._seen.pop(interaction_id, None)
        self._open.discard(interaction_id)
