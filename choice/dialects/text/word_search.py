"""Looking for any of many words in a text."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeAlias

Tree: TypeAlias = "dict[str, Tree]"
"""Words, letter by letter; an empty letter ends one."""
Search = Callable[[str], object]
"""Returns None where a text has none of the words."""
_RARE = "jqxzkvbpgwymcful"
"""Letters that stand seldom in a text, the rarest first."""


class Words:
    """Many words of many languages; those that a text in ASCII may have are looked for apart.

    There those of `whole` need not be found inside longer words; the others are found anywhere.
    """

    __slots__ = ("_whole", "all", "common", "each", "search", "search_in_ascii")

    def __init__(self, *words: str, whole: Sequence[str] = ()) -> None:
        self.all = (*words, *whole)
        self._whole = len(whole)
        # Made when they are first needed: most texts are in one language.
        self.search: Search = self._search_first
        self.search_in_ascii: Search = self._search_in_ascii_first
        self.each: Callable[[str], Iterator[re.Match[str]]] = self._each_first
        """Finds every one of the words in a text, the longest where several begin alike."""
        self.common: Sequence[str] = ()
        """Words in ASCII that are looked for one by one."""

    def _search_first(self, said: str) -> object:
        self.search = _search_for(self.all)
        return self.search(said)

    def _search_in_ascii_first(self, said: str) -> object:
        anywhere = len(self.all) - self._whole
        self.common, self.search_in_ascii = _search_in_ascii(
            [word for word in self.all[:anywhere] if word.isascii()],
            [word for word in self.all[anywhere:] if word.isascii()],
        )
        return mentions(said, self) or None

    def _each_first(self, said: str) -> Iterator[re.Match[str]]:
        self.each = re.compile(pattern_of(self.all)).finditer
        return self.each(said)


def mentions(said: str, words: Words) -> bool:
    """Tell whether a text has one of the words in it."""
    if not said.isascii():
        return words.search(said) is not None
    for word in words.common:
        if word in said:
            return True
    return words.search_in_ascii(said) is not None


def pattern_of(words: Iterable[str]) -> str:
    """Return a pattern of any of the words; at each letter of a text it looks at few of them."""
    return _pattern_of(_tree_of(words), ends=True)


def _search_for(words: Iterable[str]) -> Search:
    """Return a search for any of the words."""
    tree = _tree_of(words)
    return re.compile(_pattern_of(tree) if tree else r"(?!)").search


def _search_in_ascii(words: Sequence[str], whole: Sequence[str]) -> tuple[Sequence[str], Search]:
    """Return a search for any of the words by its rarest letter, and the words that have only common ones.

    So few letters of a text need a closer look.
    """
    around: dict[str, list[str]] = {}
    common: list[str] = []
    for word in dict.fromkeys((*words, *whole)):
        if any(other in word for other in words if other != word):
            continue
        rarest = next((letter for letter in _RARE if letter in word), None)
        if rarest is None:
            common.append(word)
        else:
            at = word.index(rarest)
            before = f"(?<={re.escape(word)})" if at else ""
            apart = "" if word in words else _apart(word)
            around.setdefault(rarest, []).append(re.escape(word[at + 1 :]) + before + apart)
    if not around:
        return (), _search_for((*words, *whole))
    search = re.compile("|".join(f"{rare}(?:{'|'.join(parts)})" for rare, parts in around.items())).search
    return common, search


def _apart(word: str) -> str:
    """Return a pattern that matches behind a word where no letter makes a longer one of it."""
    return f"(?<![a-z]{re.escape(word)})" + ("(?![a-z])" if word[-1].isalpha() else "")


def _tree_of(words: Iterable[str]) -> Tree:
    tree: Tree = {}
    for word in words:
        node = tree
        for letter in word:
            node = node.setdefault(letter, {})
        node[""] = {}
    return tree


def _pattern_of(tree: Tree, *, ends: bool = False) -> str:
    """Return the pattern of a tree; unless words have to end as they do, the shortest of them is enough."""
    if "" in tree and not ends:
        return ""
    branches = [re.escape(letter) + _pattern_of(node, ends=ends) for letter, node in tree.items() if letter]
    if not branches:
        return ""
    whole = branches[0] if len(branches) == 1 else f"(?:{'|'.join(branches)})"
    return f"(?:{whole})?" if "" in tree else whole
