// SHA-256 and the tags of AES-256-GCM, from the distribution's libcrypto.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A SHA-256 of bytes appended piece by piece. Does not allocate, and no call can fail.
struct crypto_sha256 {
  uint32_t state[28];
};

void crypto_sha256_begin(struct crypto_sha256 *hash);
void crypto_sha256_append(struct crypto_sha256 *hash, const void *bytes, size_t count);
void crypto_sha256_end(struct crypto_sha256 *hash, uint8_t digest[32]);

enum { crypto_key_size = 32, crypto_nonce_size = 12, crypto_tag_size = 16 };

// Writes the tag of AES-256-GCM over bytes that are authenticated but not encrypted. Returns false if the library
// fails.
bool crypto_tag(const uint8_t *key, const uint8_t *nonce, const void *bytes, size_t count, uint8_t *tag);
