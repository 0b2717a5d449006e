"""Implementations of the commands that `choice.cli.parser` declares."""
