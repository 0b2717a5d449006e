"""Puts the parts together. The only place that knows every part and reads the environment."""
