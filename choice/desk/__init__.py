"""The desk: where questions wait for people, and outcomes for those who asked."""
