"""Tests of script/replay: what it prints of each step, the times that it counts, and what it says of mistakes."""
