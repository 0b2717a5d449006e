"""What the items of a list look like: steps, things done, statements."""

import re

_DONE = ("✅", "✔", "☑", "✓", "[x]", "[X]", "[ ]", "☐")
_TICKED = (
    "✅", "✔", "✔️", "☑", "☑️", "✓", "[x]", "[X]", "❌", "⏳", "🚧", "🔄", "⬜", "(done)",
    "(erledigt)", "(완료)",
)  # fmt: skip
_STEPS = (
    "first", "then", "next", "finally", "step ", "afterwards", "lastly", "after that", "먼저", "그다음",
    "마지막", "首先", "然后", "最后", "まず", "次に", "最後に", "zuerst", "dann", "danach", "primero",
    "luego", "después", "d'abord", "ensuite", "enfin",
)  # fmt: skip
_FEW_STEPS = 2
_MANY_WORDS = 3
_LETTERS_OF_WORD = 2.5
_UNSPACED = re.compile("[\u3040-\u30ff\u3400-\u9fff]").findall
_SPACED = re.compile("[^\\s\u3040-\u30ff\u3400-\u9fff]+").findall
_ENDS = (".", "。", "!", "！", "습니다", "입니다", "됩니다", "합니다", "ます", "ました", "ません")
_HEAD = re.compile(r": | [-–—(]").split
_VERBS = (
    "is|are|was|were|has|have|had|will|would|could|might|can|cannot|can't|does|doesn't|don't|isn't|aren't|needs|costs|must|should"
    "|ist|sind|war|waren|wird|werden|wurde|hat|haben|kann"
)
_STATED = re.compile(
    r"(?!(?:i|we|my|our|yes|no|ja|nein|ich|wir)\b)"
    r"(?:(?:they|you|he|she|it|there|these|sie|es|er) (?:all |both |also |only )?[a-zäöüß'’]{2,20}\b"
    # "The token expires at noon", but not "The sales figures"
    r"|(?:the|an?|your|each|every) (?:[\w'’-]{1,20} ){1,2}[a-z]{2,20}[^\Ws]s (?=[a-z])"
    rf"|(?:(?!(?:who|whoever|that|which|what|when|whenever|where|if|as|once|after|before|until|while"
    rf"|{_VERBS})\b)"
    rf"[\w'’`./-]{{1,30}} ){{1,6}}(?:{_VERBS})\b)"
).match


def are_steps(labels: list[str]) -> bool:
    """Tell whether list items are steps or a report of what was done."""
    if all(label.startswith(_DONE) or label.rstrip().endswith(_TICKED) for label in labels):
        return True
    said = [step for label in labels if (step := label.casefold()).startswith(_STEPS)]
    return (
        len(said) >= _FEW_STEPS
        and len({step for step in _STEPS for label in said if label.startswith(step)}) >= _FEW_STEPS
    )


def are_long(labels: list[str]) -> bool:
    """Tell whether the items of a list say more than names do: three words or more each, on average."""
    heads = [_HEAD(label)[0] for label in labels]
    return sum(_words_in(head) for head in heads) >= _MANY_WORDS * len(heads)


def _words_in(head: str) -> float:
    """Return how many words a text has; where they are not spaced, how many its letters make."""
    if head.isascii():
        return len(head.split())
    unspaced = len(_UNSPACED(head))
    return unspaced / _LETTERS_OF_WORD + len(_SPACED(head))


def are_sentences(labels: list[str]) -> bool:
    """Tell whether every list item is a full sentence, by its full stop or by its verb."""
    return all(_is_sentence(label) for label in labels)


def _is_sentence(label: str) -> bool:
    return (
        label.rstrip(" *_\"'”’)").endswith(_ENDS)
        or _STATED(_HEAD(label.casefold())[0].replace("**", "").strip("*_ ")) is not None
    )
