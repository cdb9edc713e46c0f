#ifndef HTTP_REFUSAL_H
#define HTTP_REFUSAL_H

#include "CHTTPServer.h"
#include "request/head.h"
#include "request/shared.h"

/// Sends a kept answer on a socket that the library is not writing to, after telling the program of it. `exchange` and
/// its `head` are NULL if no request is known.
void http_refuse_on_socket(struct http_shared *shared, int descriptor, const http_exchange *exchange,
                           const struct http_head *head, http_refusal refusal);

#endif
