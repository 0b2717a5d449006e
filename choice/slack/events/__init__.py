"""Handlers for what happens in Slack: clicks, modals, messages and the home tab."""
