"""Rendering for Slack: text, blocks and messages, and validation against Slack's limits."""
