#ifndef HTTP_NETWORK_H
#define HTTP_NETWORK_H

#include "CHTTPServer.h"

struct http_library;
struct http_shared;

/// Starts the library's threads. On failure `error` holds a sentence.
http_server_result http_network_start(struct http_library *library, struct http_shared *shared, char *error,
                                      size_t error_bytes);
/// Closes all connections, and ends the threads, if they were started.
void http_network_stop(struct http_library *library, struct http_shared *shared);

#endif
