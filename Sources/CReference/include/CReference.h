#ifndef CREFERENCE_H
#define CREFERENCE_H

#include <stddef.h>

// What the engines and the rectangle query are measured against: the rules of docs/rules.md in plain C, one loop each.
//
// The items live here, one set at a time, so that a caller needs no pointers. Nothing here is safe for several threads.

// Makes room for `count` items and for what is computed of them. Ends the process when there is no memory.
void reference_set_count(size_t count);

// Sets one item's size, in points.
void reference_set_item(size_t item, double width, double height);

// Lets go of the items and of all that has been computed.
void reference_clear(void);

// Breaks the items into lines, `uikit` alignment, centred across the line, and writes x and y of every item.
// Widths must differ. Returns where the items end.
double reference_flow(
    double left, double top, double available, double interitem, double line_spacing);

// Puts every item, scaled to the column, into the shortest of four columns, and writes its y and its column.
// Returns where the items end.
double reference_waterfall(double top, double column_width, double line_spacing);

// Sorts what `reference_waterfall` wrote by columns: what `reference_query` searches.
void reference_index(double left, double column_width, double interitem);

// Writes item and frame of everything that overlaps a rectangle: per column a binary search, then a walk.
// Returns how many there are; at most `REFERENCE_ANSWERS_MAX` are written.
size_t reference_query(double x, double y, double width, double height);

#define REFERENCE_ANSWERS_MAX 4096

// What the last computation wrote for an item, in points.
double reference_x(size_t item);
double reference_y(size_t item);

// The column that `reference_waterfall` chose for an item.
size_t reference_column(size_t item);

// How long this thread has had a processor, in nanoseconds: what a busy machine does elsewhere is left out.
double reference_thread_nanoseconds(void);

// What the allocator has handed out, in bytes.
size_t reference_allocated_bytes(void);

#endif
