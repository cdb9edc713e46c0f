// The buffers of finished large bodies.
//
// The system clears every page of a large block before it hands the block out, which takes as long as parsing the
// numbers in the body. So the buffers of the last large bodies are kept for a moment, for the next ones.

#include "request/spare.h"

#include <stdlib.h>

static uint64_t free_one(struct http_spares *spares, struct http_spare *spare) {
  struct http_spare taken = http_spares_take(spares, spare);
  free(taken.bytes);
  return taken.capacity;
}

static struct http_spare *oldest(struct http_spares *spares) {
  struct http_spare *found = NULL;
  for (size_t i = 0; i < HTTP_SPARES_MAX; i++) {
    struct http_spare *spare = &spares->of[i];
    if (spare->bytes != NULL && (found == NULL || spare->since < found->since)) found = spare;
  }
  return found;
}

static struct http_spare *empty(struct http_spares *spares) {
  struct http_spare *spare = spares->of, *end = spare + HTTP_SPARES_MAX;
  while (spare < end && spare->bytes != NULL) spare++;
  return spare < end ? spare : NULL;
}

uint64_t http_spares_keep(struct http_spares *spares, struct http_spare spare) {
  uint64_t freed = 0;
  while (empty(spares) == NULL || atomic_load(&spares->bytes) + spare.capacity > spares->bytes_max)
    freed += free_one(spares, oldest(spares));
  *empty(spares) = spare;
  atomic_fetch_add(&spares->bytes, spare.capacity);
  return freed;
}

struct http_spare *http_spares_find(struct http_spares *spares, uint64_t bytes) {
  struct http_spare *found = NULL;
  for (size_t i = 0; i < HTTP_SPARES_MAX; i++) {
    struct http_spare *spare = &spares->of[i];
    bool suits = spare->bytes != NULL && spare->capacity >= bytes && spare->capacity / 2 <= bytes;
    if (suits && (found == NULL || spare->capacity < found->capacity)) found = spare;
  }
  return found;
}

struct http_spare http_spares_take(struct http_spares *spares, struct http_spare *spare) {
  struct http_spare taken = *spare;
  spare->bytes = NULL;
  atomic_fetch_sub(&spares->bytes, taken.capacity);
  return taken;
}

uint64_t http_spares_free(struct http_spares *spares, int64_t time) {
  uint64_t freed = 0;
  for (size_t i = 0; i < HTTP_SPARES_MAX; i++) {
    struct http_spare *spare = &spares->of[i];
    if (spare->bytes != NULL && spare->since <= time) freed += free_one(spares, spare);
  }
  return freed;
}
