"""The pages of the program and the feeds of the client, in browsers."""
