"""Match a typed reply to the options of a question."""
