#ifndef HTTP_ACCEPT_H
#define HTTP_ACCEPT_H

#include <pthread.h>
#include <stdatomic.h>

#include "CHTTPServer.h"

struct http_library;
struct http_shared;

/// The listening socket and the thread that accepts.
struct http_acceptor {
  // The server's, once the thread is started.
  struct http_shared *shared;
  struct http_library *library;
  int listener, wake;
  int reserve;  // a descriptor that is closed to answer a client when no other is left
  pthread_t thread;
  bool runs;
  _Atomic bool has_ended;
  char address[80];
  uint16_t port;
  _Atomic uint64_t accepted, over_cap, without_descriptor;
};

http_server_result http_accept_listen(struct http_acceptor *acceptor, const char *host, uint16_t port, char *error,
                                      size_t error_bytes);
bool http_accept_start(struct http_acceptor *acceptor, struct http_shared *shared, struct http_library *library);
/// Makes its thread end, and returns when no further connection is accepted.
void http_accept_drain(struct http_acceptor *acceptor);
/// Waits until it has ended.
void http_accept_end(struct http_acceptor *acceptor);

#endif
