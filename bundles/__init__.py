"""Files that other programs install choicewire from, all built by `python3 run.py bundles`."""
