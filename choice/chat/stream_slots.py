"""How many streams a user has open in this process."""

from collections import Counter
from collections.abc import Callable
from functools import partial

from choice.chat.principal import Principal
from choice.chat.refusals import TooManyStreams


class StreamSlots:
    """Gives every user the same small number of places."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._held: Counter[tuple[str, str]] = Counter()

    def take(self, principal: Principal) -> Callable[[], None]:
        """Take a place; return how to give it back, once.

        Raises:
            TooManyStreams: All of the user's places are taken.
        """
        who = (principal.tenant, principal.user)
        if self._held[who] >= self.most:
            raise TooManyStreams(self.most)
        self._held[who] += 1
        return partial(self._give_back, who)

    def _give_back(self, who: tuple[str, str]) -> None:
        self._held[who] -= 1
        if not self._held[who]:
            del self._held[who]

    def __len__(self) -> int:
        return self._held.total()
