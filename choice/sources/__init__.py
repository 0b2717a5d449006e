"""Data for the model's answers: parse the intent of a message, query rows, and load rows from files."""
