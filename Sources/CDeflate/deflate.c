#include "CDeflate.h"

#include <libdeflate.h>

// The fastest level, because bodies are written once and seldom read.
static const int level = 1;

size_t deflate_into(const uint8_t *bytes, size_t count, uint8_t *target, size_t room) {
  struct libdeflate_compressor *compressor = libdeflate_alloc_compressor(level);
  if (!compressor)
    return 0;
  size_t result = libdeflate_deflate_compress(compressor, bytes, count, target, room);
  libdeflate_free_compressor(compressor);
  return result;
}

bool inflate_exactly(const uint8_t *deflated, size_t deflated_count, uint8_t *target, size_t count) {
  struct libdeflate_decompressor *decompressor = libdeflate_alloc_decompressor();
  if (!decompressor)
    return false;
  size_t read = 0;
  // If the count of written bytes is not requested, fewer than `count` bytes are an error.
  enum libdeflate_result result =
      libdeflate_deflate_decompress_ex(decompressor, deflated, deflated_count, target, count, &read, NULL);
  libdeflate_free_decompressor(decompressor);
  return result == LIBDEFLATE_SUCCESS && read == deflated_count;
}
