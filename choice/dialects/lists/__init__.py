"""Questions found in a model's text."""
