"""The embedded demo model, its interview and its sample rows."""
