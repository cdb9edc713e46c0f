#include "request/id.h"

#include <string.h>
#include <sys/random.h>
#include <time.h>

enum { MADE_ID_BYTES = sizeof HTTP_REQUEST_ID_PLACE - 1, THREAD_SHIFT = 44 };

void http_ids_set_up(struct http_ids *ids) {
  if (getrandom(ids->seed, sizeof ids->seed, GRND_NONBLOCK) == (ssize_t)sizeof ids->seed) return;
  struct timespec time;
  clock_gettime(CLOCK_REALTIME, &time);
  ids->seed[0] = (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
  ids->seed[1] = (uint64_t)(uintptr_t)ids;
}

// A number that no other id of the server has: each thread counts on its own.
static uint64_t next_number(struct http_threads *threads) {
  struct http_thread *own = http_thread_of(threads);
  if (own == NULL) return atomic_fetch_add_explicit(&threads->ids_made, 1, memory_order_relaxed);
  return own->number << THREAD_SHIFT | own->ids_made++;
}

// A bijection that hides the counting (the finalizer of SplitMix64).
static uint64_t mix(uint64_t value) {
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9;
  value = (value ^ (value >> 27)) * 0x94d049bb133111eb;
  return value ^ (value >> 31);
}

// The 16 hexadecimal digits of a word.
static void write_digits(char *digits, uint64_t word) {
  for (int i = 0; i < 16; i++) digits[i] = "0123456789abcdef"[word >> (60 - i * 4) & 15];
}

void http_id_make(const struct http_ids *ids, struct http_threads *threads, http_id id) {
  uint64_t number = next_number(threads);
  write_digits(id, mix(ids->seed[0] + number));
  write_digits(id + 16, mix(ids->seed[1] ^ ~number));
  id[MADE_ID_BYTES] = 0;
}

void http_id_take(http_id id, const char *value) {
  size_t bytes = strspn(value, "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ._-");
  bool is_whole = value[bytes + strspn(value + bytes, " \t")] == 0;
  if (!is_whole || bytes == 0 || bytes > HTTP_REQUEST_ID_BYTES_MAX) return;
  memcpy(id, value, bytes);
  id[bytes] = 0;
}
