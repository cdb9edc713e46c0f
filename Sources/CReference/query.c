#include "reference_private.h"

#include <stdlib.h>

struct answer {
  size_t item;
  double x, y, width, height;
};

static struct answer answers[REFERENCE_ANSWERS_MAX];

void reference_index(double left, double column_width, double interitem) {
  const size_t count = reference.count;
  free(reference.tops);
  free(reference.extents);
  free(reference.items);
  reference.tops = malloc(count * sizeof(double));
  reference.extents = malloc(count * sizeof(double));
  reference.items = malloc(count * sizeof(int));
  if (!reference.tops || !reference.extents || !reference.items) abort();
  size_t place = 0;
  for (size_t column = 0; column < 4; column++) {
    reference.column_starts[column] = place;
    for (size_t item = 0; item < count; item++) {
      if (reference.columns[item] != column) continue;
      reference.tops[place] = reference.y[item];
      reference.extents[place] = reference.heights[item] * column_width / reference.widths[item];
      reference.items[place] = (int)item;
      place++;
    }
  }
  reference.column_starts[4] = place;
  reference.left = left;
  reference.column_width = column_width;
  reference.pitch = column_width + interitem;
}

size_t reference_query(double x, double y, double width, double height) {
  const double right = x + width, bottom = y + height;
  size_t found = 0;
  for (size_t column = 0; column < 4; column++) {
    const double left = reference.left + (double)column * reference.pitch;
    if (!(left < right && x < left + reference.column_width)) continue;
    size_t lower = reference.column_starts[column];
    const size_t end = reference.column_starts[column + 1];
    size_t upper = end;
    while (lower < upper) {
      const size_t middle = lower + (upper - lower) / 2;
      if (y < reference.tops[middle] + reference.extents[middle]) {
        upper = middle;
      } else {
        lower = middle + 1;
      }
    }
    for (; lower < end && reference.tops[lower] < bottom && found < REFERENCE_ANSWERS_MAX;
         lower++) {
      answers[found++] = (struct answer){
          (size_t)reference.items[lower], left, reference.tops[lower], reference.column_width,
          reference.extents[lower]};
    }
  }
  return found;
}
