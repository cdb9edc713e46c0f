"""The parts of script/benchmark."""
