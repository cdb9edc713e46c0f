// Returns freed memory to the system.
//
// After a flood of connections, bodies or answers, the allocator would keep some hundred megabytes forever. Returning
// them takes a walk over all free memory with the allocator's locks held, so it is done only after a flood, and rarely.

#include "process/memory.h"

#include <malloc.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "CHTTPServer.h"

// The bytes that the program has freed on its own since memory was last returned because of them.
static _Atomic uint64_t freed_bytes;

enum {
  // Once a large block has been freed, the allocator keeps all blocks of that size, unless thresholds are set.
  RETURNED_BLOCK_BYTES = 4 << 20,
  KEPT_HEAP_BYTES = 8 << 20,
  ROOM_BLOCK_BYTES = RETURNED_BLOCK_BYTES - (64 << 10),  // the heap itself has it, and keeps two
  CONNECTION_BYTES = 36 << 10,
  FLOOD_BYTES = 32 << 20,
  RETURN_DELAY = 3000,  // by then the values made from the last bodies are freed, too
  RETURN_INTERVAL = 10000,
};

void http_memory_set_up(void) {
  mallopt(M_MMAP_THRESHOLD, RETURNED_BLOCK_BYTES);
  mallopt(M_TRIM_THRESHOLD, KEPT_HEAP_BYTES);
}

void http_memory_make_room(void) {
  // `volatile` keeps the compiler from removing the allocation.
  void *volatile first = malloc(ROOM_BLOCK_BYTES), *volatile second = malloc(ROOM_BLOCK_BYTES);
  free(second);
  free(first);
}

void http_memory_prefer_huge_pages(void *block, size_t bytes) {
  if (bytes < RETURNED_BLOCK_BYTES) return;
  // Advice is for whole pages. The first page also contains the allocator's bytes before the block.
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), first = (uintptr_t)block / page * page;
  madvise((void *)first, (uintptr_t)block + bytes - first, MADV_HUGEPAGE);
}

void http_memory_freed(size_t bytes) { atomic_fetch_add(&freed_bytes, bytes); }

// Whether the program has freed a flood of its own memory. If there are several servers, only one gets true.
static bool take_freed_flood(void) {
  uint64_t freed = atomic_load(&freed_bytes);
  return freed >= FLOOD_BYTES && atomic_compare_exchange_strong(&freed_bytes, &freed, 0);
}

void http_memory_look(struct http_memory *memory, int64_t now, uint64_t connections, uint64_t body_and_answer_bytes) {
  uint64_t held_bytes = connections * CONNECTION_BYTES + body_and_answer_bytes;
  if (held_bytes > memory->peak_bytes) memory->peak_bytes = held_bytes;
  if (memory->return_time == 0) {
    bool is_due = memory->peak_bytes - held_bytes >= FLOOD_BYTES || take_freed_flood();
    int64_t soon = now + RETURN_DELAY;
    if (is_due) memory->return_time = soon < memory->next_return_time ? memory->next_return_time : soon;
  } else if (now >= memory->return_time) {
    malloc_trim(0);
    *memory = (struct http_memory){.peak_bytes = held_bytes, .next_return_time = now + RETURN_INTERVAL};
  }
}
