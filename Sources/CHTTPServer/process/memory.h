#ifndef HTTP_MEMORY_H
#define HTTP_MEMORY_H

#include <stddef.h>
#include <stdint.h>

/// The times at which the reaper returns freed memory to the system.
struct http_memory {
  uint64_t peak_bytes;
  int64_t return_time;  // 0 when none is due
  int64_t next_return_time;
};

/// Makes the process's allocator return large blocks to the system when they are freed.
void http_memory_set_up(void);

/// Lets the system back a large block with huge pages of 2 MiB as it is written to. At most one of them is used only in
/// part.
void http_memory_prefer_huge_pages(void *block, size_t bytes);

/// Returns freed memory to the system after a flood of the server's or the program's own memory.
void http_memory_look(struct http_memory *memory, int64_t now, uint64_t connections, uint64_t body_and_answer_bytes);

#endif
