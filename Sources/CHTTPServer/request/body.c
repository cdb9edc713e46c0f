// The bodies of requests, and the room that all of them share (docs/rules.md#body-limits).
//
// A few clients that send much of a body and never its end could hold all the room. So there are two rooms: one for
// small bodies only, and a common one, of which each client address holds at most half. Small bodies use the common
// room when theirs is full; others use the common room only. So large bodies never keep small ones out, and one client
// alone does not keep out large ones.

#include "request/body.h"

#include <stdlib.h>
#include <string.h>

#include "process/memory.h"

enum {
  FIRST_BODY_BYTES = 16 * 1024,
  SMALL_BODIES_SHARE = 16,  // the room for small bodies is this part of all
  ADDRESS_SHARE = 2,        // an address may hold this part of the common room
};

// An address that has bodies in the common room.
struct http_address {
  struct http_address *next;
  uint64_t number;
  size_t bodies;  // under the room's lock
  _Atomic uint64_t bytes;
};

void http_body_room_set_up(struct http_body_room *room, uint64_t bytes_max) {
  room->small_bytes_max = bytes_max / SMALL_BODIES_SHARE;
  room->common_bytes_max = bytes_max - room->small_bytes_max;
  pthread_mutex_init(&room->lock, NULL);
}

void http_body_room_free(struct http_body_room *room) { pthread_mutex_destroy(&room->lock); }

uint64_t http_body_room_bytes(const struct http_body_room *room) {
  return atomic_load(&room->small_bytes) + atomic_load(&room->common_bytes);
}

// MARK: Addresses

static struct http_address **bucket_of(struct http_body_room *room, uint64_t number) {
  return &room->addresses[number * 0x9e3779b97f4a7c15 >> (64 - HTTP_ADDRESS_BUCKETS_LOG)];
}

// NULL when memory is short.
static struct http_address *open_address(struct http_body_room *room, uint64_t number) {
  pthread_mutex_lock(&room->lock);
  struct http_address **bucket = bucket_of(room, number), *address = *bucket;
  while (address != NULL && address->number != number) address = address->next;
  if (address == NULL) {
    address = calloc(1, sizeof *address);
    if (address != NULL) {
      address->number = number;
      address->next = *bucket;
      *bucket = address;
    }
  }
  if (address != NULL) address->bodies++;
  pthread_mutex_unlock(&room->lock);
  return address;
}

static void close_address(struct http_body_room *room, struct http_address *address) {
  pthread_mutex_lock(&room->lock);
  bool is_last = --address->bodies == 0;
  if (is_last) {
    struct http_address **place = bucket_of(room, address->number);
    while (*place != address) place = &(*place)->next;
    *place = address->next;
  }
  pthread_mutex_unlock(&room->lock);
  if (is_last) free(address);
}

// MARK: Room

static bool take(_Atomic uint64_t *held, size_t bytes, uint64_t most) {
  uint64_t before = atomic_fetch_add(held, bytes);
  if (before + bytes <= most) return true;
  atomic_fetch_sub(held, bytes);
  return false;
}

static bool take_small(struct http_body *body, struct http_body_room *room, size_t bytes) {
  if (body->announced_bytes > HTTP_SMALL_BODY_BYTES || !take(&room->small_bytes, bytes, room->small_bytes_max))
    return false;
  body->small_room_bytes += bytes;
  return true;
}

static bool take_common(struct http_body *body, struct http_body_room *room, size_t bytes) {
  if (body->address == NULL) body->address = open_address(room, body->address_number);
  if (body->address == NULL || !take(&body->address->bytes, bytes, room->common_bytes_max / ADDRESS_SHARE))
    return false;
  if (!take(&room->common_bytes, bytes, room->common_bytes_max)) {
    atomic_fetch_sub(&body->address->bytes, bytes);
    return false;
  }
  body->common_room_bytes += bytes;
  return true;
}

static bool charge(struct http_body *body, struct http_body_room *room, size_t bytes) {
  bool is_first = body->small_room_bytes + body->common_room_bytes == 0;
  if (!take_small(body, room, bytes) && !take_common(body, room, bytes)) return false;
  if (is_first) atomic_fetch_add(&room->bodies, 1);
  return true;
}

static void give_back(struct http_body *body, struct http_body_room *room) {
  if (body->small_room_bytes + body->common_room_bytes > 0) atomic_fetch_sub(&room->bodies, 1);
  if (body->small_room_bytes > 0) atomic_fetch_sub(&room->small_bytes, body->small_room_bytes);
  if (body->address != NULL) {
    atomic_fetch_sub(&body->address->bytes, body->common_room_bytes);
    atomic_fetch_sub(&room->common_bytes, body->common_room_bytes);
    close_address(room, body->address);
  }
  body->small_room_bytes = body->common_room_bytes = 0;
  body->address = NULL;
}

// MARK: Bytes

// Memory grows with what has arrived, never with what was announced.
static bool reserve(struct http_body *body, size_t needed) {
  if (needed + HTTP_BODY_SLACK_BYTES <= body->capacity) return true;
  size_t room = body->count * 2;
  if (room < FIRST_BODY_BYTES) room = FIRST_BODY_BYTES;
  if (room > body->announced_bytes) room = (size_t)body->announced_bytes;
  if (room < needed) room = needed;
  uint8_t *bytes = realloc(body->bytes, room + HTTP_BODY_SLACK_BYTES);
  if (bytes == NULL) return false;
  http_memory_prefer_huge_pages(bytes, room + HTTP_BODY_SLACK_BYTES);
  body->bytes = bytes;
  body->capacity = room + HTTP_BODY_SLACK_BYTES;
  return true;
}

bool http_body_append(struct http_body *body, struct http_body_room *room, const char *bytes, size_t count) {
  if (!charge(body, room, count) || !reserve(body, body->count + count)) return false;
  memcpy(body->bytes + body->count, bytes, count);
  body->count += count;
  return true;
}

void http_body_finish(struct http_body *body) {
  if (body->bytes != NULL) memset(body->bytes + body->count, 0, HTTP_BODY_SLACK_BYTES);
}

void http_body_free(struct http_body *body, struct http_body_room *room) {
  // An address may have been opened although there was no room.
  if (body->bytes == NULL && body->address == NULL && body->small_room_bytes == 0) return;
  free(body->bytes);
  body->bytes = NULL;
  body->count = body->capacity = 0;
  give_back(body, room);
}
