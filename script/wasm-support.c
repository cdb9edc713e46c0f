// What the module needs of a C library beside its allocator, its copies and its rounding.

#include <stddef.h>

// Hash tables of the module begin with this in place of a random number: an instance has one page's content, and no clock
// and no chance is to change what it does.
void arc4random_buf(void *bytes, size_t count) {
  unsigned char *next = bytes;
  while (count-- > 0) *next++ = 0x5a;
}

// The allocator ends the instance where its memory is damaged.
_Noreturn void abort(void) { __builtin_trap(); }

// The storage of every empty array: what the standard library has there, at an address that numbers of 64 bits may have.
// Its own stands at any multiple of 4, where a span of no numbers ends the instance.
__attribute__((aligned(16))) int emptyArrayStorage[4] __asm__("$es23_swiftEmptyArrayStorageSi_S3itvp") = {0, -1, 0, 1};
