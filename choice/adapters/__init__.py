"""Adapters for agent frameworks: ask the questions and tool approvals of an agent on the desk.

One module per framework. Each imports only its own framework.
"""
