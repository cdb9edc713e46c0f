"""The parts of script/describe."""
