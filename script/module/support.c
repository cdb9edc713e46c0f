// What the module needs of a C library beside its memory and its rounding.

#include <stddef.h>
#include <stdint.h>

// Hash tables start with random numbers, which the module does not have, so it has no hash tables. Without this function the C
// library's would be linked, which needs functions of the system.
void arc4random_buf(void *bytes, size_t count) {
  (void)bytes, (void)count;
  __builtin_trap();
}

// The storage of every empty array: what the standard library has there, at an address that numbers of 64 bits may have.
// Its own stands at any multiple of 4, where a span of no numbers ends the instance.
__attribute__((aligned(16))) int emptyArrayStorage[4] __asm__("$es23_swiftEmptyArrayStorageSi_S3itvp") = {0, -1, 0, 1};

// So many bytes are copied or set here; of more, an instruction is faster in all engines.
enum { SHORT = 256 };

// Any eight bytes, wherever they stand.
typedef struct __attribute__((packed, may_alias)) {
  uint64_t number;
} Word;

__attribute__((noinline)) void *memcpy(void *restrict target, const void *restrict source, size_t count) {
  if (count > SHORT) return __builtin_memcpy(target, source, count);
  unsigned char *to = target;
  const unsigned char *from = source;
  if (count < sizeof(Word)) {
    for (size_t place = 0; place < count; place++) to[place] = from[place];
    return target;
  }
  // The last word may have bytes of the one before.
  const size_t last = count - sizeof(Word);
  for (size_t place = 0; place < last; place += sizeof(Word)) *(Word *)(to + place) = *(const Word *)(from + place);
  *(Word *)(to + last) = *(const Word *)(from + last);
  return target;
}

void *memmove(void *target, const void *source, size_t count) {
  if (count > SHORT) return __builtin_memmove(target, source, count);
  unsigned char held[SHORT];
  memcpy(held, source, count);
  return memcpy(target, held, count);
}

void *memset(void *target, int byte, size_t count) {
  if (count > SHORT) return __builtin_memset(target, byte, count);
  unsigned char *to = target;
  if (count < sizeof(Word)) {
    for (size_t place = 0; place < count; place++) to[place] = (unsigned char)byte;
    return target;
  }
  const Word word = {(unsigned char)byte * UINT64_C(0x0101010101010101)};
  const size_t last = count - sizeof(Word);
  for (size_t place = 0; place < last; place += sizeof(Word)) *(Word *)(to + place) = word;
  *(Word *)(to + last) = word;
  return target;
}
