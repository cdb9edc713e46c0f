"""Documents while the program is killed and connections are cut."""
