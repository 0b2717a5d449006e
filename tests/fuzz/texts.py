"""Random texts for the splitter: fragments of all dialects, and raw characters."""

import random

FRAGMENTS = (
    "Which one do you want?", "What is the goal?\n", "Do we keep it? Pick one:\n", "왜 그럴까요?\n",
    "你要哪个？\n", "ماذا تريد؟\n",
    "**Which store?**\n", "## How should it look?\n", "1. Which database?\n",
    "Which of these do\nyou prefer?\n",
    "(A) Use SQLite\n", "(B) Use PostgreSQL — for many servers\n", "(C) Something else (recommended)\n",
    "(D) None\n",
    "A) one\n", "B) two\n", "a. first\n", "b. second\n", "- **A.** bold\n", "- **B.** bolder: yes\n",
    "1\ufe0f\u20e3 x\n", "2\ufe0f\u20e3 y\n", "1- x\n", "2- y\n", "方案一：甲\n", "方案二：乙\n", "A案：甲\n",
    "B案：乙\n", "**Variante A:** x\n", "Variante B: y\n", "Va", "1안: 가\n", "2안: 나\n",
    "**Option A: one**\n", "**Option A: one**\nwith a line\n", "**Option B: two** ⭐\n- with a bullet\n",
    "① 甲\n", "② 乙\n", "أ) نعم\n", "ب) لا\n", "**(هـ)** ربما\n",
    "1. one\n", "2. two\n", "3. three\n", "7. seven\n", "1) uno\n", "2) dos\n", "（A）甲\n", "（B）乙\n",
    "   (A) in\n", "   (B) side\n",
    "For example:\n", "Because of two things:\n", "This decides the rest.\n", "Select all that apply:\n",
    "   continued line\n",
    "    - nested\n", "\tTabbed?\n", "> quoted?\n", "| a | b |\n", "# Heading\n", "e.g. this ", "etc. ",
    "Some prose. ", "More! ", "3.5 is", "Why so? Because it is. ", "Use `a.b? c` now. ", "It ends.\n\n",
    "I see.\n", "Is it? Choose one. ", "The value of ", "and then it goes on",
    "```", "```json\n", "```JSON\n", "```choices\n", "```python\n", "~~~\n", "~~~json\n", "````json\n",
    "````\n", "```\n", "   ```\n",
    "     ```\n", "`", "``", "`code?`", "}```\n",
    '{"type":"user_choice","question":"Q?","options":["a","b"]}',
    '{"context":"c","type":"user_choice","question":"Q?","choices":[{"id":"1","label":"L","description":"d"}]}',
    '{"question":"Q?","options":[{"label":"L","value":"v"},{"label":"M","value":"w"}]}\n',
    '[{"type":"user_choice","question":"Q?","options":["a"]}]',
    '{"params":{"payload":{"type":"user_choice","question":"Z?","options":[1]}}}',
    '{"type":"user_choices","title":"T","questions":[{"id":"x","question":"A?","choices":["1","2"]}]}',
    '{"question":"T","choices":[{"question":"A?","options":["1","2"]},{"question":"B?","options":["3"]}]}',
    '{"name": "x" and so on', '{"a": [1, {"b": "c"}], ', '"x" "y"', '"k": [', '], "', "true",
    "Here: ```json\n", "- ```python\n",
    "Here's a survey you can paste:", "Here is a draft e-mail:\n\n", "以下是一份问卷：\n\n", "---\n",
    "Here's a survey you can copy. ", "I kept it short.\n\n", "Best,\nAnna\n\n", "**Quiz:**",
    "Should I go on?\n", "* * *\n",
    "<pre>\n", "</pre>", "<code>", "</code>", "<!-- ", " -->", "<", "a < b ", "curl -d '", "'", "</",
    '{"name": "x and so on.\n', "<code>\n",
    '{"two words": ', '{"": 1, ', '{"a\\"b": 1,',
    '{"type": ', '{ "context"', '{"port": 1}', "{", "[", "]", "}", '"', "\\", '\\"', ":", ",",
    "\n", "\n\n", "\r\n", "\r", "\t", " ", "  ", "    ", "\u00a0", "\u3000", "\u2028", "\x00", "\ud800",
    "\udc00", "\ufeff", "\u202e", "😀",
    "?", "？", "؟", "!", ".", "。", "…", '?"', "**", "- ", "* ", "推荐", "⭐", "(recommended)",
    "1. **** - 5 days\n", "2. **3 to 5** weeks\n", "How long?\n", "Stuck?\n", 'You asked: "Which?"\n',
    "Q: Who is it for?\n",
    "1. Basic (Standard)\n", "What is REST?\n", "Wie groß ist das Team?\n", "**", "****",
    "x" * 60, "word " * 260, "word " * 150, "\n" * 5, "y" * 1300, "{" * 70, "?" * 30, "`" * 25,
)  # fmt: skip


def fragments_of(seed: int, most: int = 24) -> str:
    """Return a text of up to `most` fragments, deterministic for a seed."""
    chooser = random.Random(seed)
    return "".join(chooser.choices(FRAGMENTS, k=chooser.randint(1, most)))


def cuts_of(text: str, seed: int) -> list[str]:
    """Return a text in chunks, deterministic for a seed."""
    chooser = random.Random(seed)
    if chooser.random() < 0.3:
        return list(text)
    if chooser.random() < 0.5:
        return _small_pieces(text, chooser)
    if chooser.random() < 0.5:
        return _uneven_pieces(text, chooser)
    places = sorted(chooser.choices(range(len(text) + 1), k=chooser.randint(0, 12)))
    return [text[start:end] for start, end in zip([0, *places], [*places, len(text)], strict=True)]


def _small_pieces(text: str, chooser: random.Random) -> list[str]:
    """Return a text in chunks of token size."""
    pieces, at = [], 0
    while at < len(text):
        size = chooser.randint(1, 9)
        pieces.append(text[at : at + size])
        at += size
    return pieces


def _uneven_pieces(text: str, chooser: random.Random) -> list[str]:
    """Return a text in small chunks with an occasional large one, as from a slow connection."""
    pieces, at = [], 0
    while at < len(text):
        size = chooser.randint(10, 1300) if chooser.random() < 0.1 else chooser.randint(1, 9)
        pieces.append(text[at : at + size])
        at += size
    return pieces
