"""The parts of script/pictures."""
