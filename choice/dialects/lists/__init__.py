"""Plain-text questions: a question and its options, listed in a model's text."""
