"""Matches what a person typed to the options it means."""
