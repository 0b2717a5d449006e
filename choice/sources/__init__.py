"""Sources of the rows that a model answers from: intent parsing, the SQL source, loading files."""
