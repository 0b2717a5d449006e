"""Slack as a surface: renders questions as Block Kit messages and turns clicks and replies into answers."""
