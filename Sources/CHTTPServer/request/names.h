#ifndef HTTP_NAMES_H
#define HTTP_NAMES_H

#include "CHTTPServer.h"

/// Whether a name is that of a header, in upper or lower case.
bool http_header_is_named(http_header header, const char *name, size_t name_bytes);

/// Whether a name is that of a header of the list with underscores instead of hyphens. Some proxies read
/// `Content_Length` as `Content-Length`, so such a spelling is an attack.
bool http_header_is_disguised(const char *name, size_t name_bytes);

#endif
