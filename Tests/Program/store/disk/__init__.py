"""Disks that fail, hang, are full, or lose what was not synced."""
