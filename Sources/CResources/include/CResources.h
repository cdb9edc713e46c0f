#ifndef CRESOURCES_H
#define CRESOURCES_H

#include <stddef.h>
#include <stdint.h>

/// The files that are built into the program, one after the other. For each: its path on the server and its media type,
/// both NUL-terminated, its size in 8 bytes of this machine's order, and its bytes. A file that a script makes, and that was
/// not there, has an empty media type, and the name of the script in the place of its bytes.
const uint8_t *resources(size_t *bytes);

/// The commit that the program was built from, LAYOUTD_COMMIT of the build; empty if it was not set.
const char *resources_commit(void);

#endif
