#include "socket/linger.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { LINGERING_TIME = 2000, LINGERING_BYTES_PER_TURN = 1 << 20 };

void http_lingering_set_up(struct http_lingering *lingering, const struct http_clock *clock) {
  lingering->clock = clock;
  pthread_mutex_init(&lingering->lock, NULL);
}

void http_lingering_free(struct http_lingering *lingering) { pthread_mutex_destroy(&lingering->lock); }

// False when the table is full.
static bool add(struct http_lingering *lingering, int descriptor, int64_t deadline) {
  pthread_mutex_lock(&lingering->lock);
  bool has_room = lingering->count < lingering->most;
  if (has_room) {
    lingering->entries[lingering->count].descriptor = descriptor;
    lingering->entries[lingering->count++].deadline = deadline;
  }
  pthread_mutex_unlock(&lingering->lock);
  return has_room;
}

void http_linger(struct http_lingering *lingering, int descriptor) {
  shutdown(descriptor, SHUT_WR);
  if (!add(lingering, descriptor, http_now(lingering->clock) + LINGERING_TIME)) close(descriptor);
}

bool http_lingers(struct http_lingering *lingering) {
  pthread_mutex_lock(&lingering->lock);
  bool lingers = lingering->count > 0;
  pthread_mutex_unlock(&lingering->lock);
  return lingers;
}

// Reads and drops what the client sent. True when it sends nothing more.
static bool read_empty(struct http_lingering *lingering, int descriptor) {
  for (size_t total = 0; total < LINGERING_BYTES_PER_TURN;) {
    ssize_t count = recv(descriptor, lingering->discarded, sizeof lingering->discarded, MSG_DONTWAIT);
    if (count < 0) return errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR;
    if (count == 0) return true;
    total += (size_t)count;
  }
  return false;
}

void http_lingering_look(struct http_lingering *lingering, int64_t now) {
  __typeof__(lingering->entries) entries;
  pthread_mutex_lock(&lingering->lock);
  size_t count = lingering->count;
  memcpy(entries, lingering->entries, count * sizeof *entries);
  lingering->count = 0;
  pthread_mutex_unlock(&lingering->lock);
  // Other threads may add descriptors meanwhile.
  for (size_t i = 0; i < count; i++) {
    bool goes_on = !read_empty(lingering, entries[i].descriptor) && entries[i].deadline > now;
    if (!goes_on || !add(lingering, entries[i].descriptor, entries[i].deadline)) close(entries[i].descriptor);
  }
}
