#include "reference_private.h"

static double ratio(size_t item) {
  const double width = reference.widths[item], height = reference.heights[item];
  return width > 0 && height > 0 ? width / height : 1;
}

double reference_justified(
    double left, double top, double available, double interitem, double line_spacing,
    double target) {
  const size_t count = reference.count;
  double y = top, end = top;
  for (size_t first = 0; first < count;) {
    double sum = 0, before = 0, height = 0;
    size_t next = first;
    int is_full = 0;
    while (next < count) {
      sum += ratio(next);
      height = (available - (double)(next - first) * interitem) / sum;
      next++;
      if (height <= target) {
        is_full = 1;
        break;
      }
      before = height;
    }
    if (is_full && next - first > 1 && before * height < target * target) {
      next--;
      height = before;
    }
    const double most = is_full ? 2 * target : 1.25 * target;
    if (height > most) height = is_full ? most : target;
    double x = left;
    for (size_t item = first; item < next; item++) {
      reference.x[item] = x;
      reference.y[item] = y;
      x += ratio(item) * height + interitem;
    }
    end = y + height;
    y = end + line_spacing;
    first = next;
  }
  return end;
}
