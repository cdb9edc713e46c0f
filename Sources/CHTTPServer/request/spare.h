#ifndef HTTP_SPARE_H
#define HTTP_SPARE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  HTTP_SPARES_MAX = 4,
  HTTP_SPARE_BYTES_MIN = 4 << 20,  // the allocator itself keeps smaller blocks
};

/// A buffer of a body that has gone, for one that comes.
struct http_spare {
  uint8_t *bytes;  // NULL where there is none
  size_t capacity;
  int64_t since;
};

/// Buffers of large bodies, for a few seconds. Everything is under the lock of the room for bodies; `bytes` may be read
/// without it.
struct http_spares {
  struct http_spare of[HTTP_SPARES_MAX];
  uint64_t bytes_max;  // 0 once the server has stopped
  _Atomic uint64_t bytes;
};

/// Takes a buffer of at most `bytes_max`, and frees the oldest ones until all together have at most that. Returns how many
/// bytes these had.
uint64_t http_spares_keep(struct http_spares *spares, struct http_spare spare);

/// The smallest buffer of at least so many bytes and at most twice as many, which stays where it is; else NULL.
struct http_spare *http_spares_find(struct http_spares *spares, uint64_t bytes);

/// Takes a buffer out.
struct http_spare http_spares_take(struct http_spares *spares, struct http_spare *spare);

/// Frees the buffers that have been there since `time` or longer, and returns how many bytes they had.
uint64_t http_spares_free(struct http_spares *spares, int64_t time);

#endif
