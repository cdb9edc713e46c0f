// The bodies of requests, and the room that all of them share (docs/rules.md#body-limits).
//
// A few clients that send large parts of bodies but never finish them could use up all the room. So there are two
// rooms: one only for small bodies, and a common one, of which each client address may use at most half. Small bodies
// use the common room when theirs is full; others use only the common room. So large bodies never block small ones, and
// a single client cannot block the large ones of others.

#include "request/body.h"

#include <stdlib.h>
#include <string.h>

#include "process/memory.h"

enum {
  FIRST_BODY_BYTES = 16 * 1024,
  SMALL_BODIES_SHARE = 16,  // the room for small bodies is this part of all
  ADDRESS_SHARE = 2,        // an address may hold this part of the common room
  SPARES_SHARE = 4,         // spare buffers may be this part of it
  SPARE_TIME = 5000,
  SPARE_STEP = 1 << 20,     // so that a body has room in the buffer of one that was a little shorter
};

// An address with bodies in the common room.
struct http_address {
  struct http_address *next;
  uint64_t number;
  size_t bodies;  // under the room's lock
  _Atomic uint64_t bytes;
};

void http_body_room_set_up(struct http_body_room *room, const struct http_clock *clock, uint64_t bytes_max) {
  room->clock = clock;
  room->small_bytes_max = bytes_max / SMALL_BODIES_SHARE;
  room->common_bytes_max = bytes_max - room->small_bytes_max;
  room->spares.bytes_max = room->common_bytes_max / SPARES_SHARE;
  pthread_mutex_init(&room->lock, NULL);
}

void http_body_room_free(struct http_body_room *room) { pthread_mutex_destroy(&room->lock); }

uint64_t http_body_room_bytes(const struct http_body_room *room) {
  uint64_t common = atomic_load(&room->common_bytes), spare = atomic_load(&room->spares.bytes);
  return atomic_load(&room->small_bytes) + (common > spare ? common - spare : 0);
}

// MARK: Addresses

static struct http_address **bucket_of(struct http_body_room *room, uint64_t number) {
  return &room->addresses[number * 0x9e3779b97f4a7c15 >> (64 - HTTP_ADDRESS_BUCKETS_LOG)];
}

// NULL if memory is missing.
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

// Frees the spare buffers that were added at `time` or earlier, and releases their room. With the lock held.
static void free_spares(struct http_body_room *room, int64_t time) {
  atomic_fetch_sub(&room->common_bytes, http_spares_free(&room->spares, time));
}

void http_body_room_look(struct http_body_room *room, int64_t now) {
  if (atomic_load(&room->spares.bytes) == 0) return;
  pthread_mutex_lock(&room->lock);
  free_spares(room, now - SPARE_TIME);
  pthread_mutex_unlock(&room->lock);
}

void http_body_room_end(struct http_body_room *room) {
  pthread_mutex_lock(&room->lock);
  room->spares.bytes_max = 0;
  free_spares(room, INT64_MAX);
  pthread_mutex_unlock(&room->lock);
}

// Takes room after freeing all spare buffers: bodies are more important. If another thread is freeing them, the lock
// makes this one wait for the room.
static bool take_of_spares(struct http_body_room *room, size_t bytes) {
  pthread_mutex_lock(&room->lock);
  free_spares(room, INT64_MAX);
  bool is_taken = take(&room->common_bytes, bytes, room->common_bytes_max);
  pthread_mutex_unlock(&room->lock);
  return is_taken;
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
  bool is_taken = take(&room->common_bytes, bytes, room->common_bytes_max) || take_of_spares(room, bytes);
  if (is_taken)
    body->common_room_bytes += bytes;
  else
    atomic_fetch_sub(&body->address->bytes, bytes);
  return is_taken;
}

// Charges room for the first `count` bytes of a body. A spare buffer's room is charged already.
static bool charge(struct http_body *body, struct http_body_room *room, size_t count) {
  uint64_t held = body->small_room_bytes + body->common_room_bytes;
  if (count <= held) return true;
  size_t bytes = count - (size_t)held;
  if (!take_small(body, room, bytes) && !take_common(body, room, bytes)) return false;
  if (!body->is_counted) atomic_fetch_add(&room->bodies, 1);
  body->is_counted = true;
  return true;
}

static void give_back(struct http_body *body, struct http_body_room *room) {
  if (body->is_counted) atomic_fetch_sub(&room->bodies, 1);
  if (body->small_room_bytes > 0) atomic_fetch_sub(&room->small_bytes, body->small_room_bytes);
  if (body->address != NULL) {
    atomic_fetch_sub(&body->address->bytes, body->common_room_bytes);
    atomic_fetch_sub(&room->common_bytes, body->common_room_bytes);
    close_address(room, body->address);
  }
  body->small_room_bytes = body->common_room_bytes = 0;
  body->address = NULL;
  body->is_counted = false;
}

// MARK: Bytes

// Moves a body to a spare buffer that is large enough for the whole body. The whole buffer, instead of the received
// bytes, is then charged to the body and to its client's address. False if there is no such buffer, or if it would
// exceed the address's share.
static bool move_to_spare(struct http_body *body, struct http_body_room *room, size_t whole) {
  if (body->address == NULL) return false;
  struct http_spare spare = {0};
  pthread_mutex_lock(&room->lock);
  struct http_spare *found = http_spares_find(&room->spares, whole);
  if (found != NULL && take(&body->address->bytes, found->capacity - (size_t)body->common_room_bytes,
                            room->common_bytes_max / ADDRESS_SHARE))
    spare = http_spares_take(&room->spares, found);
  pthread_mutex_unlock(&room->lock);
  if (spare.bytes == NULL) return false;
  atomic_fetch_sub(&room->common_bytes, body->common_room_bytes);
  body->common_room_bytes = spare.capacity;
  memcpy(spare.bytes, body->bytes, body->count);
  free(body->bytes);
  body->bytes = spare.bytes;
  body->capacity = spare.capacity;
  return true;
}

// Keeps the buffer of a finished body as a spare one; the body's room becomes the buffer's. False if it is too small or
// too large, or there is no room.
static bool keep_spare(struct http_body *body, struct http_body_room *room) {
  size_t held = (size_t)body->common_room_bytes;
  if (body->capacity < HTTP_SPARE_BYTES_MIN || body->capacity < held || body->address == NULL) return false;
  struct http_spare spare = {.bytes = body->bytes, .capacity = body->capacity, .since = http_now(room->clock)};
  pthread_mutex_lock(&room->lock);
  bool is_kept = spare.capacity <= room->spares.bytes_max &&
                 take(&room->common_bytes, spare.capacity - held, room->common_bytes_max);
  if (is_kept) atomic_fetch_sub(&room->common_bytes, http_spares_keep(&room->spares, spare));
  pthread_mutex_unlock(&room->lock);
  if (!is_kept) return false;
  atomic_fetch_sub(&body->address->bytes, held);
  body->common_room_bytes = 0;
  return true;
}

// Memory grows with the bytes that have arrived, never with the announced length, except for spare buffers.
static bool reserve(struct http_body *body, struct http_body_room *room, size_t needed) {
  if (needed + HTTP_BODY_SLACK_BYTES <= body->capacity) return true;
  size_t whole = needed > body->announced_bytes ? needed : (size_t)body->announced_bytes, size = body->count * 2;
  if (size < FIRST_BODY_BYTES) size = FIRST_BODY_BYTES;
  if (size < needed) size = needed;
  if (size > whole) size = whole;
  bool is_whole = size == whole;
  whole += HTTP_BODY_SLACK_BYTES;
  size += HTTP_BODY_SLACK_BYTES;
  if (size >= HTTP_SPARE_BYTES_MIN && move_to_spare(body, room, whole)) return true;
  if (is_whole && size >= HTTP_SPARE_BYTES_MIN) size = (size + SPARE_STEP - 1) / SPARE_STEP * SPARE_STEP;
  uint8_t *bytes = realloc(body->bytes, size);
  if (bytes == NULL) return false;
  http_memory_prefer_huge_pages(bytes, size);
  body->bytes = bytes;
  body->capacity = size;
  return true;
}

bool http_body_append(struct http_body *body, struct http_body_room *room, const char *bytes, size_t count) {
  if (!charge(body, room, body->count + count) || !reserve(body, room, body->count + count)) return false;
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
  if (!keep_spare(body, room)) free(body->bytes);
  body->bytes = NULL;
  body->count = body->capacity = 0;
  give_back(body, room);
}
