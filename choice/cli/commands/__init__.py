"""The commands. `choice.cli.parser` declares their arguments and names the function that runs each."""
