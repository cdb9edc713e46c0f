// Replacements of the allocator's functions: each calls the allocator's own and counts.

#include "CHeapMeter.h"

#include <errno.h>
#include <malloc.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic size_t held, peak, blocks;

size_t heap_bytes_held(void) { return atomic_load(&held); }

size_t heap_bytes_peak(void) { return atomic_load(&peak); }

void heap_forget_peak(void) { atomic_store(&peak, atomic_load(&held)); }

size_t heap_blocks_taken(void) { return atomic_load(&blocks); }

struct job {
  void (*run)(void *context);
  void *context;
};

static void *do_job(void *job) {
  ((struct job *)job)->run(((struct job *)job)->context);
  return NULL;
}

void heap_on_new_thread(void (*run)(void *context), void *context) {
  struct job job = {run, context};
  pthread_t thread;
  if (pthread_create(&thread, NULL, do_job, &job) != 0) abort();
  pthread_join(thread, NULL);
}

#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)

bool heap_is_metered(void) { return false; }

#else

bool heap_is_metered(void) { return true; }

void *__libc_malloc(size_t bytes);
void *__libc_calloc(size_t count, size_t bytes);
void *__libc_realloc(void *block, size_t bytes);
void *__libc_memalign(size_t alignment, size_t bytes);
void __libc_free(void *block);

// The bytes that the allocator takes for a block: a word more than can be used.
static size_t taken(void *block) { return block == NULL ? 0 : malloc_usable_size(block) + sizeof(size_t); }

static void *counted(void *block) {
  size_t bytes = taken(block), now = atomic_fetch_add(&held, bytes) + bytes, most = atomic_load(&peak);
  atomic_fetch_add(&blocks, 1);
  while (now > most && !atomic_compare_exchange_weak(&peak, &most, now)) continue;
  return block;
}

void *malloc(size_t bytes) { return counted(__libc_malloc(bytes)); }

void *calloc(size_t count, size_t bytes) { return counted(__libc_calloc(count, bytes)); }

void *realloc(void *block, size_t bytes) {
  size_t before = taken(block);
  void *moved = __libc_realloc(block, bytes);
  if (moved == NULL && bytes > 0) return NULL;
  // While the allocator copies it holds both; most blocks grow where they are, or move by their pages.
  atomic_fetch_sub(&held, before);
  return counted(moved);
}

void *memalign(size_t alignment, size_t bytes) { return counted(__libc_memalign(alignment, bytes)); }

void *aligned_alloc(size_t alignment, size_t bytes) { return memalign(alignment, bytes); }

int posix_memalign(void **block, size_t alignment, size_t bytes) {
  void *aligned = memalign(alignment, bytes);
  if (aligned == NULL) return ENOMEM;
  *block = aligned;
  return 0;
}

void free(void *block) {
  atomic_fetch_sub(&held, taken(block));
  __libc_free(block);
}

#endif
