// Waiting for events, as libmicrohttpd should.
//
// The library takes 128 events of a network thread at a time, and when it gets just as many it asks for more before it
// looks at any, with the time-out of an idle server: those 128 clients wait for a stranger to say something. The program's
// `epoll_wait` is the one that the library finds; after a full batch it does not wait.

#include "http_private.h"

#include <sys/epoll.h>

static _Thread_local bool has_connections, batch_was_full;

void http_thread_has_connections(void) { has_connections = true; }

int epoll_wait(int descriptor, struct epoll_event *events, int events_max, int timeout) {
  bool may_wait = !has_connections || !batch_was_full;
  int count = epoll_pwait(descriptor, events, events_max, may_wait ? timeout : 0, NULL);
  batch_was_full = count == events_max;
  return count;
}
