// Compression of what a store keeps: raw deflate without header or sum, by libdeflate.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Deflates quickly into `room` bytes. Returns how many there are; 0 where they do not fit, or without memory.
size_t deflate_into(const uint8_t *bytes, size_t count, uint8_t *target, size_t room);

// Inflates into exactly `count` bytes. False where they are fewer or more, where the input is damaged or goes on behind
// its end, or without memory.
bool inflate_exactly(const uint8_t *deflated, size_t deflated_count, uint8_t *target, size_t count);
