#ifndef HTTP_LIBRARY_H
#define HTTP_LIBRARY_H

#include <microhttpd.h>

#include "CHTTPServer.h"

/// The server's use of libmicrohttpd.
struct http_library {
  struct MHD_Daemon *daemon;
  size_t connection_bytes;  // its memory of each connection
};

/// Starts the library's threads. On failure `error` holds a sentence.
http_server_result http_library_start(http_server *server, char *error, size_t error_bytes);
void http_library_stop(http_server *server);

/// Hands a connected socket over. False when the library has closed it instead.
bool http_library_add(http_server *server, int descriptor, const struct sockaddr *address, socklen_t length);

/// Makes a response of unknown length end with its connection.
void http_library_send_no_chunks(struct MHD_Response *response);

/// Leaves the length out of an answer without a body. Must be called after its other headers are added. False if memory
/// is missing.
bool http_library_send_no_length(struct MHD_Response *response);

/// Makes the library notice that a client has hung up.
void http_library_tell_hang_up(int descriptor);

#endif
