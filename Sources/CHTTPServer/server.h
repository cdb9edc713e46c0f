#ifndef HTTP_SERVER_H
#define HTTP_SERVER_H

// All parts of a server; each is used by the file that declares it.

#include "CHTTPServer.h"
#include "answer/answer.h"
#include "answer/kept.h"
#include "connection/accept.h"
#include "connection/connection.h"
#include "connection/linger.h"
#include "connection/reaper.h"
#include "library.h"
#include "process/log.h"
#include "process/threads.h"
#include "request/body.h"
#include "request/id.h"

struct http_server {
  http_server_options options;  // its pointers are not kept
  http_server_callbacks callbacks;
  void *context;
  _Atomic uint32_t references;  // the caller's, and one for each exchange
  _Atomic bool draining, stopping;
  bool is_stopped;

  struct http_log log;
  struct http_threads threads;
  struct http_library library;
  struct http_acceptor acceptor;
  struct http_connections connections;
  struct http_lingering lingering;
  struct http_reaper reaper;
  struct http_ids ids;
  struct http_body_room body_room;
  struct http_answer_room answer_room;
  struct http_kept_answers kept;
};

void http_server_hold(http_server *server);

#endif
