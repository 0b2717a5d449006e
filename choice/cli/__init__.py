"""The command `choicewire`. Each command is a function in `choice.cli.commands`, imported when it runs."""
