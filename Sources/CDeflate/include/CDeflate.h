// Compression of stored bodies: raw deflate without header or checksum, by libdeflate.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Deflates quickly into `room` bytes. Returns the number of bytes; 0 if they do not fit, or if memory is short.
size_t deflate_into(const uint8_t *bytes, size_t count, uint8_t *target, size_t room);

// Inflates to exactly `count` bytes. Returns false if there are fewer or more, if the input is damaged or continues
// after its end, or if memory is short.
bool inflate_exactly(const uint8_t *deflated, size_t deflated_count, uint8_t *target, size_t count);
