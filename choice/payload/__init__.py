"""Bounded reading of untrusted JSON and values."""
