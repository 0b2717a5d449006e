"""Where answers come from: the rows that a person may see and that matter to what they said."""
