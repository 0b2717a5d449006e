"""What the Slack surface says, in the reader's language."""

from dataclasses import dataclass

from choice.catalogues.catalogue import catalogue, closest, fill


@dataclass(frozen=True, slots=True)
class Words:
    """Says the texts of the catalogues' section `slack`: `words("progress", done=2, n=5)`."""

    language: str

    def __call__(self, name: str, **values: str | int) -> str:
        """Return a text with its places filled in."""
        return fill(catalogue(self.language)["slack"][name], values)

    def surface(self, name: str) -> str:
        """Return what people call a surface: `web` is "the web page"; an unknown one keeps its name."""
        return catalogue(self.language)["surface"].get(name, name)


def words_for(locale: str | None) -> Words:
    """Return the words for a locale such as `ko-KR`; English where we do not have it."""
    return Words(closest(locale or ""))
