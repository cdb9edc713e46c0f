#ifndef HTTP_LIBRARY_H
#define HTTP_LIBRARY_H

#include <microhttpd.h>
#include <stdarg.h>

#include "CHTTPServer.h"

/// The server's use of libmicrohttpd.
struct http_library {
  struct MHD_Daemon *daemon;  // NULL until it is started
};

/// The functions that it calls on its network threads, each with the context.
struct http_library_calls {
  void *context;
  /// A line of its log.
  void (*take_log)(void *context, const char *format, va_list arguments);
  /// A request line has arrived. Returns the value that the other functions get in their slot.
  void *(*begin)(void *context, const char *target, struct MHD_Connection *connection);
  MHD_AccessHandlerCallback advance;
  MHD_RequestCompletedCallback complete;
  MHD_NotifyConnectionCallback notify;
};

/// Starts the library's threads. On failure `error` holds a sentence.
http_server_result http_library_start(struct http_library *library, const http_server_options *options,
                                      const struct http_library_calls *calls, char *error, size_t error_bytes);
/// Ends them. No connection is open.
void http_library_stop(struct http_library *library);

/// Hands a connected socket over. False when the library has closed it instead.
bool http_library_add(struct http_library *library, int descriptor, const struct sockaddr *address,
                      socklen_t length);

/// Its memory of each connection, in bytes.
size_t http_library_connection_bytes(const http_server_options *options);

/// Leaves one argument in the library's copy of a target.
void http_library_hide_arguments(char *target);

/// Makes a response of unknown length end with its connection.
void http_library_send_no_chunks(struct MHD_Response *response);

/// Leaves the length out of an answer without a body. Must be called after its other headers are added. False if memory
/// is missing.
bool http_library_send_no_length(struct MHD_Response *response);

/// Makes the library notice that a client has hung up.
void http_library_tell_hang_up(int descriptor);

#endif
