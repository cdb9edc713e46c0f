#ifndef REFERENCE_PRIVATE_H
#define REFERENCE_PRIVATE_H

#include "CReference.h"

struct reference_state {
  size_t count;
  // The sizes that were set.
  double *widths;
  double *heights;
  // The computed frames, by item.
  double *x;
  double *y;
  unsigned char *columns;
  // The items of column 0 in order, then of column 1, and so on.
  double *tops;
  double *extents;
  int *items;
  size_t column_starts[5];
  double left;
  double column_width;
  double pitch;
};

extern struct reference_state reference;

#endif
