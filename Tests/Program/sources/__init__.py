"""A page made of sources, played through over HTTP."""
