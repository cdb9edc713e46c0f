#ifndef HTTP_REFUSAL_H
#define HTTP_REFUSAL_H

#include "CHTTPServer.h"
#include "request/shared.h"

/// Sends a kept answer on a socket that the library is not writing to, after telling the program of it. `exchange` and
/// its `id` are NULL if no request is known. `is_head` tells whether the method is HEAD, as far as it is known.
void http_refuse_on_socket(struct http_shared *shared, int descriptor, const http_exchange *exchange, const char *id,
                           bool is_head, http_refusal refusal);

#endif
