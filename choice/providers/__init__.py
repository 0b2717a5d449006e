"""Model providers: OpenAI-compatible and Anthropic clients behind one protocol."""
