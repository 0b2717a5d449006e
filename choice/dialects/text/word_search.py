"""Looking for any of many words in a text."""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

Tree: TypeAlias = "dict[str, Tree]"
"""Words, letter by letter; an empty letter ends one."""
_RARE = "jqxzkvbpgwymcful"
"""Letters that stand seldom in a text, the rarest first."""


class Words:
    """Many words of many languages; those that a text in ASCII may have are looked for apart."""

    __slots__ = ("_in_any", "_in_ascii", "all")

    def __init__(self, *words: str) -> None:
        self.all = words
        # Made when they are first needed: most texts are in one language.
        self._in_any: Callable[[str], object] | None = None
        self._in_ascii: Callable[[str], object] | None = None

    def are_in(self, said: str) -> bool:
        """Tell whether a text has one of the words in it."""
        if not said.isascii():
            if self._in_any is None:
                self._in_any = _search_for(self.all)
            return self._in_any(said) is not None
        if self._in_ascii is None:
            self._in_ascii = _search_in_ascii([word for word in self.all if word.isascii()])
        return self._in_ascii(said) is not None


def mentions(said: str, words: Words) -> bool:
    """Tell whether a text has one of the words in it."""
    return words.are_in(said)


def pattern_of(words: Iterable[str]) -> str:
    """Return a pattern of any of the words; at each letter of a text it looks at few of them."""
    return _pattern_of(_tree_of(words), ends=True)


def _search_for(words: Iterable[str]) -> Callable[[str], object]:
    """Return a search for any of the words."""
    tree = _tree_of(words)
    return re.compile(_pattern_of(tree) if tree else r"(?!)").search


def _search_in_ascii(words: Sequence[str]) -> Callable[[str], object]:
    """Return a search for any of the words by its rarest letter: few letters of a text need a closer look."""
    around: dict[str, list[str]] = {}
    common: list[str] = []
    for word in words:
        if any(other in word for other in words if other != word):
            continue
        rarest = next((letter for letter in _RARE if letter in word), None)
        if rarest is None:
            common.append(word)
        else:
            at = word.index(rarest)
            before = f"(?<={re.escape(word)})" if at else ""
            around.setdefault(rarest, []).append(re.escape(word[at + 1 :]) + before)
    if not around:
        return _search_for(words)
    search = re.compile("|".join(f"{rare}(?:{'|'.join(parts)})" for rare, parts in around.items())).search
    if not common:
        return search

    def search_all(said: str) -> object:
        for word in common:
            if word in said:
                return word
        return search(said)

    return search_all


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
