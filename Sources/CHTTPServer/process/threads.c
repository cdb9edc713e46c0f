#include "process/threads.h"

#include <stdlib.h>

static _Thread_local struct http_thread *this_thread;

void http_threads_set_up(struct http_threads *threads) { pthread_mutex_init(&threads->lock, NULL); }

void http_threads_free(struct http_threads *threads) {
  while (threads->first != NULL) {
    struct http_thread *thread = threads->first;
    threads->first = thread->next;
    free(thread);
  }
  pthread_mutex_destroy(&threads->lock);
}

struct http_thread *http_thread_enter(struct http_threads *threads) {
  if (this_thread != NULL) return this_thread;
  struct http_thread *thread = aligned_alloc(_Alignof(struct http_thread), sizeof *thread);
  if (thread == NULL) return NULL;
  *thread = (struct http_thread){.all = threads};
  pthread_mutex_lock(&threads->lock);
  thread->number = ++threads->count;
  thread->next = threads->first;
  threads->first = thread;
  pthread_mutex_unlock(&threads->lock);
  return this_thread = thread;
}

struct http_thread *http_thread_of(const struct http_threads *threads) {
  return this_thread != NULL && this_thread->all == threads ? this_thread : NULL;
}

void http_count(struct http_threads *threads, unsigned count, int64_t change) {
  struct http_thread *own = http_thread_of(threads);
  if (own == NULL) {
    atomic_fetch_add_explicit(&threads->counts[count], (uint64_t)change, memory_order_relaxed);
    return;
  }
  uint64_t before = atomic_load_explicit(&own->counts[count], memory_order_relaxed);
  atomic_store_explicit(&own->counts[count], before + (uint64_t)change, memory_order_relaxed);
}

uint64_t http_count_read(const struct http_threads *threads, unsigned count) {
  struct http_threads *all = (struct http_threads *)threads;
  uint64_t sum = atomic_load_explicit(&all->counts[count], memory_order_relaxed);
  pthread_mutex_lock(&all->lock);
  for (struct http_thread *thread = all->first; thread != NULL; thread = thread->next)
    sum += atomic_load_explicit(&thread->counts[count], memory_order_relaxed);
  pthread_mutex_unlock(&all->lock);
  // A thread whose count was read already may have added what a later thread has subtracted.
  return (int64_t)sum < 0 ? 0 : sum;
}
