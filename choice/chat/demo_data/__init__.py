"""Made-up rows for trying out the chat; their days are counted back from today."""
