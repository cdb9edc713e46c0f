/// Counts the bytes that the program it is linked into holds from the allocator.
#ifndef CHEAPMETER_H
#define CHEAPMETER_H

#include <stdbool.h>
#include <stddef.h>

/// Whether it counts: a sanitizer has an allocator of its own.
bool heap_is_metered(void);

/// The bytes of all blocks that are held, with what the allocator adds to each.
size_t heap_bytes_held(void);

/// The most bytes that were held at one time since the last `heap_forget_peak`.
size_t heap_bytes_peak(void);

void heap_forget_peak(void);

/// How many blocks have been taken.
size_t heap_blocks_taken(void);

/// Runs something on a thread of its own, and waits until that thread has ended.
void heap_on_new_thread(void (*run)(void *context), void *context);

#endif
