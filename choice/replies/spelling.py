"""How far a misspelt word is from the word that was meant."""

_SHORTEST = 4
_SHORT = 5
_LONG = 9


def slips_allowed(word: str) -> int:
    """Return how many slips a word of its length may have."""
    if len(word) < _SHORT:
        return 0
    return 2 if len(word) >= _LONG else 1


def is_misspelt(typed: str, meant: str) -> bool:
    """Tell whether a word may be a slip of the hand for another: letters added, left out, changed or swapped.

    In a word of four letters two neighbours may be swapped; shorter words are never taken for others.
    """
    if len(typed) == len(meant) == _SHORTEST:
        return sorted(typed) == sorted(meant) and _distance(typed, meant, 1) <= 1
    allowed = slips_allowed(max(typed, meant, key=len))
    return (
        allowed > 0
        and abs(len(typed) - len(meant)) <= allowed
        and _distance(typed, meant, allowed) <= allowed
    )


def _distance(left: str, right: str, most: int) -> int:
    """Return the number of slips between two words, or more than `most` as soon as that is certain."""
    older: list[int] = []
    last = list(range(len(right) + 1))
    for row, letter in enumerate(left, start=1):
        current = [row]
        for column, other in enumerate(right, start=1):
            cost = min(last[column] + 1, current[-1] + 1, last[column - 1] + (letter != other))
            swapped = row > 1 and column > 1 and letter == right[column - 2] and left[row - 2] == other
            current.append(min(cost, older[column - 2] + 1) if swapped else cost)
        if min(current) > most:
            return most + 1
        older, last = last, current
    return last[-1]
