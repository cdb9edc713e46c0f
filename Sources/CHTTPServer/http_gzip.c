// Compression of answers. Level 1: answers are made of numbers and repeated keys, where higher levels cost
// several times the time for little. A stream's 260 KiB are kept for each thread that compresses: to get and
// clear them anew costs as much as compressing a small answer.

#include "http_private.h"

#include <limits.h>
#include <stdlib.h>
#include <zlib.h>

enum { GZIP_LEVEL = 1, GZIP_WINDOW_BITS = 15 + 16, GZIP_MEMORY_LEVEL = 8 };

static pthread_once_t key_is_made = PTHREAD_ONCE_INIT;
static pthread_key_t stream_key;
static bool has_key;

static void end_stream(void *stream) {
  deflateEnd(stream);
  free(stream);
}

static void make_key(void) { has_key = pthread_key_create(&stream_key, end_stream) == 0; }

// This thread's stream at its start, or NULL.
static z_stream *fresh_stream(void) {
  pthread_once(&key_is_made, make_key);
  if (!has_key) return NULL;
  z_stream *stream = pthread_getspecific(stream_key);
  if (stream != NULL) return deflateReset(stream) == Z_OK ? stream : NULL;
  stream = calloc(1, sizeof *stream);
  if (stream == NULL) return NULL;
  if (deflateInit2(stream, GZIP_LEVEL, Z_DEFLATED, GZIP_WINDOW_BITS, GZIP_MEMORY_LEVEL,
                   Z_DEFAULT_STRATEGY) != Z_OK) {
    free(stream);
    return NULL;
  }
  if (pthread_setspecific(stream_key, stream) != 0) {
    end_stream(stream);
    return NULL;
  }
  return stream;
}

uint8_t *http_gzip(const uint8_t *bytes, size_t count, size_t *compressed_count) {
  z_stream *stream = fresh_stream();
  if (stream == NULL) return NULL;
  size_t capacity = deflateBound(stream, count);
  uint8_t *compressed = malloc(capacity);
  int result = compressed == NULL ? Z_MEM_ERROR : Z_OK;
  size_t taken = 0, made = 0;
  while (result == Z_OK) {
    // The stream counts in 32 bits.
    size_t in = count - taken, out = capacity - made;
    uInt in_offered = in > UINT_MAX ? UINT_MAX : (uInt)in;
    uInt out_offered = out > UINT_MAX ? UINT_MAX : (uInt)out;
    stream->next_in = (Bytef *)(uintptr_t)(bytes + taken);
    stream->avail_in = in_offered;
    stream->next_out = compressed + made;
    stream->avail_out = out_offered;
    result = deflate(stream, in_offered == in ? Z_FINISH : Z_NO_FLUSH);
    taken += in_offered - stream->avail_in;
    made += out_offered - stream->avail_out;
  }
  if (result != Z_STREAM_END) {
    free(compressed);
    return NULL;
  }
  uint8_t *fitted = realloc(compressed, made);
  *compressed_count = made;
  return fitted != NULL ? fitted : compressed;
}
