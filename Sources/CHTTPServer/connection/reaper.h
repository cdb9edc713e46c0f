#ifndef HTTP_REAPER_H
#define HTTP_REAPER_H

#include "CHTTPServer.h"
#include "process/memory.h"

#include <pthread.h>

/// The thread that enforces the deadlines.
struct http_reaper {
  pthread_t thread;
  int wake;
  bool runs;
  _Atomic bool ends;
  // Only for the thread itself.
  int64_t next_head_look;
  struct http_memory memory;
};

bool http_reaper_start(http_server *server);
/// Waits until its thread has ended.
void http_reaper_end(http_server *server);

#endif
