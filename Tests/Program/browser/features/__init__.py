"""What options add to feeds."""
