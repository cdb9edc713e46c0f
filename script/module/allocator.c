// The module's allocator. Free blocks are in lists by length, 16 lists for each power of two. A block that is freed is merged with
// its free neighbors. Each call takes a constant number of steps.

#include <stddef.h>
#include <stdint.h>

// A block begins with its length, a multiple of 16, in which the lowest two bits are marks. The memory that callers get follows
// the length, at a multiple of 16. The last word of a free block is a pointer to the block.
typedef struct Block {
  size_t length;
  // The neighbors in its list, of a free block.
  struct Block *next, *before;
} Block;

enum { UNIT = 16, MARKS = UNIT - 1, IS_FREE = 1, IS_BEHIND_FREE = 2, COLUMNS = 16, ROWS = 26, PAGE = 1 << 16 };

static Block *lists[ROWS * COLUMNS];
// A bit for each list that has blocks, and for each row of lists that has any.
static uint32_t columns[ROWS], rows;
// The end of all blocks: the length of an empty one.
static Block *end;
extern char __heap_base;

static size_t length(const Block *block) { return block->length & ~(size_t)MARKS; }
static Block *behind(Block *block) { return (Block *)((char *)block + length(block)); }
static Block **last_word(Block *next) { return (Block **)next - 1; }
static uint32_t bit(unsigned list) { return UINT32_C(1) << list % COLUMNS; }

// The list of blocks of a length.
static unsigned list_of(size_t length) {
  if (length < UNIT * COLUMNS) return length / UNIT;
  const unsigned top = 31 - __builtin_clz(length);
  return (top - 7) * COLUMNS + (length >> (top - 4)) % COLUMNS;
}

static void leave_list(Block *block) {
  if (block->next) block->next->before = block->before;
  if (block->before) {
    block->before->next = block->next;
    return;
  }
  const unsigned list = list_of(block->length);
  lists[list] = block->next;
  if (block->next) return;
  columns[list / COLUMNS] &= ~bit(list);
  if (columns[list / COLUMNS] == 0) rows &= ~(UINT32_C(1) << list / COLUMNS);
}

// Frees a block, and returns the free block that it is part of then.
static Block *give_back(Block *block) {
  Block *next = behind(block);
  if (next->length & IS_FREE) {
    leave_list(next);
    block->length += length(next);
  }
  if (block->length & IS_BEHIND_FREE) {
    Block *before = *last_word(block);
    leave_list(before);
    before->length += length(block);
    block = before;
  }
  block->length |= IS_FREE;
  next = behind(block);
  next->length |= IS_BEHIND_FREE;
  *last_word(next) = block;
  const unsigned list = list_of(block->length);
  block->before = NULL;
  block->next = lists[list];
  if (block->next) block->next->before = block;
  lists[list] = block;
  columns[list / COLUMNS] |= bit(list);
  rows |= UINT32_C(1) << list / COLUMNS;
  return block;
}

// A free block of at least this length; null if there is none, except among the later blocks of its own list.
static Block *find(size_t length) {
  unsigned list = list_of(length);
  // The other blocks of the list may be shorter.
  if (lists[list] && lists[list]->length >= length) return lists[list];
  list += 1;
  const uint32_t beside = columns[list / COLUMNS] & -bit(list);
  if (beside) return lists[list / COLUMNS * COLUMNS + __builtin_ctz(beside)];
  const uint32_t above = rows & -(UINT32_C(2) << list / COLUMNS);
  if (!above) return NULL;
  const unsigned row = __builtin_ctz(above);
  return lists[row * COLUMNS + __builtin_ctz(columns[row])];
}

// Grows the memory if the free block at its end is too short. Returns a free block of at least this length; null if the memory
// cannot grow.
static Block *grow(size_t needed) {
  ptrdiff_t there = 0, more = 0;
  if (!end) {
    // The rest of the pages that the module starts with.
    end = (Block *)((((uintptr_t)&__heap_base + MARKS) & ~(uintptr_t)MARKS) + UNIT - sizeof(size_t));
    more = (char *)(__builtin_wasm_memory_size(0) * PAGE) - (char *)end - (ptrdiff_t)sizeof(size_t);
  } else if (end->length & IS_BEHIND_FREE) {
    Block *last = *last_word(end);
    there = (ptrdiff_t)length(last);
    // `find` looks at the first block of a list alone.
    if (there >= (ptrdiff_t)needed) return last;
  }
  const ptrdiff_t lacking = (ptrdiff_t)needed - there - more;
  if (lacking > 0) {
    const ptrdiff_t pages = (lacking + PAGE - 1) / PAGE;
    if (__builtin_wasm_memory_grow(0, (size_t)pages) == SIZE_MAX) return NULL;
    more += pages * PAGE;
  }
  Block *block = end;
  block->length += (size_t)more;
  end = behind(block);
  end->length = 0;
  return give_back(block);
}

// Swift allocates every object with this function. The module has no check for failed allocations: it would write an object to
// address 0. So this function ends the instance instead of failing.
int posix_memalign(void **memory, size_t alignment, size_t count) {
  if (alignment > UNIT || count > PTRDIFF_MAX - 2 * PAGE) __builtin_trap();
  const size_t needed = (count + sizeof(size_t) + MARKS) & ~(size_t)MARKS;
  Block *block = find(needed);
  if (!block) block = grow(needed);
  if (!block) __builtin_trap();
  leave_list(block);
  const size_t rest = length(block) - needed;
  block->length &= ~(size_t)IS_FREE;
  behind(block)->length &= ~(size_t)IS_BEHIND_FREE;
  if (rest) {
    block->length -= rest;
    behind(block)->length = rest;
    give_back(behind(block));
  }
  *memory = &block->next;
  return 0;
}

void free(void *memory) {
  if (memory) give_back((Block *)((char *)memory - sizeof(size_t)));
}
