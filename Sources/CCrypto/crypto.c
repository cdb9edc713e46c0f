// SHA256_Init and the related functions are deprecated in favour of EVP. But EVP allocates a context for each digest
// and looks the algorithm up under a lock, which costs more than a digest of 40 bytes.
#define OPENSSL_API_COMPAT 10101

#include "CCrypto.h"

#include <openssl/evp.h>
#include <openssl/sha.h>
#include <pthread.h>

_Static_assert(sizeof(struct crypto_sha256) == sizeof(SHA256_CTX), "crypto_sha256 holds a SHA256_CTX");
_Static_assert(_Alignof(struct crypto_sha256) == _Alignof(SHA256_CTX), "crypto_sha256 is aligned as a SHA256_CTX");

void crypto_sha256_begin(struct crypto_sha256 *hash) { SHA256_Init((SHA256_CTX *)hash); }

void crypto_sha256_append(struct crypto_sha256 *hash, const void *bytes, size_t count) {
  SHA256_Update((SHA256_CTX *)hash, bytes, count);
}

void crypto_sha256_end(struct crypto_sha256 *hash, uint8_t digest[32]) { SHA256_Final(digest, (SHA256_CTX *)hash); }

// Fetched once, because fetching takes a lock that all threads share.
static EVP_CIPHER *cipher;
static void find_cipher(void) { cipher = EVP_CIPHER_fetch(NULL, "AES-256-GCM", NULL); }

bool crypto_tag(const uint8_t *key, const uint8_t *nonce, const void *bytes, size_t count, uint8_t *tag) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, find_cipher);
  EVP_CIPHER_CTX *context = cipher ? EVP_CIPHER_CTX_new() : NULL;
  bool is_made = context && EVP_EncryptInit_ex2(context, cipher, key, nonce, NULL);
  // The library's number of bytes is an int.
  const size_t piece_max = 1 << 30;
  const uint8_t *rest = bytes;
  int written;
  while (is_made && count > 0) {
    const size_t piece = count < piece_max ? count : piece_max;
    is_made = EVP_EncryptUpdate(context, NULL, &written, rest, (int)piece);
    rest += piece;
    count -= piece;
  }
  uint8_t end[EVP_MAX_BLOCK_LENGTH];
  is_made = is_made && EVP_EncryptFinal_ex(context, end, &written) &&
            EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, crypto_tag_size, tag);
  EVP_CIPHER_CTX_free(context);
  return is_made;
}
