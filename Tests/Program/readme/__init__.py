"""The calls that the pages of documentation show."""
