// Compression of answers. Level 1: answers are made of numbers and repeated keys, where higher levels cost
// several times the time for little.

#include "http_private.h"

#include <limits.h>
#include <stdlib.h>
#include <zlib.h>

enum { GZIP_LEVEL = 1, GZIP_WINDOW_BITS = 15 + 16, GZIP_MEMORY_LEVEL = 8 };

uint8_t *http_gzip(const uint8_t *bytes, size_t count, size_t *compressed_count) {
  z_stream stream = {0};
  if (deflateInit2(&stream, GZIP_LEVEL, Z_DEFLATED, GZIP_WINDOW_BITS, GZIP_MEMORY_LEVEL,
                   Z_DEFAULT_STRATEGY) != Z_OK)
    return NULL;
  size_t capacity = deflateBound(&stream, count);
  uint8_t *compressed = malloc(capacity);
  int result = compressed == NULL ? Z_MEM_ERROR : Z_OK;
  size_t taken = 0, made = 0;
  while (result == Z_OK) {
    // The stream counts in 32 bits.
    size_t in = count - taken, out = capacity - made;
    stream.avail_in = in > UINT_MAX ? UINT_MAX : (uInt)in;
    stream.avail_out = out > UINT_MAX ? UINT_MAX : (uInt)out;
    stream.next_in = (Bytef *)(uintptr_t)(bytes + taken);
    stream.next_out = compressed + made;
    uInt in_before = stream.avail_in, out_before = stream.avail_out;
    result = deflate(&stream, in_before == in ? Z_FINISH : Z_NO_FLUSH);
    taken += in_before - stream.avail_in;
    made += out_before - stream.avail_out;
  }
  deflateEnd(&stream);
  if (result != Z_STREAM_END) {
    free(compressed);
    return NULL;
  }
  uint8_t *fitted = realloc(compressed, made);
  *compressed_count = made;
  return fitted != NULL ? fitted : compressed;
}
