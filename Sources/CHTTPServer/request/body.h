#ifndef HTTP_BODY_H
#define HTTP_BODY_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "CHTTPServer.h"
#include "process/clock.h"
#include "request/spare.h"

enum { HTTP_ADDRESS_BUCKETS_LOG = 8 };

/// The room for the bodies of requests: one only for small bodies, and a common one, which also contains the spare
/// buffers.
struct http_body_room {
  uint64_t small_bytes_max, common_bytes_max;
  _Atomic uint64_t bodies, small_bytes, common_bytes;
  pthread_mutex_t lock;
  const struct http_clock *clock;
  struct http_spares spares;
  struct http_address *addresses[1 << HTTP_ADDRESS_BUCKETS_LOG];  // those with bodies in the common room
};

void http_body_room_set_up(struct http_body_room *room, const struct http_clock *clock, uint64_t bytes_max);
void http_body_room_free(struct http_body_room *room);

/// Frees the spare buffers, and keeps no more of them.
void http_body_room_end(struct http_body_room *room);

/// The bytes of the room that bodies use.
uint64_t http_body_room_bytes(const struct http_body_room *room);

/// Frees spare buffers that have not been used for long.
void http_body_room_look(struct http_body_room *room, int64_t now);

/// The body of one request, followed by slack.
struct http_body {
  uint8_t *bytes;
  size_t count, capacity;
  uint64_t announced_bytes;
  uint64_t address_number;                       // of the client
  struct http_address *address;                  // NULL until it uses the common room
  uint64_t small_room_bytes, common_room_bytes;  // the bytes charged to each
  bool is_counted;                               // among the bodies that take memory
};

/// False if there is no room for these bytes.
bool http_body_append(struct http_body *body, struct http_body_room *room, const char *bytes, size_t count);

/// Writes the zero bytes after the body.
void http_body_finish(struct http_body *body);

/// Frees the body, and releases its room.
void http_body_free(struct http_body *body, struct http_body_room *room);

#endif
