"""The MCP server: any agent asks, in whatever era of the protocol its client speaks."""
