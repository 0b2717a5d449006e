"""What the demo model says when it was asked for nothing it knows."""

EXAMPLES = (
    "Show me critical weak signals",
    "What's our organizational health?",
    "Top incidents this week",
    "Show me signal WS-001 in JSON",
)


def small_talk() -> str:
    """Return who answers here and what can be asked."""
    examples = "\n".join([f"- {example}" for example in EXAMPLES])
    return (
        "Hello! I am the **demo model**: I run inside this server, without a network, and answer from its "
        f"data by fixed rules. These are good messages to begin with:\n\n{examples}\n\n"
        "I can also interview you about something that should improve. Say **interview me**, and add how I "
        "should ask: *with JSON*, *with a choices fence*, *as a form* or *with a tool*; in the modes "
        "Discovery and Clarification also *with letters* or *numbered*, which stay text in a chat.\n"
    )
