"""How script/replay records a scroll, sends it to a server, and says what was answered."""
