"""Browsers that are driven, and what they open."""
