#include "reference_private.h"

#include <malloc.h>
#include <stdlib.h>
#include <time.h>

struct reference_state reference;

static void *allocate(size_t count, size_t size) {
  void *memory = calloc(count ? count : 1, size);
  if (!memory) abort();
  return memory;
}

void reference_clear(void) {
  free(reference.widths);
  free(reference.heights);
  free(reference.x);
  free(reference.y);
  free(reference.columns);
  free(reference.tops);
  free(reference.extents);
  free(reference.items);
  reference = (struct reference_state){0};
}

void reference_set_count(size_t count) {
  reference_clear();
  reference.count = count;
  reference.widths = allocate(count, sizeof(double));
  reference.heights = allocate(count, sizeof(double));
  reference.x = allocate(count, sizeof(double));
  reference.y = allocate(count, sizeof(double));
  reference.columns = allocate(count, 1);
}

void reference_set_item(size_t item, double width, double height) {
  reference.widths[item] = width;
  reference.heights[item] = height;
}

void reference_set_place(size_t item, double x, double y) {
  reference.x[item] = x;
  reference.y[item] = y;
}

double reference_x(size_t item) { return reference.x[item]; }
double reference_y(size_t item) { return reference.y[item]; }
size_t reference_column(size_t item) { return reference.columns[item]; }

double reference_thread_nanoseconds(void) {
  struct timespec time;
  if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) != 0) abort();
  return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

size_t reference_allocated_bytes(void) {
  const struct mallinfo2 statistics = mallinfo2();
  return statistics.uordblks + statistics.hblkhd;
}

static double at_least_zero(double value) { return value > 0 ? value : 0; }

double reference_flow(
    double left, double top, double available, double interitem, double line_spacing) {
  const double *widths = reference.widths, *heights = reference.heights;
  double *xs = reference.x, *ys = reference.y;
  const size_t count = reference.count;
  const double room = available + 0.001;
  double bottom = top;
  size_t first = 0;
  while (first < count) {
    double used = widths[first], total = used, highest = heights[first];
    size_t end = first + 1;
    for (; end < count; end++) {
      const double joined = used + interitem + widths[end];
      if (joined > room) break;
      used = joined;
      total += widths[end];
      if (heights[end] > highest) highest = heights[end];
    }
    const size_t items = end - first;
    double x = left, gap = interitem;
    if (items == 1) {
      if (end < count || total + interitem + total > room) {
        x = left + at_least_zero((available - total) / 2);
      }
    } else if (end < count) {
      gap = (available - total) / (double)(items - 1);
    }
    for (size_t item = first; item < end; item++) {
      xs[item] = x;
      ys[item] = top + (highest - heights[item]) / 2;
      x += widths[item] + gap;
    }
    bottom = top + highest;
    top += highest + line_spacing;
    first = end;
  }
  return bottom;
}

double reference_waterfall(double top, double column_width, double line_spacing) {
  const double *widths = reference.widths, *heights = reference.heights;
  double *ys = reference.y;
  unsigned char *columns = reference.columns;
  const size_t count = reference.count;
  double a = 0, b = 0, c = 0, d = 0, extent = 0;
  for (size_t item = 0; item < count; item++) {
    const double height = heights[item] * column_width / widths[item];
    const double step = height + line_spacing;
    const double left = a < b ? a : b, right = c < d ? c : d;
    const double reach = (left < right ? left : right) + 0.001;
    double length;
    if (a <= reach) {
      length = a;
      columns[item] = 0;
      a += step;
    } else if (b <= reach) {
      length = b;
      columns[item] = 1;
      b += step;
    } else if (c <= reach) {
      length = c;
      columns[item] = 2;
      c += step;
    } else {
      length = d;
      columns[item] = 3;
      d += step;
    }
    ys[item] = top + length;
    if (length + height > extent) extent = length + height;
  }
  return top + extent;
}

double reference_waterfall_of(size_t column_count, double top, double column_width, double line_spacing) {
  const double *widths = reference.widths, *heights = reference.heights;
  double *ys = reference.y;
  unsigned char *columns = reference.columns;
  const size_t count = reference.count;
  double lengths[REFERENCE_COLUMNS_MAX] = {0}, extent = 0;
  if (column_count == 0 || column_count > REFERENCE_COLUMNS_MAX) abort();
  for (size_t item = 0; item < count; item++) {
    const double height = heights[item] * column_width / widths[item];
    double least = lengths[0];
    for (size_t column = 1; column < column_count; column++) {
      if (lengths[column] < least) least = lengths[column];
    }
    size_t column = 0;
    while (lengths[column] > least + 0.001) column++;
    columns[item] = (unsigned char)column;
    ys[item] = top + lengths[column];
    if (lengths[column] + height > extent) extent = lengths[column] + height;
    lengths[column] += height + line_spacing;
  }
  return top + extent;
}

double reference_rows(double top, size_t columns, double line_spacing) {
  const double *heights = reference.heights;
  double *ys = reference.y;
  const size_t count = reference.count;
  double bottom = top;
  for (size_t first = 0; first < count; first += columns) {
    const size_t end = first + columns < count ? first + columns : count;
    double highest = 0;
    for (size_t item = first; item < end; item++) {
      ys[item] = top;
      if (heights[item] > highest) highest = heights[item];
    }
    bottom = top + highest;
    top = bottom + line_spacing;
  }
  return bottom;
}
