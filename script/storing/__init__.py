"""What script/test-store runs."""
