"""Work that several threads do at once."""

import threading
from contextlib import contextmanager


@contextmanager
def at_once(work, values, end=lambda: None):
    """A thread does `work` for each of the values. At the end of the `with` block `end` is called, and all are waited for."""
    threads = [threading.Thread(target=work, args=[value], daemon=True) for value in values]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        end()
        for thread in threads:
            thread.join()
