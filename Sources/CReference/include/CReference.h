#ifndef CREFERENCE_H
#define CREFERENCE_H

#include <stddef.h>

// The reference for the benchmarks: the rules of docs/rules.md in plain C, with one loop for each engine and for the
// rectangle query.
//
// There is only one set of items at a time, so functions take no pointer to it. Not thread-safe.

// Makes room for `count` items and their frames. Ends the process if memory is missing.
void reference_set_count(size_t count);

// Sets one item's size, in points.
void reference_set_item(size_t item, double width, double height);

// Frees the items and their frames.
void reference_clear(void);

// Breaks the items into lines, `uikit` alignment, centred across the line, and computes x and y of every item. Widths
// must differ. Returns the end of the items.
double reference_flow(
    double left, double top, double available, double interitem, double line_spacing);

// Puts every item, scaled to the column, into the shortest of four columns, and computes its y and its column. Returns
// the end of the items.
double reference_waterfall(double top, double column_width, double line_spacing);

// Breaks the items into rows that fill the width, about `target` points high, and computes x and y of every item. Returns
// the end of the items.
double reference_justified(
    double left, double top, double available, double interitem, double line_spacing,
    double target);

enum { REFERENCE_COLUMNS_MAX = 64 };

// The same with `column_count` columns.
double reference_waterfall_of(size_t column_count, double top, double column_width, double line_spacing);

// Sets over how many columns an item stands; the others stand over one.
void reference_set_span(size_t item, size_t span);

// Puts every item, scaled to its columns, into the first of those that are shortest or, with a tolerance of at least 0, at most
// that much longer, from the one behind the item before on. Returns the end of the items.
double reference_spans(size_t column_count, double top, double column_width, double interitem, double line_spacing,
                       double tolerance);

// Forgets the spans.
void reference_spans_clear(void);

// Puts `columns` items side by side in each row, and computes the y of every item. Returns the end of the items.
double reference_rows(double top, size_t columns, double line_spacing);

// Sets the place of an item whose frame is given, in points; its size is set as always.
void reference_set_place(size_t item, double x, double y);

// Sorts all frames by their tops, and notes how low any frame up to each of them reaches. Returns the end of the items.
double reference_fixed(double left, double top);

// Writes number and frame of every item that overlaps a rectangle, in the order of the items: a binary search for the first
// place that anything reaches, a walk to the first top behind the rectangle, then a sort. Returns their number; at most
// `REFERENCE_ANSWERS_MAX` are written.
size_t reference_fixed_query(double x, double y, double width, double height);

// Frees what `reference_fixed` made.
void reference_fixed_clear(void);

// Sorts the result of `reference_waterfall` by column, for `reference_query`.
void reference_index(double left, double column_width, double interitem);

// Writes number and frame of every item that overlaps a rectangle: for each column a binary search, then a walk.
// Returns their number; at most `REFERENCE_ANSWERS_MAX` are written.
size_t reference_query(double x, double y, double width, double height);

#define REFERENCE_ANSWERS_MAX 4096

// An item's coordinates in the last computation, in points.
double reference_x(size_t item);
double reference_y(size_t item);

// The column that `reference_waterfall` chose for an item.
size_t reference_column(size_t item);

// The processor time of this thread, without other threads, in nanoseconds.
double reference_thread_nanoseconds(void);

// The number of bytes that the allocator has handed out.
size_t reference_allocated_bytes(void);

#endif
