// What the module needs of a C library beside its allocator and its rounding.

#include <stddef.h>
#include <stdint.h>

// Hash tables of the module begin with this in place of a random number: an instance has one page's content, and no clock
// and no chance is to change what it does.
void arc4random_buf(void *bytes, size_t count) {
  unsigned char *next = bytes;
  while (count-- > 0) *next++ = 0x5a;
}

// Swift makes every object with this function, which would take too much memory first and give the rest back. What malloc
// gives stands at multiples of 16 anyway. The module that ships has no check for memory that is used up: without this one
// an object would be written to address 0. So the instance ends here.
void *malloc(size_t size);
int __real_posix_memalign(void **memory, size_t alignment, size_t size);
int __wrap_posix_memalign(void **memory, size_t alignment, size_t size) {
  if (alignment <= _Alignof(max_align_t)) {
    *memory = malloc(size);
    if (!*memory) __builtin_trap();
  } else if (__real_posix_memalign(memory, alignment, size) != 0) {
    __builtin_trap();
  }
  return 0;
}

// The allocator ends the instance where its memory is damaged.
_Noreturn void abort(void) { __builtin_trap(); }

// The storage of every empty array: what the standard library has there, at an address that numbers of 64 bits may have.
// Its own stands at any multiple of 4, where a span of no numbers ends the instance.
__attribute__((aligned(16))) int emptyArrayStorage[4] __asm__("$es23_swiftEmptyArrayStorageSi_S3itvp") = {0, -1, 0, 1};

// So many bytes are copied or set here; of more, an instruction is faster in all engines.
enum { SHORT = 256 };

// Any eight bytes, wherever they stand.
typedef struct __attribute__((packed, may_alias)) {
  uint64_t number;
} Word;

void *memcpy(void *restrict target, const void *restrict source, size_t count) {
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
