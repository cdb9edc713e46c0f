#ifndef HTTP_CLOCK_H
#define HTTP_CLOCK_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

/// A server's clock: the system's, or in tests one that stands still until it is moved.
struct http_clock {
  bool stands_still;
  _Atomic int64_t time;  // of one that stands still
};

/// The system's monotonic clock in milliseconds, at its last tick, at most some milliseconds ago.
static inline int64_t http_system_now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC_COARSE, &time);
  return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

/// The time of a server in milliseconds.
static inline int64_t http_now(const struct http_clock *clock) {
  return clock->stands_still ? atomic_load(&clock->time) : http_system_now();
}

#endif
