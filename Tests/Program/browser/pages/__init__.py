"""Parts about the pages that the program serves, and layouts beside the browser's own."""
