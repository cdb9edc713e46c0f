#ifndef HTTP_REAPER_H
#define HTTP_REAPER_H

#include "CHTTPServer.h"
#include "process/memory.h"

#include <pthread.h>

struct http_shared;

/// The thread that enforces the deadlines.
struct http_reaper {
  struct http_shared *shared;  // the server's, once the thread is started
  pthread_t thread;
  int wake;
  bool runs;
  _Atomic bool ends;
  _Atomic uint64_t turns;  // that it has ended
  // Only for the thread itself.
  int64_t next_head_look;
  struct http_memory memory;
};

bool http_reaper_start(struct http_reaper *reaper, struct http_shared *shared);
/// Returns after a whole turn of the thread: one that began after the call.
void http_reaper_take_turn(struct http_reaper *reaper);
/// Waits until its thread has ended.
void http_reaper_end(struct http_reaper *reaper);

#endif
