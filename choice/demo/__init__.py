"""What the demo model says: a file for each shape of answer, and its interview."""
