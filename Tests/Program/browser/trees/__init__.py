"""Parts about pages that are made of sources."""
