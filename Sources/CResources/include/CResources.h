#ifndef CRESOURCES_H
#define CRESOURCES_H

#include <stddef.h>
#include <stdint.h>

/// The files embedded in the program, one after another. For each: its path on the server and its media type, both
/// NUL-terminated, its size in 8 bytes of this machine's byte order, and its bytes. A missing file that a script makes
/// has an empty media type, and the name of the script instead of its bytes.
const uint8_t *resources(size_t *bytes);

/// The commit that the program was built from, LAYOUTD_COMMIT of the build; empty if it was not set.
const char *resources_commit(void);

#endif
