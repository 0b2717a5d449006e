"""Separates prose from questions in a model's text, while it arrives."""
