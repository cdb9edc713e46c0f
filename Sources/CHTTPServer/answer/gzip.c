// Compression of answers, at level 1: answers are numbers and repeated keys, for which higher levels take more time and
// gain little. Each thread that compresses keeps its compressor: allocating another one costs as much as compressing a
// small answer.

#include <libdeflate.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

#include "answer/gzip.h"

enum { GZIP_LEVEL = 1 };

static pthread_once_t key_is_made = PTHREAD_ONCE_INIT;
static pthread_key_t compressor_key;
static bool has_key;

static void free_compressor(void *compressor) { libdeflate_free_compressor(compressor); }

static void make_key(void) { has_key = pthread_key_create(&compressor_key, free_compressor) == 0; }

// This thread's compressor, or NULL.
static struct libdeflate_compressor *own_compressor(void) {
  pthread_once(&key_is_made, make_key);
  if (!has_key) return NULL;
  struct libdeflate_compressor *compressor = pthread_getspecific(compressor_key);
  if (compressor != NULL) return compressor;
  compressor = libdeflate_alloc_compressor(GZIP_LEVEL);
  if (compressor == NULL) return NULL;
  if (pthread_setspecific(compressor_key, compressor) == 0) return compressor;
  libdeflate_free_compressor(compressor);
  return NULL;
}

uint8_t *http_gzip(const uint8_t *bytes, size_t count, size_t *compressed_count) {
  struct libdeflate_compressor *compressor = own_compressor();
  if (compressor == NULL) return NULL;
  size_t capacity = libdeflate_gzip_compress_bound(compressor, count);
  uint8_t *compressed = malloc(capacity);
  if (compressed == NULL) return NULL;
  *compressed_count = libdeflate_gzip_compress(compressor, bytes, count, compressed, capacity);
  if (*compressed_count == 0) {
    free(compressed);
    return NULL;
  }
  uint8_t *fitted = realloc(compressed, *compressed_count);
  return fitted != NULL ? fitted : compressed;
}
