#ifndef HTTP_SHARED_H
#define HTTP_SHARED_H

#include "CHTTPServer.h"
#include "answer/answer.h"
#include "answer/kept.h"
#include "process/clock.h"
#include "process/log.h"
#include "process/threads.h"
#include "request/body.h"
#include "request/id.h"
#include "socket/connection.h"
#include "socket/linger.h"

/// The data that the connections and requests of a server share. The memory of a server begins with it.
struct http_shared {
  http_server_options options;  // its pointers are not kept
  http_server_callbacks callbacks;
  void *context;
  _Atomic uint32_t references;  // the caller's, and one for each exchange
  _Atomic bool draining, stopping;

  struct http_clock clock;
  struct http_log log;
  struct http_threads threads;
  struct http_connections connections;
  struct http_lingering lingering;
  struct http_ids ids;
  struct http_body_room body_room;
  struct http_answer_room answer_room;
  struct http_kept_answers kept;
};

/// Makes it ready for use. Options and callbacks are set.
void http_shared_set_up(struct http_shared *shared);

void http_shared_hold(struct http_shared *shared);
/// Frees the server's memory with the last reference.
void http_shared_release(struct http_shared *shared);

#endif
