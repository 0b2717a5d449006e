"""Untrusted payloads, read into plain values within fixed bounds."""
