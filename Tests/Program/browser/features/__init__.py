"""Parts about what feeds do by an option or a call."""
