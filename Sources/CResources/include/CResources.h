#ifndef CRESOURCES_H
#define CRESOURCES_H

#include <stddef.h>
#include <stdint.h>

/// The files that are built into the program, as they were then, one behind the other. Of each: the path that it is served
/// at and its media type, both with a zero byte behind them, its size in 8 bytes of this machine's order, and its bytes.
const uint8_t *resources(size_t *bytes);

/// The commit that the program was built from, as LAYOUTD_COMMIT said when it was built; empty where it said nothing.
const char *resources_commit(void);

#endif
