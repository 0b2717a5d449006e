"""The MCP server: agents ask through tools, elicitation and tasks."""
