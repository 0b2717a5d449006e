"""The terminal surface: prompts that are drawn in place and cleared when the question ends."""
