"""Questions that arrive as tool calls."""
