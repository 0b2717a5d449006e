"""Slack as a surface: what a question looks like there, and what clicks on it mean."""
