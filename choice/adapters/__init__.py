"""Adapters for agent frameworks: people answer an agent's questions and approve its tool calls on the desk.

One module per framework. Each imports only its own framework.
"""
