"""The formats in which forms, answers and segments leave the program."""
