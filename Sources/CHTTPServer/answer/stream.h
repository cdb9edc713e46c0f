#ifndef HTTP_STREAM_H
#define HTTP_STREAM_H

#include <microhttpd.h>

#include "CHTTPServer.h"
#include "answer/answer.h"
#include "socket/connection.h"

/// The request that a stream answers.
struct http_stream_request {
  http_exchange *exchange;
  struct http_connection *connection;
  struct MHD_Connection *const *library_connection;  // valid as long as the request is not completed
  bool is_head;
  const char *id;
  struct http_answer_room *room;
  const struct http_clock *clock;
  const http_server_options *options;
  const http_server_callbacks *callbacks;
};

/// Creates a stream of an exchange, which owns it; NULL if memory is missing.
http_stream *http_stream_make(const struct http_stream_request *request, void *owner);
/// The exchange that owns it.
http_exchange *http_stream_exchange(const http_stream *stream);
/// The library's response. `let_go` is called with the stream once the library has freed it, also if this returns NULL.
struct MHD_Response *http_stream_make_response(http_stream *stream, const http_response *response,
                                               void (*let_go)(void *stream));
/// NULL is allowed.
void http_stream_free(http_stream *stream);

/// Called when the library no longer uses the stream: frees unsent pieces, and notifies the program.
void http_stream_finish(http_stream *stream);

#endif
