"""What script/soak runs: scenarios against the running program, and what they need."""
