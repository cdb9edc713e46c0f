/// What the thread sanitizer has to know about Swift's `Mutex`; nothing of it is called by name.
