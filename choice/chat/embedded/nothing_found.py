"""The answer when no row fits: why that may be, and what to ask instead."""

from choice.chat.embedded.wording import NAMES, listed
from choice.chat.sources.findings import Findings, Intent


def nothing_found(findings: Findings) -> str:
    """Return that nothing fits what was asked for."""
    intent = findings.intent
    topics = [NAMES[kind] for kind in intent.topics]
    name = topics[0] if len(topics) == 1 else "Data"
    return (
        "\n\n".join(
            [
                f"## No {name} Found",
                f"There is nothing among the {name.lower()} that fits {_asked_for(intent)}.",
                "**Possible reasons:**\n" + "\n".join([f"- {reason}" for reason in _reasons(intent)]),
                "**Try this instead:**\n" + "\n".join([f"- {other}" for other in _others(intent, name)]),
            ]
        )
        + "\n"
    )


def _asked_for(intent: Intent) -> str:
    words = [f"`{each}`" for each in intent.ids]
    severities = [f"`{severity.upper()}`" for severity in intent.severities]
    words += [f"severity {listed(severities, 'or')}"] if severities else []
    words += [f"the time span “{intent.span_words}”"] if intent.span_words else []
    return " and ".join(words) or "your question"


def _reasons(intent: Intent) -> list[str]:
    reasons = []
    if intent.ids:
        reasons.append("The id may be misspelled, or the row was removed")
    if intent.span_words:
        reasons.append("It may have happened before or after this time")
    if intent.severities:
        reasons.append("It may be recorded with another severity")
    return [
        *reasons,
        "Your role may not be among those that can see it",
        "The data may not have been loaded yet",
    ]


def _others(intent: Intent, name: str) -> list[str]:
    what = "signals" if name == "Data" else name.lower()
    others = [f"Show me all {what}"]
    if intent.span_words or not intent.ids:
        others.append(f"Show me {what} of the last 30 days")
    return [*others, "What's our organizational health?"]
