/// Tells the thread sanitizer about Swift's `Mutex`; no function is called by name.
