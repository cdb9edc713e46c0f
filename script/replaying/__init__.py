"""How script/replay reads a recorded scroll, sends it to a server, and says what was answered."""
