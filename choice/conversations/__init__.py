"""The chat service: conversations with a model, its answers from data, and its questions as cards."""
