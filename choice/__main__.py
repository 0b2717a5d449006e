"""Runs the command line: `python -m choice`."""

import sys

from choice.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
