"""Agents that other frameworks run: what they ask, and what they want to do, comes to the desk.

One module a framework; each needs that framework, and none of them needs another.
"""
