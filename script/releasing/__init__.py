"""How script/release makes its files."""
