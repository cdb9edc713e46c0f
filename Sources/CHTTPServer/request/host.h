#ifndef HTTP_HOST_H
#define HTTP_HOST_H

#include <stdbool.h>
#include <stddef.h>

/// Whether a Host line's value is well-formed.
bool http_host_is_valid(const char *text, size_t count);

#endif
