#ifndef CREFERENCE_H
#define CREFERENCE_H

#include <stddef.h>

// The reference of the benchmarks: the rules of docs/rules.md in plain C, one loop for each engine and for the
// rectangle query.
//
// There is one set of items at a time, so that a caller needs no pointers. Not thread-safe.

// Makes room for `count` items and their frames. Ends the process when there is no memory.
void reference_set_count(size_t count);

// Sets one item's size, in points.
void reference_set_item(size_t item, double width, double height);

// Frees the items and their frames.
void reference_clear(void);

// Breaks the items into lines, `uikit` alignment, centred across the line, and writes x and y of every item.
// Widths must differ. Returns where the items end.
double reference_flow(
    double left, double top, double available, double interitem, double line_spacing);

// Puts every item, scaled to the column, into the shortest of four columns, and writes its y and its column.
// Returns where the items end.
double reference_waterfall(double top, double column_width, double line_spacing);

enum { REFERENCE_COLUMNS_MAX = 64 };

// The same in some columns.
double reference_waterfall_of(size_t column_count, double top, double column_width, double line_spacing);

// Puts so many items side by side in each row, and writes the y of every item. Returns where the items end.
double reference_rows(double top, size_t columns, double line_spacing);

// Sorts the result of `reference_waterfall` by column, for `reference_query`.
void reference_index(double left, double column_width, double interitem);

// Writes number and frame of every item that overlaps a rectangle: for each column a binary search, then a walk.
// Returns how many there are; at most `REFERENCE_ANSWERS_MAX` are written.
size_t reference_query(double x, double y, double width, double height);

#define REFERENCE_ANSWERS_MAX 4096

// An item's coordinates of the last computation, in points.
double reference_x(size_t item);
double reference_y(size_t item);

// The column that `reference_waterfall` chose for an item.
size_t reference_column(size_t item);

// The processor time of this thread, in nanoseconds: other threads do not count.
double reference_thread_nanoseconds(void);

// What the allocator has handed out, in bytes.
size_t reference_allocated_bytes(void);

#endif
