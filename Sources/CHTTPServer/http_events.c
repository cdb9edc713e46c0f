// Waiting for events, as libmicrohttpd should.
//
// The library takes 128 events of a network thread at a time, and when it gets just as many it asks for more before it
// looks at any, with the time-out of an idle server: those 128 clients wait for a stranger to say something. The program's
// `epoll_wait` is the one that the library finds; after a full batch it does not wait.
//
// To sleep and be woken can cost more than to answer a request, in a virtual machine several times as much. A thread
// whose last event came soon looks again for a moment, giving way to others, before it sleeps. A thread with little to
// do sleeps at once.

#include "http_private.h"

#include <sched.h>
#include <sys/epoll.h>
#include <time.h>

// In nanoseconds.
enum {
  // How long a thread looks for events without sleeping.
  LOOKING_TIME = 20 * 1000,
  // An event that comes within this time, the wake included, has come soon.
  SOON = 1000 * 1000,
};

static _Thread_local bool has_connections, batch_was_full, came_soon;

void http_thread_has_connections(void) { has_connections = true; }

static int64_t now_nanoseconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static int look(int descriptor, struct epoll_event *events, int events_max) {
  return epoll_pwait(descriptor, events, events_max, 0, NULL);
}

// Waits for events on a thread that has connections.
static int wait_for_clients(int descriptor, struct epoll_event *events, int events_max, int timeout) {
  if (timeout == 0) return look(descriptor, events, events_max);
  int count = came_soon ? look(descriptor, events, events_max) : 0;
  if (count != 0) return count;
  int64_t start = now_nanoseconds();
  while (came_soon && now_nanoseconds() - start < LOOKING_TIME) {
    sched_yield();
    count = look(descriptor, events, events_max);
    if (count != 0) return count;
  }
  count = epoll_pwait(descriptor, events, events_max, timeout, NULL);
  came_soon = count > 0 && now_nanoseconds() - start < SOON;
  return count;
}

int epoll_wait(int descriptor, struct epoll_event *events, int events_max, int timeout) {
  if (!has_connections) return epoll_pwait(descriptor, events, events_max, timeout, NULL);
  int count = wait_for_clients(descriptor, events, events_max, batch_was_full ? 0 : timeout);
  batch_was_full = count == events_max;
  return count;
}
