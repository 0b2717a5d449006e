"""What a person has typed and not sent yet: whatever interrupts them, they find it again."""

from collections.abc import Callable, Mapping


class TypedWords:
    """Texts by what they were typed for, such as a question or a note on one of its options."""

    def __init__(
        self,
        kept: Mapping[str, str] | None = None,
        tell: Callable[[str, str], None] = lambda _where, _text: None,
    ) -> None:
        self._texts = dict(kept or {})
        self._interrupted = {where for where, text in self._texts.items() if text.strip()}
        self._tell = tell
        """Gets every change: this process may end before the person has done."""

    def get(self, where: str, otherwise: str) -> str:
        """Return what was typed there, else something else."""
        return self._texts.get(where, otherwise)

    def was_interrupted(self, where: str) -> bool:
        """Tell, once, whether the person was at work there when a process before this one ended."""
        if where not in self._interrupted:
            return False
        self._interrupted.remove(where)
        return True

    def keep(self, where: str, text: str) -> None:
        """Remember what is typed there by now."""
        self._texts[where] = text
        self._tell(where, text)

    def forget(self, prefix: str) -> None:
        """Forget what was typed for everything that begins so: it has ended."""
        self._texts = {where: text for where, text in self._texts.items() if not where.startswith(prefix)}
