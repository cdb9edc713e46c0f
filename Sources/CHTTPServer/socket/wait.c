// How a network thread waits.
//
// Sleeping and waking can cost more than answering a request, several times as much in a virtual machine. So if the
// last event of a thread came soon, the thread polls for a moment before it sleeps, yielding to other threads. A thread
// with little to do sleeps at once.

#include "socket/wait.h"

#include <sched.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

// In nanoseconds.
enum {
  // The time for which a thread polls without sleeping.
  LOOKING_TIME = 20 * 1000,
  // An event came soon if it came within this time, including the wake-up.
  SOON = 1000 * 1000,
  // A network thread's slice of the processor; the shortest that the system gives.
  SLICE = 100 * 1000,
};
// SCHED_FLAG_KEEP_POLICY of linux/sched.h, which conflicts with sched.h.
enum { KEEP_POLICY = 8 };

static _Thread_local bool is_network_thread, came_soon;

// The input of sched_setattr(2), in its first form.
struct scheduling {
  uint32_t size, policy;
  uint64_t flags;
  int32_t nice;
  uint32_t priority;
  // In nanoseconds. The first is a thread's slice of the processor, since Linux 6.12.
  uint64_t runtime, deadline, period;
};

// Requests short time slices of the processor: when a thread wakes up, it runs at once if its slice is shorter than
// that of the running thread. A system that does not support or allow it changes nothing.
static void shorten_slices(void) {
  // The policy and the priority do not change.
  struct scheduling scheduling = {
      .size = sizeof scheduling, .flags = KEEP_POLICY, .nice = getpriority(PRIO_PROCESS, 0), .runtime = SLICE};
  (void)syscall(SYS_sched_setattr, 0, &scheduling, 0);
}

bool http_thread_is_network(void) { return is_network_thread; }

void http_wait_as_network_thread(void) {
  if (is_network_thread) return;
  is_network_thread = true;
  shorten_slices();
}

static int64_t now_nanoseconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static int look(int descriptor, struct epoll_event *events, int events_max) {
  return epoll_pwait(descriptor, events, events_max, 0, NULL);
}

int http_wait(int descriptor, struct epoll_event *events, int events_max, int timeout) {
  if (!is_network_thread) return epoll_pwait(descriptor, events, events_max, timeout, NULL);
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
