#ifndef HTTP_CLOCK_H
#define HTTP_CLOCK_H

#include <stdint.h>
#include <time.h>

/// The monotonic clock in milliseconds, at its last tick, at most some milliseconds ago.
static inline int64_t http_now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC_COARSE, &time);
  return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

#endif
