"""clients/swift."""
