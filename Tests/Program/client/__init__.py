"""clients/typescript."""
