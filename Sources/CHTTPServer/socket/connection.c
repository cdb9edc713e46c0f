// The table of connections, and the state of each.

#include "socket/connection.h"

#include <stdlib.h>

#include "socket/socket.h"

enum {
  VISITED_AT_ONCE = 64,
  // The bits of a state: three for the phase, one for refused, one for cut; the deadline above them.
  PHASE_BITS = 7,
  REFUSED_BIT = 8,
  CUT_BIT = 16,
  DEADLINE_SHIFT = 5,
};

_Static_assert(HTTP_COUNTS - HTTP_COUNT_IN_PHASE == HTTP_PHASES, "each phase has its count");

// MARK: The table

void http_connections_set_up(struct http_connections *connections, struct http_threads *threads,
                             const struct http_clock *clock, const http_server_options *options) {
  pthread_mutex_init(&connections->lock, NULL);
  pthread_cond_init(&connections->is_let_go, NULL);
  connections->threads = threads;
  connections->clock = clock;
  connections->options = options;
}

void http_connections_free(struct http_connections *connections) {
  pthread_mutex_destroy(&connections->lock);
  pthread_cond_destroy(&connections->is_let_go);
}

bool http_connections_enter(struct http_connections *connections, uint64_t most) {
  if (atomic_fetch_add(&connections->open, 1) >= most) {
    atomic_fetch_sub(&connections->open, 1);
    return false;
  }
  http_count(connections->threads, HTTP_COUNT_IN_PHASE + HTTP_PHASE_HEAD, 1);
  return true;
}

void http_connections_leave(struct http_connections *connections, enum http_phase phase) {
  http_count(connections->threads, HTTP_COUNT_IN_PHASE + phase, -1);
  atomic_fetch_sub(&connections->open, 1);
}

// Fills `some` with connections from `from` on. The table's lock is held.
static size_t take_some(struct http_connection *from, struct http_connection **some) {
  size_t count = 0;
  for (; from != NULL && count < VISITED_AT_ONCE; from = from->next) {
    from->visitors++;
    some[count++] = from;
  }
  return count;
}

void http_connections_visit(struct http_connections *connections,
                            void (*look)(void *context, struct http_connection *const *some, size_t count),
                            void *context) {
  struct http_connection *some[VISITED_AT_ONCE];
  pthread_mutex_lock(&connections->lock);
  size_t count = take_some(connections->first, some);
  while (count > 0) {
    pthread_mutex_unlock(&connections->lock);
    look(context, some, count);
    pthread_mutex_lock(&connections->lock);
    struct http_connection *next = some[count - 1]->next;
    for (size_t i = 0; i < count; i++) some[i]->visitors--;
    pthread_cond_broadcast(&connections->is_let_go);
    count = take_some(next, some);
  }
  pthread_mutex_unlock(&connections->lock);
}

struct http_connection *http_connection_open(struct http_connections *table, int descriptor,
                                             const struct sockaddr *address) {
  struct http_connection *connection = calloc(1, sizeof *connection);
  if (connection == NULL) return NULL;
  connection->table = table;
  connection->descriptor = descriptor;
  if (address != NULL) connection->address_number = http_address_number(address);
  pthread_mutex_init(&connection->lock, NULL);
  int64_t now = http_now(table->clock);
  atomic_store(&connection->phase_start, now);
  atomic_store(&connection->state, (uint64_t)(now + table->options->head_timeout) << DEADLINE_SHIFT | HTTP_PHASE_HEAD);
  pthread_mutex_lock(&table->lock);
  connection->next = table->first;
  if (connection->next != NULL) connection->next->previous = connection;
  table->first = connection;
  pthread_mutex_unlock(&table->lock);
  return connection;
}

enum http_phase http_connection_close(struct http_connection *connection) {
  struct http_connections *table = connection->table;
  pthread_mutex_lock(&table->lock);
  while (connection->visitors > 0) pthread_cond_wait(&table->is_let_go, &table->lock);
  if (connection->next != NULL) connection->next->previous = connection->previous;
  if (connection->previous != NULL)
    connection->previous->next = connection->next;
  else
    table->first = connection->next;
  pthread_mutex_unlock(&table->lock);
  enum http_phase phase = http_connection_read(connection).phase;
  pthread_mutex_destroy(&connection->lock);
  free(connection);
  return phase;
}

// MARK: States

static uint64_t word_of(struct http_connection_state state) {
  return (uint64_t)state.deadline << DEADLINE_SHIFT | (state.is_cut ? CUT_BIT : 0) |
         (state.is_refused ? REFUSED_BIT : 0) | state.phase;
}

static struct http_connection_state state_of(uint64_t word) {
  return (struct http_connection_state){.phase = word & PHASE_BITS,
                                        .is_refused = (word & REFUSED_BIT) != 0,
                                        .is_cut = (word & CUT_BIT) != 0,
                                        .deadline = (int64_t)(word >> DEADLINE_SHIFT)};
}

struct http_connection_state http_connection_read(const struct http_connection *connection) {
  return state_of(atomic_load(&connection->state));
}

bool http_connection_change(struct http_connection *connection, struct http_connection_state from,
                            struct http_connection_state to) {
  uint64_t word = word_of(from);
  if (!atomic_compare_exchange_strong(&connection->state, &word, word_of(to))) return false;
  if (from.phase != to.phase) {
    http_count(connection->table->threads, HTTP_COUNT_IN_PHASE + to.phase, 1);
    http_count(connection->table->threads, HTTP_COUNT_IN_PHASE + from.phase, -1);
  }
  return true;
}

static bool enter(struct http_connection *connection, enum http_phase phase, int64_t deadline) {
  struct http_connection_state to = {.phase = phase, .deadline = deadline}, from;
  do {
    from = http_connection_read(connection);
    if (from.is_refused || from.is_cut) return false;
  } while (!http_connection_change(connection, from, to));
  return true;
}

bool http_connection_enter(struct http_connection *connection, enum http_phase phase, int64_t deadline) {
  // A handler has no deadline, so its start is not needed.
  if (phase != HTTP_PHASE_HANDLING) atomic_store(&connection->phase_start, http_now(connection->table->clock));
  return enter(connection, phase, deadline);
}

bool http_connection_enter_body(struct http_connection *connection, uint64_t bytes) {
  const http_server_options *options = connection->table->options;
  int64_t now = http_now(connection->table->clock);
  if (http_connection_read(connection).phase != HTTP_PHASE_BODY) atomic_store(&connection->phase_start, now);
  int64_t next_byte = now + options->body_silence;
  int64_t end = atomic_load(&connection->phase_start) + options->body_timeout +
                (int64_t)(bytes * 1000 / options->body_bytes_per_second_min);
  atomic_store(&connection->ends_by_silence, next_byte < end);
  return enter(connection, HTTP_PHASE_BODY, next_byte < end ? next_byte : end);
}

bool http_connection_is_refused_now(struct http_connection *connection) {
  atomic_store(&connection->lingers, true);
  struct http_connection_state from, to;
  do {
    to = from = http_connection_read(connection);
    if (from.is_refused || from.is_cut) return false;
    to.is_refused = true;
  } while (!http_connection_change(connection, from, to));
  return true;
}
