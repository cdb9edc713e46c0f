#ifndef HTTP_THREADS_H
#define HTTP_THREADS_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

// Data of each network thread, so that requests on different threads do not write to the same memory.

enum http_count {
  HTTP_COUNT_REQUESTS_RECEIVED,
  HTTP_COUNT_REQUESTS_IN_FLIGHT,
  HTTP_COUNT_IN_PHASE,  // connections, by phase
  HTTP_COUNTS = HTTP_COUNT_IN_PHASE + 6,
};

/// The data of one network thread, which alone writes to it. The server owns it, and outlives the thread.
struct http_thread {
  _Alignas(64) struct http_thread *next;
  struct http_threads *all;
  uint64_t number;    // from 1 on
  uint64_t ids_made;
  struct http_exchange *newest_head;  // network.c's: of the requests whose heads are arriving
  _Atomic uint64_t counts[HTTP_COUNTS];
};

struct http_threads {
  pthread_mutex_t lock;
  struct http_thread *first;
  uint64_t count;
  // Shared by all other threads.
  _Atomic uint64_t ids_made;
  _Atomic uint64_t counts[HTTP_COUNTS];
};

void http_threads_set_up(struct http_threads *threads);
void http_threads_free(struct http_threads *threads);

/// Makes the calling thread one of the server's. NULL if memory is missing.
struct http_thread *http_thread_enter(struct http_threads *threads);

/// The calling thread if it is one of the server's, else NULL.
struct http_thread *http_thread_of(const struct http_threads *threads);

/// Adds to a count of the calling thread. It may wrap around: one thread subtracts what another one has added.
void http_count(struct http_threads *threads, unsigned count, int64_t change);

/// The sum over all threads.
uint64_t http_count_read(const struct http_threads *threads, unsigned count);

#endif
