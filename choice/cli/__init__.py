"""The `choicewire` command line. Each command is a function in `choice.cli.commands`, imported on demand."""
