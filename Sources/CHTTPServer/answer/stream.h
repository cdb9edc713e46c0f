#ifndef HTTP_STREAM_H
#define HTTP_STREAM_H

#include <microhttpd.h>

#include "CHTTPServer.h"

/// A stream of an exchange, which owns it; NULL when memory is short.
http_stream *http_stream_make(http_exchange *exchange, void *owner);
/// The library's response, which holds the exchange.
struct MHD_Response *http_stream_make_response(http_stream *stream, const http_response *response);
/// NULL is nothing.
void http_stream_free(http_stream *stream);

/// Called when the library no longer uses the stream: frees unsent pieces, and notifies the program.
void http_stream_finish(http_stream *stream);

#endif
