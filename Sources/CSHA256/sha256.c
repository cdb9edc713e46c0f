#include "CSHA256.h"

#include <stdbool.h>

enum { block_size = 64, lane_count = 4 };

// A number of each of four messages.
typedef uint32_t lanes __attribute__((vector_size(4 * lane_count)));

static const uint32_t start[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                  0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

static const uint32_t constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01,
    0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc,
    0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
    0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08,
    0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
    0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

// For a single number, a rotation is one instruction. WebAssembly has no rotation of vectors, so there the shifts to
// the right are combined, and those to the left. A rotation would be split into operations on single numbers.
#define TURN(x, n) ((x) >> (n) | (x) << (32 - (n)))
#define RISE(e) (TURN(e, 6) ^ TURN(e, 11) ^ TURN(e, 25))
#define FALL(a) (TURN(a, 2) ^ TURN(a, 13) ^ TURN(a, 22))
#define EARLY(w) (TURN(w, 7) ^ TURN(w, 18) ^ (w) >> 3)
#define LATE(w) (TURN(w, 17) ^ TURN(w, 19) ^ (w) >> 10)
#define RISES(e) (((((e) >> 14 ^ (e)) >> 5 ^ (e)) >> 6) ^ ((((e) << 5 ^ (e)) << 14 ^ (e)) << 7))
#define FALLS(a) (((((a) >> 9 ^ (a)) >> 11 ^ (a)) >> 2) ^ ((((a) << 11 ^ (a)) << 9 ^ (a)) << 10))
#define EARLIES(w) (((((w) >> 11 ^ (w)) >> 4 ^ (w)) >> 3) ^ (((w) << 11 ^ (w)) << 14))
#define LATES(w) (((((w) >> 2 ^ (w)) >> 7 ^ (w)) >> 10) ^ (((w) << 2 ^ (w)) << 13))

// A round's h is the next round's a.
#define ROUND(rise, fall, a, b, c, d, e, f, g, h, place)                                     \
  h += rise(e) + (((f ^ g) & e) ^ g) + (constants[first + place] + words[first + place]);    \
  d += h;                                                                                    \
  h += fall(a) + (((a | b) & c) | (a & b));

// Mixes a block, the first 16 words, into the state: of one message, or of as many messages as a vector has lanes.
#define MIX(number, rise, fall, early, late)                                                                  \
  _Pragma("clang loop unroll_count(4)")                                                                       \
  for (int place = 16; place < 64; place += 1)                                                                \
    words[place] = early(words[place - 15]) + words[place - 7] + late(words[place - 2]) + words[place - 16];  \
  number a = state[0], b = state[1], c = state[2], d = state[3];                                              \
  number e = state[4], f = state[5], g = state[6], h = state[7];                                              \
  for (int first = 0; first < 64; first += 8) {                                                               \
    ROUND(rise, fall, a, b, c, d, e, f, g, h, 0)                                                              \
    ROUND(rise, fall, h, a, b, c, d, e, f, g, 1)                                                              \
    ROUND(rise, fall, g, h, a, b, c, d, e, f, 2)                                                              \
    ROUND(rise, fall, f, g, h, a, b, c, d, e, 3)                                                              \
    ROUND(rise, fall, e, f, g, h, a, b, c, d, 4)                                                              \
    ROUND(rise, fall, d, e, f, g, h, a, b, c, 5)                                                              \
    ROUND(rise, fall, c, d, e, f, g, h, a, b, 6)                                                              \
    ROUND(rise, fall, b, c, d, e, f, g, h, a, 7)                                                              \
  }                                                                                                           \
  state[0] += a, state[1] += b, state[2] += c, state[3] += d;                                                 \
  state[4] += e, state[5] += f, state[6] += g, state[7] += h;

static uint32_t word(const uint8_t *bytes) {
  uint32_t word;
  __builtin_memcpy(&word, bytes, sizeof word);
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  return __builtin_bswap32(word);
#else
  return word;
#endif
}

static void mix(uint32_t state[8], const uint8_t *block) {
  uint32_t words[64];
  for (int place = 0; place < 16; place += 1)
    words[place] = word(block + 4 * place);
  MIX(uint32_t, RISE, FALL, EARLY, LATE)
}

static void mix_lanes(lanes state[8], const uint8_t *const blocks[lane_count]) {
  lanes words[64];
  for (int place = 0; place < 16; place += 1)
    words[place] = (lanes){word(blocks[0] + 4 * place), word(blocks[1] + 4 * place), word(blocks[2] + 4 * place),
                           word(blocks[3] + 4 * place)};
  MIX(lanes, RISES, FALLS, EARLIES, LATES)
}

void sha256_begin(struct sha256 *hash) {
  __builtin_memcpy(hash->state, start, sizeof start);
  hash->byte_count = 0;
}

void sha256_append(struct sha256 *hash, const void *bytes, size_t count) {
  const uint8_t *next = bytes;
  size_t used = hash->byte_count % block_size;
  hash->byte_count += count;
  while (count > 0) {
    if (used == 0 && count >= block_size) {
      mix(hash->state, next);
      next += block_size;
      count -= block_size;
      continue;
    }
    size_t taken = count < block_size - used ? count : block_size - used;
    __builtin_memcpy(hash->block + used, next, taken);
    next += taken;
    count -= taken;
    used += taken;
    if (used < block_size)
      return;
    mix(hash->state, hash->block);
    used = 0;
  }
}

// Pads the end of a message, whose last bytes begin the first block; returns the number of blocks.
static size_t pad(uint8_t blocks[2 * block_size], uint64_t byte_count) {
  size_t used = byte_count % block_size;
  size_t count = used < block_size - 8 ? 1 : 2;
  blocks[used] = 0x80;
  __builtin_memset(blocks + used + 1, 0, count * block_size - used - 9);
  for (int place = 0; place < 8; place += 1)
    blocks[count * block_size - 1 - place] = (uint8_t)(byte_count * 8 >> 8 * place);
  return count;
}

void sha256_end(struct sha256 *hash, uint64_t *digest) {
  uint8_t blocks[2 * block_size];
  __builtin_memcpy(blocks, hash->block, hash->byte_count % block_size);
  size_t count = pad(blocks, hash->byte_count);
  for (size_t place = 0; place < count; place += 1)
    mix(hash->state, blocks + place * block_size);
  for (int place = 0; place < 4; place += 1)
    digest[place] = (uint64_t)hash->state[2 * place] << 32 | hash->state[2 * place + 1];
}

// The state of a message in a lane.
struct lane {
  size_t message;
  const uint8_t *next;
  // Whole blocks of the message, then those of its padded end.
  size_t blocks, end_blocks;
  uint8_t end[2 * block_size];
};

// Moves on to the padded end after the whole blocks. Returns whether there is a block left.
static bool has_block(struct lane *lane) {
  if (lane->blocks > 0)
    return true;
  lane->blocks = lane->end_blocks;
  lane->end_blocks = 0;
  lane->next = lane->end;
  return lane->blocks > 0;
}

void sha256_of_messages(const uint8_t *bytes, const uint32_t *ends, size_t count, uint64_t *digests) {
  static const uint8_t nothing[block_size];
  lanes state[8] = {0};
  struct lane all[lane_count] = {0};
  size_t next = 0;
  while (true) {
    const uint8_t *blocks[lane_count];
    int active = 0;
    for (int number = 0; number < lane_count; number += 1) {
      struct lane *lane = &all[number];
      if (!has_block(lane) && next < count) {
        size_t first = next == 0 ? 0 : ends[next - 1];
        size_t length = ends[next] - first;
        *lane = (struct lane){.message = next, .next = bytes + first, .blocks = length / block_size};
        __builtin_memcpy(lane->end, lane->next + lane->blocks * block_size, length % block_size);
        lane->end_blocks = pad(lane->end, length);
        for (int place = 0; place < 8; place += 1)
          state[place][number] = start[place];
        next += 1;
        has_block(lane);
      }
      active += lane->blocks > 0;
      blocks[number] = lane->blocks > 0 ? lane->next : nothing;
    }
    if (active == 0)
      return;
    mix_lanes(state, blocks);
    for (int number = 0; number < lane_count; number += 1) {
      struct lane *lane = &all[number];
      if (lane->blocks == 0)
        continue;
      lane->blocks -= 1;
      lane->next += block_size;
      if (lane->blocks > 0 || lane->end_blocks > 0)
        continue;
      for (int place = 0; place < 4; place += 1)
        digests[4 * lane->message + place] = (uint64_t)state[2 * place][number] << 32 | state[2 * place + 1][number];
    }
  }
}
