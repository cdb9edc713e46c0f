// SHA-256 (FIPS 180-4) of one message, and of several in parallel.
#pragma once

#include <stddef.h>
#include <stdint.h>

struct sha256 {
  uint32_t state[8];
  uint64_t byte_count;
  // The bytes of the incomplete block.
  uint8_t block[64];
};

void sha256_begin(struct sha256 *hash);
void sha256_append(struct sha256 *hash, const void *bytes, size_t count);

// Writes the digest as four numbers. The first byte of each is its highest. Ends the message.
void sha256_end(struct sha256 *hash, uint64_t *digest);

// Writes the digests of consecutive messages, four numbers each; ends[i] is the end of message i.
void sha256_of_messages(const uint8_t *bytes, const uint32_t *ends, size_t count, uint64_t *digests);
