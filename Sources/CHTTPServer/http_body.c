// The bodies of requests, and the room that all of them share (docs/rules.md#body-limits).
//
// A client that sends much of a body and never the end holds room for nothing, and a few such clients could hold all of it.
// So there are two rooms: one for small bodies alone, and the rest, of which each client address holds at most half. Bodies
// that are not small never touch the first; small ones take of the second where the first is full. Thus no client, and no
// number of large bodies, keeps others' small bodies out, and one client alone does not keep out large ones either.

#include "http_private.h"

#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>

enum {
  FIRST_BODY_BYTES = 16 * 1024,
  SMALL_BODIES_SHARE = 16,  // one part in so many of all room
  ADDRESS_SHARE = 2,        // of the common room
};

// An address that has bodies in the common room.
struct http_address {
  struct http_address *next;
  uint64_t number;
  size_t bodies;  // under the server's `addresses_lock`
  _Atomic uint64_t bytes;
};

void http_bodies_set_up(http_server *server) {
  uint64_t all = server->options.bodies_in_flight_bytes_max;
  server->small_body_bytes_max = all / SMALL_BODIES_SHARE;
  server->common_body_bytes_max = all - server->small_body_bytes_max;
}

uint64_t http_body_bytes_in_flight(const http_server *server) {
  return atomic_load(&server->small_body_bytes) + atomic_load(&server->common_body_bytes);
}

// MARK: Addresses

uint64_t http_address_number(const struct sockaddr *address) {
  uint64_t number = 0;
  if (address->sa_family == AF_INET) {
    number = ((const struct sockaddr_in *)address)->sin_addr.s_addr;
  } else if (address->sa_family == AF_INET6) {
    const struct in6_addr *six = &((const struct sockaddr_in6 *)address)->sin6_addr;
    // Who has an address of IPv6 has all with its first half. The IPv4 ones among them have theirs at the end.
    bool is_four = IN6_IS_ADDR_V4MAPPED(six);
    memcpy(&number, six->s6_addr + (is_four ? 12 : 0), is_four ? 4 : 8);
  }
  return number;
}

static struct http_address **bucket_of(http_server *server, uint64_t number) {
  return &server->addresses[number * 0x9e3779b97f4a7c15 >> (64 - HTTP_ADDRESS_BUCKETS_LOG)];
}

// NULL when memory is short.
static struct http_address *open_address(http_server *server, uint64_t number) {
  pthread_mutex_lock(&server->addresses_lock);
  struct http_address **bucket = bucket_of(server, number), *address = *bucket;
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
  pthread_mutex_unlock(&server->addresses_lock);
  return address;
}

static void close_address(http_server *server, struct http_address *address) {
  pthread_mutex_lock(&server->addresses_lock);
  bool is_last = --address->bodies == 0;
  if (is_last) {
    struct http_address **place = bucket_of(server, address->number);
    while (*place != address) place = &(*place)->next;
    *place = address->next;
  }
  pthread_mutex_unlock(&server->addresses_lock);
  if (is_last) free(address);
}

// MARK: Room

static bool take(_Atomic uint64_t *held, size_t bytes, uint64_t most) {
  uint64_t before = atomic_fetch_add(held, bytes);
  if (before + bytes <= most) return true;
  atomic_fetch_sub(held, bytes);
  return false;
}

static bool take_small(http_exchange *exchange, size_t bytes) {
  http_server *server = exchange->server;
  if (exchange->declared_bytes > HTTP_SMALL_BODY_BYTES ||
      !take(&server->small_body_bytes, bytes, server->small_body_bytes_max))
    return false;
  exchange->small_room_bytes += bytes;
  return true;
}

static bool take_common(http_exchange *exchange, size_t bytes) {
  http_server *server = exchange->server;
  if (exchange->address == NULL) exchange->address = open_address(server, exchange->connection->address_number);
  if (exchange->address == NULL ||
      !take(&exchange->address->bytes, bytes, server->common_body_bytes_max / ADDRESS_SHARE))
    return false;
  if (!take(&server->common_body_bytes, bytes, server->common_body_bytes_max)) {
    atomic_fetch_sub(&exchange->address->bytes, bytes);
    return false;
  }
  exchange->common_room_bytes += bytes;
  return true;
}

static bool charge(http_exchange *exchange, size_t bytes) {
  bool is_first = exchange->small_room_bytes + exchange->common_room_bytes == 0;
  if (!take_small(exchange, bytes) && !take_common(exchange, bytes)) return false;
  if (is_first) atomic_fetch_add(&exchange->server->bodies_in_flight, 1);
  return true;
}

static void give_room_back(http_exchange *exchange) {
  http_server *server = exchange->server;
  if (exchange->small_room_bytes + exchange->common_room_bytes > 0) atomic_fetch_sub(&server->bodies_in_flight, 1);
  if (exchange->small_room_bytes > 0) atomic_fetch_sub(&server->small_body_bytes, exchange->small_room_bytes);
  if (exchange->address != NULL) {
    atomic_fetch_sub(&exchange->address->bytes, exchange->common_room_bytes);
    atomic_fetch_sub(&server->common_body_bytes, exchange->common_room_bytes);
    close_address(server, exchange->address);
  }
  exchange->small_room_bytes = exchange->common_room_bytes = 0;
  exchange->address = NULL;
}

// MARK: Bytes

// Memory grows with what has arrived, never with what was declared.
static bool reserve(http_exchange *exchange, size_t needed) {
  if (needed + HTTP_BODY_SLACK_BYTES <= exchange->body_capacity) return true;
  size_t room = exchange->body_bytes * 2;
  if (room < FIRST_BODY_BYTES) room = FIRST_BODY_BYTES;
  if (room > exchange->declared_bytes) room = (size_t)exchange->declared_bytes;
  if (room < needed) room = needed;
  uint8_t *body = realloc(exchange->body, room + HTTP_BODY_SLACK_BYTES);
  if (body == NULL) return false;
  http_memory_prefer_huge_pages(body, room + HTTP_BODY_SLACK_BYTES);
  exchange->body = body;
  exchange->body_capacity = room + HTTP_BODY_SLACK_BYTES;
  return true;
}

bool http_body_append(http_exchange *exchange, const char *bytes, size_t count) {
  if (!charge(exchange, count) || !reserve(exchange, exchange->body_bytes + count)) return false;
  memcpy(exchange->body + exchange->body_bytes, bytes, count);
  exchange->body_bytes += count;
  return true;
}

void http_body_free(http_exchange *exchange) {
  free(exchange->body);
  exchange->body = NULL;
  exchange->body_bytes = exchange->body_capacity = 0;
  give_room_back(exchange);
}
