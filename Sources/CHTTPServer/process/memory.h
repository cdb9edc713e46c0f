#ifndef HTTP_MEMORY_H
#define HTTP_MEMORY_H

#include <stddef.h>
#include <stdint.h>

/// The reaper's: when freed memory goes back to the system.
struct http_memory {
  uint64_t peak_bytes;
  int64_t return_time;  // 0 when none is due
  int64_t next_return_time;
};

/// Has the allocator return large blocks when they are freed. Of the whole process.
void http_memory_set_up(void);

/// Lets the system fill a large block with few huge pages, as it is written to, in place of thousands of small ones.
/// At most one of 2 MiB then is more than what has been written.
void http_memory_prefer_huge_pages(void *block, size_t bytes);

/// Returns freed memory to the system when a flood is over, of the server's own memory or of the program's.
void http_memory_look(struct http_memory *memory, int64_t now, uint64_t connections, uint64_t body_and_answer_bytes);

#endif
