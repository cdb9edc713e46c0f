#ifndef HTTP_NAMES_H
#define HTTP_NAMES_H

#include "CHTTPServer.h"

/// Whether a name is that of a header, in any case.
bool http_header_is_named(http_header header, const char *name, size_t name_bytes);

/// Whether a name is that of a header of the list with an underscore in place of a hyphen. Some proxies read
/// `Content_Length` as `Content-Length`, so such a spelling is an attack.
bool http_header_is_disguised(const char *name, size_t name_bytes);

#endif
