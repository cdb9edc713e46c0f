"""Parts about the client, in pages of another origin."""
