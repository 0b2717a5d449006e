"""The command `choicewire`, one file for each of its commands."""
