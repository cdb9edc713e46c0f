"""What several scripts have in common."""
