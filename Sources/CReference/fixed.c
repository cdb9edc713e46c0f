#include "reference_private.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct fixed_frame {
  double x, y, width, height;
  uint32_t item;
};

// The frames by their tops, and how low any frame up to each of them reaches.
static struct fixed_frame *frames;
static double *lowest;
static size_t frame_count;

struct key {
  uint64_t bits;
  uint32_t item;
};

static void *allocate(size_t count, size_t size) {
  void *memory = malloc(count ? count * size : 1);
  if (!memory) abort();
  return memory;
}

void reference_fixed_clear(void) {
  free(frames);
  free(lowest);
  frames = NULL;
  lowest = NULL;
  frame_count = 0;
}

// Radix sort, 11 bits at once: those of numbers from 0 on are in their order.
static struct key *sorted_keys(const double *ys, size_t count, struct key **spare) {
  struct key *keys = allocate(count, sizeof *keys), *other = allocate(count, sizeof *other);
  static size_t counts[6][2048];
  memset(counts, 0, sizeof counts);
  for (size_t item = 0; item < count; item++) {
    uint64_t bits;
    memcpy(&bits, &ys[item], sizeof bits);
    keys[item] = (struct key){bits, (uint32_t)item};
    for (int digit = 0; digit < 6; digit++) counts[digit][bits >> 11 * digit & 2047]++;
  }
  for (int digit = 0; digit < 6; digit++) {
    if (counts[digit][keys[0].bits >> 11 * digit & 2047] == count) continue;
    size_t before = 0;
    for (size_t value = 0; value < 2048; value++) {
      const size_t here = counts[digit][value];
      counts[digit][value] = before;
      before += here;
    }
    for (size_t place = 0; place < count; place++) {
      other[counts[digit][keys[place].bits >> 11 * digit & 2047]++] = keys[place];
    }
    struct key *swap = keys;
    keys = other;
    other = swap;
  }
  *spare = other;
  return keys;
}

double reference_fixed(double left, double top) {
  const size_t count = reference.count;
  reference_fixed_clear();
  if (count == 0) return top;
  struct key *spare, *keys = sorted_keys(reference.y, count, &spare);
  frames = allocate(count, sizeof *frames);
  lowest = allocate(count, sizeof *lowest);
  frame_count = count;
  double bottom = top;
  for (size_t place = 0; place < count; place++) {
    const size_t item = keys[place].item;
    frames[place] = (struct fixed_frame){
        left + reference.x[item], top + reference.y[item], reference.widths[item],
        reference.heights[item], (uint32_t)item};
    const double end = frames[place].y + frames[place].height;
    if (end > bottom) bottom = end;
    lowest[place] = bottom;
  }
  free(keys);
  free(spare);
  return bottom;
}

static int by_item(const void *one, const void *other) {
  const uint32_t first = ((const struct fixed_frame *)one)->item;
  const uint32_t second = ((const struct fixed_frame *)other)->item;
  return first < second ? -1 : first > second;
}

size_t reference_fixed_query(double x, double y, double width, double height) {
  static struct fixed_frame answers[REFERENCE_ANSWERS_MAX];
  const double right = x + width, bottom = y + height;
  size_t lower = 0, upper = frame_count, found = 0;
  while (lower < upper) {
    const size_t middle = lower + (upper - lower) / 2;
    if (lowest[middle] > y) {
      upper = middle;
    } else {
      lower = middle + 1;
    }
  }
  for (; lower < frame_count && frames[lower].y < bottom && found < REFERENCE_ANSWERS_MAX;
       lower++) {
    const struct fixed_frame *frame = &frames[lower];
    if (y < frame->y + frame->height && frame->x < right && x < frame->x + frame->width) {
      answers[found++] = *frame;
    }
  }
  qsort(answers, found, sizeof *answers, by_item);
  return found;
}
