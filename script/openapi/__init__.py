"""The parts of script/test-openapi."""
