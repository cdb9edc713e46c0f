// Decompression of bodies (docs/rules.md#gzip-bodies).

#include <libdeflate.h>
#include <stdlib.h>
#include <string.h>

#include "CHTTPServer.h"

// The shortest member: a header of ten bytes, a compressed stream of two, a trailer of eight.
enum { LEAST_MEMBER_BYTES = 20 };

size_t http_gunzip_claim(const uint8_t *member, size_t count) {
  if (count < LEAST_MEMBER_BYTES) return 0;
  const uint8_t *end = member + count;
  return (size_t)end[-4] | (size_t)end[-3] << 8 | (size_t)end[-2] << 16 | (size_t)end[-1] << 24;
}

http_gunzip_result http_gunzip(const uint8_t *member, size_t count, size_t room, uint8_t **unfolded,
                               size_t *unfolded_bytes) {
  *unfolded = NULL;
  if (count < LEAST_MEMBER_BYTES) return HTTP_GUNZIP_DAMAGED;
  struct libdeflate_decompressor *decompressor = libdeflate_alloc_decompressor();
  uint8_t *bytes = malloc(room + HTTP_BODY_SLACK_BYTES);
  if (decompressor == NULL || bytes == NULL) {
    libdeflate_free_decompressor(decompressor);
    free(bytes);
    return HTTP_GUNZIP_NO_MEMORY;
  }
  size_t taken = 0;
  enum libdeflate_result result =
      libdeflate_gzip_decompress_ex(decompressor, member, count, bytes, room, &taken, unfolded_bytes);
  libdeflate_free_decompressor(decompressor);
  if (result == LIBDEFLATE_SUCCESS && taken == count) {
    memset(bytes + *unfolded_bytes, 0, HTTP_BODY_SLACK_BYTES);
    *unfolded = bytes;
    return HTTP_GUNZIPPED;
  }
  free(bytes);
  return result == LIBDEFLATE_INSUFFICIENT_SPACE ? HTTP_GUNZIP_NO_ROOM : HTTP_GUNZIP_DAMAGED;
}

void http_gunzip_free(uint8_t *unfolded) { free(unfolded); }
