"""Work that several threads do at once."""

import threading


class Threads:
    """A thread does `work` for each of the values. At the end of the `with` block `end` is called, and all are waited for."""

    def __init__(self, work, values, end=lambda: None):
        self.end = end
        self.threads = [threading.Thread(target=work, args=[value], daemon=True) for value in values]

    def __enter__(self):
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *exception):
        self.end()
        for thread in self.threads:
            thread.join()
