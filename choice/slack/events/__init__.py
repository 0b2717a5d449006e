"""Handlers for clicks, modals, messages and the home tab."""
