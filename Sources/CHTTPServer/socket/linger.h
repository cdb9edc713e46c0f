#ifndef HTTP_LINGER_H
#define HTTP_LINGER_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "process/clock.h"

enum { HTTP_LINGERING_MAX = 256 };

/// Descriptors that are read until the client is done, and then closed: closing with unread bytes sends a reset, which
/// would destroy an answer that is still on its way.
struct http_lingering {
  pthread_mutex_t lock;
  struct {
    int descriptor;
    int64_t deadline;
  } entries[HTTP_LINGERING_MAX];
  size_t count;
  size_t most;                   // entries that may be used: fewer if the descriptor limit is low
  const struct http_clock *clock;
  uint8_t discarded[64 * 1024];  // the reaper's
};

void http_lingering_set_up(struct http_lingering *lingering, const struct http_clock *clock);
void http_lingering_free(struct http_lingering *lingering);

/// Closes the descriptor once the client has stopped sending, after 2 s at the latest.
void http_linger(struct http_lingering *lingering, int descriptor);

/// Whether some descriptor still waits for its client to finish.
bool http_lingers(struct http_lingering *lingering);

/// Reads from all of them, and closes those that are done or late. Called by the reaper.
void http_lingering_look(struct http_lingering *lingering, int64_t now);

#endif
