"""Generated prose like a model's long answer, deterministic for a seed.

Sentences are built from templates; none occurs twice in a text.
"""

import random
import re

ANSWER = (500, 850)
"""Range of target lengths for a paragraph of a long answer; the last sentence may exceed it."""
ESSAY = (1300, 1600)
"""The same for long-form prose."""

_SLOT = re.compile(r"\{(\w+)\}")

_WORDS = {
    "part": (
        "the nightly export", "the billing service", "the search index", "the sign-in page",
        "the mail queue", "the report builder", "the audit trail", "the mobile client",
        "the price list", "the delivery planner", "the image cache", "the customer record",
        "the import of old orders", "the warehouse view", "the public API", "the translation memory",
        "the retry logic", "the session store", "the monthly statement", "the map view",
    ),
    "people": (
        "the support team", "your accountants", "the two people on call", "new colleagues",
        "the field engineers", "most of your customers", "the auditors", "the people in the warehouse",
        "the product group", "a careful reader", "the operators at night",
        "the pilot users",
    ),
    "time": (
        "in the first week", "before the next release", "by the end of the quarter", "after the pilot",
        "while traffic is low", "during the move", "within 2.5 seconds", "over a long weekend",
        "in about 30 minutes", "once the figures are in", "on the first working day of a month",
        "between two deployments",
    ),
    "good": (
        "easier to reason about", "cheaper to run", "simple enough to test", "safe to repeat",
        "visible to everybody", "quick to undo", "predictable under load", "less surprising",
        "independent of the vendor", "small and boring", "fast enough for a phone",
        "readable a year later",
    ),
    "bad": (
        "hard to trace", "slow when the table grows", "expensive to change later",
        "fragile at the edges", "invisible until something breaks", "confusing for newcomers",
        "difficult to measure", "dependent on a single person", "wrong for leap years",
        "awkward on small screens", "needlessly clever",
    ),
    "act": (
        "write down what happens today", "move one small customer first",
        "keep the old path for a while", "measure before changing anything", "agree on a single owner",
        "remove what nobody uses", "put a limit on every queue", "compare both results for a few days",
        "name the fields as people say them", "start with the report that hurts most",
        "let the job run twice without harm", "ask three users to try it", "store the time in UTC",
        "add an index on `created_at`", "version the format from the beginning",
        "set `max_connections` to a number you have tested",
    ),
    "fact": (
        "about 40 % of the requests ask for the same ten records",
        "the disk is idle for most of the day", "nobody has opened that page since spring",
        "the error budget was used up in March", "every second call repeats the one before it",
        "the largest account has 180,000 rows", "the average answer takes 1.7 seconds",
        "the backup has never been restored", "half of the settings are never changed",
        "the peak lasts only ten minutes", "the contract allows two hours of downtime a year",
        "the log already holds what is missing in the report",
    ),
    "thing": (
        "a short checklist", "a read-only copy", "a queue with a fixed size",
        "a table of known exceptions", "a feature flag", "a single source for prices",
        'an agreed definition of "active customer"', "a second pair of eyes", "a rough sketch",
        "a budget for mistakes", "a date for the decision", "one page of notes",
        "a test with real (anonymised) data", "a small script",
    ),
}  # fmt: skip

_SENTENCES = (
    "In practice {part} becomes {bad} as soon as {people} depend on it.",
    "What matters for {people} is that {part} stays {good}, even {time}.",
    "You can {act} {time}, and {people} will hardly notice.",
    "The figures support this: {fact}, although {part} was built for something else.",
    "A good first step is to {act}; it costs little and makes {part} {good}.",
    "Because {fact}, I would not start with {part}.",
    "If {part} turns out to be {bad}, {thing} is usually enough to go on.",
    "There is a trade-off here: {part} gets {good}, but {thing} has to be looked after.",
    "Teams in a similar position tend to {act} and then wait for what {people} say.",
    "It is tempting to rewrite {part} at once, yet {fact}.",
    "With {thing} you can {act} without asking {people} for permission every time.",
    "Note that {part} is not the bottleneck, since {fact}.",
    "The second concern is operational, i.e. {part} must be {good} {time}.",
    "Some details only show up {time}, e.g. that {part} is {bad}.",
    "My suggestion is therefore to {act}, with {thing} as a safety net.",
    "{people} rarely complain about {part}; they simply stop using it when it is {bad}.",
    "Once {part} has {thing}, you may {act} at your own pace.",
    "I would keep {part} and {thing} apart, so that each remains {good}.",
    "None of this is urgent, but {part} will not become {good} by itself.",
    "Costs are the smaller problem: {fact}, and hardware is cheap.",
    "Should {people} disagree, {thing} makes it possible to change course {time}.",
    "The old approach was to {act}, which left {part} {bad}.",
    "As for security, {part} needs {thing} (and somebody who reads it) {time}.",
    "To be fair, {part} has worked for years, and {fact}.",
    "For {people} the change is almost invisible: {part} looks the same and is {good}.",
    "One more observation: {fact}, so {thing} pays for itself {time}.",
    "Do not let {part} decide this for you; {act} first.",
    "A migration of {part} usually fails for dull reasons, e.g. a missing owner or {thing} out of date.",
    "That said, {part} can stay as it is until {people} ask for more.",
    "It helps to {act}, because {people} then see the same numbers as you do.",
    "Compared with last year {part} is {good}, mostly thanks to {thing}.",
    "The risk is moderate: {part} could become {bad}, though hardly {time}.",
    "Why does this matter so much to {people}? Mainly because {fact}.",
    "Whether you {act} now or {time} makes little difference to {part}.",
    "In short, treat {part} as a product: give it {thing}, and keep it {good}.",
    "Experience shows that {people} accept a slower start {time} if {part} never loses anything.",
    "Nothing prevents you from trying both; {thing} is enough to compare them {time}.",
)


def prose(length: int, seed: int = 1, aims: tuple[int, int] = ANSWER) -> str:
    """Return prose of at least this length, in whole paragraphs."""
    chance = random.Random(seed)
    used: set[str] = set()
    paragraphs: list[str] = []
    while sum(map(len, paragraphs)) < length:
        paragraphs.append(_paragraph(chance, used, aims))
    return "\n\n".join(paragraphs) + "\n"


def sentence(chance: random.Random) -> str:
    """Return one sentence."""
    filled = _SLOT.sub(lambda slot: chance.choice(_WORDS[slot[1]]), chance.choice(_SENTENCES))
    return filled[0].upper() + filled[1:]


def paragraph_length(text: str) -> int:
    """Return the mean length of the paragraphs of a text."""
    paragraphs = text.strip().split("\n\n")
    return sum(map(len, paragraphs)) // len(paragraphs)


def _paragraph(chance: random.Random, used: set[str], aims: tuple[int, int]) -> str:
    aim = chance.randint(*aims)
    sentences: list[str] = []
    while sum(map(len, sentences)) + len(sentences) < aim:
        new = sentence(chance)
        if new not in used:
            used.add(new)
            sentences.append(new)
    return " ".join(sentences)
