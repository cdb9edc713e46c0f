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

/// The buffer of a finished body, kept for another body.
struct http_spare {
  uint8_t *bytes;  // NULL if there is none
  size_t capacity;
  int64_t since;
};

/// The buffers of large bodies, kept for a few seconds. Everything is under the lock of the room for bodies; `bytes`
/// may be read without it.
struct http_spares {
  struct http_spare of[HTTP_SPARES_MAX];
  uint64_t bytes_max;  // 0 once the server has stopped
  _Atomic uint64_t bytes;
};

/// Adds a buffer of at most `bytes_max`, and frees the oldest ones until all together have at most that. Returns the
/// number of bytes freed.
uint64_t http_spares_keep(struct http_spares *spares, struct http_spare spare);

/// The smallest buffer of at least `bytes` and at most twice as many bytes, without removing it; NULL if there is none.
struct http_spare *http_spares_find(struct http_spares *spares, uint64_t bytes);

/// Removes a buffer and returns it.
struct http_spare http_spares_take(struct http_spares *spares, struct http_spare *spare);

/// Frees the buffers that were added at `time` or earlier, and returns their number of bytes.
uint64_t http_spares_free(struct http_spares *spares, int64_t time);

#endif
