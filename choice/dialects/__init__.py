"""The ways in which models ask, and the ways in which they expect an answer."""
