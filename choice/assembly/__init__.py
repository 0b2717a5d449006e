"""Builds desk, server and surfaces from settings. Packages below it do not read the environment."""
