"""Rendering for Slack: text, blocks, messages, and the limits they must keep."""
