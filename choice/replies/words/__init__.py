"""The words people answer with, one file a language."""
