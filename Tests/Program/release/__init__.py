"""What script/release makes: its files, the commands that publish them, and a page, a React app and a backend that have nothing else."""
