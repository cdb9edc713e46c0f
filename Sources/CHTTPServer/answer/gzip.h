#ifndef HTTP_GZIP_H
#define HTTP_GZIP_H

#include <stddef.h>
#include <stdint.h>

/// The gzip member for these bytes in malloc'ed memory, or NULL.
uint8_t *http_gzip(const uint8_t *bytes, size_t count, size_t *compressed_count);

#endif
