#include "reference_private.h"

#include <stdlib.h>

static unsigned char *spans;

void reference_spans_clear(void) {
  free(spans);
  spans = NULL;
}

void reference_set_span(size_t item, size_t span) {
  if (!spans) {
    spans = malloc(reference.count ? reference.count : 1);
    if (!spans) abort();
    for (size_t other = 0; other < reference.count; other++) spans[other] = 1;
  }
  spans[item] = (unsigned char)span;
}

double reference_spans(size_t column_count, double top, double column_width, double interitem, double line_spacing,
                       double tolerance) {
  const double *widths = reference.widths, *heights = reference.heights;
  double *ys = reference.y;
  unsigned char *columns = reference.columns;
  const size_t count = reference.count;
  const int keeps_order = tolerance >= 0;
  const double reach = tolerance > 0.001 ? tolerance : 0.001;
  double lengths[REFERENCE_COLUMNS_MAX] = {0}, tops[REFERENCE_COLUMNS_MAX], extent = 0;
  size_t cursor = 0;
  if (column_count == 0 || column_count > REFERENCE_COLUMNS_MAX) abort();
  for (size_t item = 0; item < count; item++) {
    const size_t span = spans ? spans[item] : 1, places = column_count - span + 1;
    const double width = (double)span * column_width + (double)(span - 1) * interitem;
    const double height = heights[item] * width / widths[item];
    double least = 1e300;
    for (size_t column = 0; column < places; column++) {
      double longest = lengths[column];
      for (size_t next = column + 1; next < column + span; next++) {
        if (lengths[next] > longest) longest = lengths[next];
      }
      tops[column] = longest;
      if (longest < least) least = longest;
    }
    size_t column = keeps_order && cursor < places ? cursor : 0;
    while (column < places && tops[column] > least + reach) column++;
    if (column == places) {
      column = 0;
      while (tops[column] > least + reach) column++;
    }
    const double length = tops[column];
    columns[item] = (unsigned char)column;
    ys[item] = top + length;
    if (length + height > extent) extent = length + height;
    cursor = column + span;
    for (size_t next = column; next < cursor; next++) lengths[next] = length + (height + line_spacing);
  }
  return top + extent;
}
