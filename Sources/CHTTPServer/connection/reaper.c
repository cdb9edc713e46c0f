// The deadlines of connections (docs/rules.md#limits), and the thread that enforces them.
//
// A connection beyond its deadline is shut down; that wakes the library, which closes it. The reaper looks at
// connections without holding a lock, so others may connect and hang up meanwhile.

#include "connection/reaper.h"

#include <poll.h>
#include <sched.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include "library.h"
#include "process/clock.h"
#include "request/exchange.h"
#include "request/refusal.h"
#include "socket/socket.h"

enum {
  REAPER_INTERVAL = 100,
  HEAD_LOOK_INTERVAL = 1000,  // a system call for each idle connection
  EMPTY_LINE_TIME = 100,      // after an answer, in which an empty line of its request may arrive
  POLLED_AT_ONCE = 64,        // a poll of more than the limit of descriptors fails
  // A request may be on its way when the drain begins.
  DRAIN_GRACE_IDLE = 200,
  DRAIN_GRACE_NEW = 1000,
  STANDSTILL = 1000,        // a turn, or a wait for it, this long means that the process was stopped
  UNREAD_TIME_MAX = 10000,  // the time after a deadline during which unread bytes count as in time
};

// One look at all connections.
struct turn {
  struct http_shared *shared;
  int64_t now;
  bool is_draining, looks_for_heads;
  // Connections to ask for hang-ups, many in one system call.
  size_t watched_count;
  struct pollfd watched[POLLED_AT_ONCE];
  struct http_connection *watched_connections[POLLED_AT_ONCE];
};

// MARK: Deadlines

// False if its state has changed meanwhile.
static bool cut(struct http_connection *connection, struct http_connection_state state) {
  struct http_connection_state to = state;
  to.is_cut = true;
  return http_connection_change(connection, state, to);
}

static void refuse(struct http_shared *shared, struct http_connection *connection, enum http_phase phase) {
  http_exchange *exchange = http_exchange_hold_of(connection);
  atomic_store(&connection->lingers, true);
  // While the head comes in, the network thread writes to the exchange.
  const http_exchange *known = phase == HTTP_PHASE_HEAD ? NULL : exchange;
  http_refuse_on_socket(shared, connection->descriptor, known, known != NULL ? known->head.id : NULL,
                        exchange != NULL && atomic_load(&exchange->head.is_head),
                        phase == HTTP_PHASE_HEAD                      ? HTTP_REFUSED_HEAD_TIMEOUT
                        : atomic_load(&connection->ends_by_silence) ? HTTP_REFUSED_BODY_SILENCE
                                                                      : HTTP_REFUSED_BODY_TIMEOUT);
  if (exchange != NULL) http_exchange_drop(exchange);
}

static void cut_late(struct http_shared *shared, struct http_connection *connection,
                     struct http_connection_state state) {
  if (!cut(connection, state)) return;
  bool is_sending = state.phase == HTTP_PHASE_HEAD || state.phase == HTTP_PHASE_BODY;
  if (is_sending && !state.is_refused) refuse(shared, connection, state.phase);
  if (state.phase == HTTP_PHASE_ANSWER || state.phase == HTTP_PHASE_STREAM) {
    // Without a reset, the system would keep up to some megabytes of unsent bytes, and continue to send them.
    struct linger reset = {.l_onoff = 1, .l_linger = 0};
    setsockopt(connection->descriptor, SOL_SOCKET, SO_LINGER, &reset, sizeof reset);
  }
  atomic_fetch_add(&connection->table->timed_out[state.phase], 1);
  shutdown(connection->descriptor, SHUT_RDWR);
}

// Unread bytes came in time, and may complete the request.
static bool is_for_server_to_read(const struct http_connection *connection, struct http_connection_state state,
                                  int64_t now) {
  bool may_send = state.phase <= HTTP_PHASE_BODY || state.phase == HTTP_PHASE_IDLE;
  return may_send && now - state.deadline < UNREAD_TIME_MAX && http_socket_has_unread_bytes(connection->descriptor);
}

// The library reports a request when its first line is complete. If bytes have arrived since the last answer, or more
// than the answered requests had with an empty line for each, a head has begun, which has a time of its own. False if
// none has begun.
static bool look_for_head(struct http_connection *connection, struct http_connection_state state, int64_t now) {
  struct http_socket_state socket;
  if (!http_socket_read(connection->descriptor, &socket)) return false;
  if (socket.client_has_finished && !http_socket_has_unread_bytes(connection->descriptor)) {
    http_library_tell_hang_up(connection->descriptor);
    return false;
  }
  int64_t start = atomic_load(&connection->phase_start), last = now - socket.silence;
  uint64_t empty_lines = last > start + EMPTY_LINE_TIME ? 0 : 2 * atomic_load(&connection->requests);
  if (socket.bytes_received <= atomic_load(&connection->taken_bytes) + empty_lines) return false;
  if (start < last) start = last;
  struct http_connection_state head = {.phase = HTTP_PHASE_HEAD,
                                       .deadline = start + connection->table->options->head_timeout};
  if (http_connection_change(connection, state, head)) atomic_store(&connection->phase_start, start);
  return true;
}

static bool is_idle_long_enough_to_drain(const struct http_connection *connection, struct http_connection_state state,
                                         int64_t now) {
  if (atomic_load(&connection->exchange) != NULL) return false;
  bool is_new = state.phase == HTTP_PHASE_HEAD;
  if (!is_new && state.phase != HTTP_PHASE_IDLE) return false;
  struct http_socket_state socket;
  return now - atomic_load(&connection->phase_start) >= (is_new ? DRAIN_GRACE_NEW : DRAIN_GRACE_IDLE) &&
         !http_socket_has_unread_bytes(connection->descriptor) &&
         // A head that has begun has the rest of its time.
         !(is_new && http_socket_read(connection->descriptor, &socket) && socket.bytes_received > 0);
}

// MARK: Hang-ups

// A client that has only stopped sending counts as gone while its exchange is suspended or its answer is a stream, which
// may have no end; otherwise it gets its answer.
static void take_hang_up(struct http_connection *connection) {
  enum http_phase phase = http_connection_read(connection).phase;
  if (phase == HTTP_PHASE_HANDLING || phase == HTTP_PHASE_STREAM) {
    http_exchange *exchange = http_exchange_hold_of(connection);
    if (exchange == NULL) return;
    if (phase == HTTP_PHASE_STREAM && http_socket_has_timed_out(connection->descriptor))
      atomic_fetch_add(&connection->table->timed_out[phase], 1);
    http_exchange_abandon(exchange);
    http_exchange_drop(exchange);
  } else if (phase < HTTP_PHASE_HANDLING && !http_socket_has_unread_bytes(connection->descriptor)) {
    connection->has_hung_up = true;
    http_library_tell_hang_up(connection->descriptor);
  }
}

static void look_for_hang_ups(struct turn *turn) {
  int found = poll(turn->watched, turn->watched_count, 0);
  for (size_t i = 0; i < turn->watched_count && found > 0; i++) {
    if (turn->watched[i].revents == 0) continue;
    found--;
    take_hang_up(turn->watched_connections[i]);
  }
  turn->watched_count = 0;
}

static void watch(struct turn *turn, struct http_connection *connection) {
  turn->watched[turn->watched_count] = (struct pollfd){.fd = connection->descriptor, .events = POLLRDHUP};
  turn->watched_connections[turn->watched_count++] = connection;
  if (turn->watched_count == POLLED_AT_ONCE) look_for_hang_ups(turn);
}

// MARK: The thread

static void look_at_one(struct turn *turn, struct http_connection *connection) {
  struct http_connection_state state = http_connection_read(connection);
  if (state.is_cut) return;
  bool is_late = state.deadline <= turn->now;
  bool is_over = is_late ? !is_for_server_to_read(connection, state, turn->now)
                         : turn->is_draining && is_idle_long_enough_to_drain(connection, state, turn->now);
  if (state.phase == HTTP_PHASE_IDLE && (is_over || turn->looks_for_heads) &&
      look_for_head(connection, state, turn->now))
    return;
  if (is_over && is_late) {
    cut_late(turn->shared, connection, state);
  } else if (is_over) {
    if (cut(connection, state)) shutdown(connection->descriptor, SHUT_RDWR);
  } else if (state.phase <= HTTP_PHASE_HANDLING || state.phase == HTTP_PHASE_STREAM) {
    if (!connection->has_hung_up) watch(turn, connection);
  }
}

static void look_at_some(void *context, struct http_connection *const *some, size_t count) {
  struct turn *turn = context;
  for (size_t i = 0; i < count; i++) look_at_one(turn, some[i]);
  look_for_hang_ups(turn);
}

static void look_at_connections(struct http_reaper *reaper, int64_t now) {
  struct turn turn = {.shared = reaper->shared,
                      .now = now,
                      .is_draining = atomic_load(&reaper->shared->draining),
                      .looks_for_heads = now >= reaper->next_head_look};
  if (turn.looks_for_heads) reaper->next_head_look = now + HEAD_LOOK_INTERVAL;
  http_connections_visit(&reaper->shared->connections, look_at_some, &turn);
}

// A time during which the process did not run, for example because a signal had stopped it.
struct standstill {
  int64_t now, time;
};

// Moves the deadlines by the standstill: what arrived meanwhile is still unread.
static void extend_deadlines(void *context, struct http_connection *const *some, size_t count) {
  const struct standstill *standstill = context;
  for (size_t i = 0; i < count; i++) {
    int64_t start = atomic_load(&some[i]->phase_start), age = standstill->now - start;
    int64_t delay = age < standstill->time ? age : standstill->time;
    // A phase that has just begun still has all of its time.
    if (delay <= 0 || !atomic_compare_exchange_strong(&some[i]->phase_start, &start, start + delay)) continue;
    // A network thread may set a deadline meanwhile, from the old start or from the new one.
    struct http_connection_state state, extended;
    do {
      state = extended = http_connection_read(some[i]);
      extended.deadline += delay;
    } while (state.deadline != HTTP_NO_DEADLINE && !http_connection_change(some[i], state, extended));
  }
}

static void look_at_memory(struct http_reaper *reaper, int64_t now) {
  struct http_shared *shared = reaper->shared;
  http_body_room_look(&shared->body_room, now);
  http_memory_look(&reaper->memory, now, atomic_load(&shared->connections.open),
                   http_body_room_bytes(&shared->body_room) + atomic_load(&shared->answer_room.bytes));
}

static void rest(struct http_reaper *reaper) {
  struct pollfd entry = {.fd = reaper->wake, .events = POLLIN};
  uint64_t count;
  if (poll(&entry, 1, REAPER_INTERVAL) > 0) (void)!read(reaper->wake, &count, sizeof count);
}

static void wake(struct http_reaper *reaper) {
  uint64_t one = 1;
  (void)!write(reaper->wake, &one, sizeof one);
}

static void *run(void *context) {
  struct http_reaper *reaper = context;
  struct http_shared *shared = reaper->shared;
  const struct http_clock *clock = &shared->clock;
  int64_t last = http_now(clock);
  bool was_late = false;
  while (!atomic_load(&reaper->ends)) {
    int64_t start = http_now(clock);
    rest(reaper);
    int64_t now = http_now(clock);
    struct standstill standstill = {now, now - last};
    bool is_late = standstill.time >= STANDSTILL, has_rested_long = now - start >= STANDSTILL;
    // If every turn is late although no wait is long, this thread has too much to do, and the deadlines are not moved.
    if (has_rested_long || (is_late && !was_late))
      http_connections_visit(&shared->connections, extend_deadlines, &standstill);
    was_late = is_late;
    last = now;
    look_at_connections(reaper, now);
    http_lingering_look(&shared->lingering, now);
    look_at_memory(reaper, now);
    atomic_fetch_add(&reaper->turns, 1);
  }
  http_lingering_look(&shared->lingering, INT64_MAX);
  return NULL;
}

bool http_reaper_start(struct http_reaper *reaper, struct http_shared *shared) {
  reaper->shared = shared;
  reaper->runs = pthread_create(&reaper->thread, NULL, run, reaper) == 0;
  if (reaper->runs) pthread_setname_np(reaper->thread, "http-reaper");
  return reaper->runs;
}

void http_reaper_take_turn(struct http_reaper *reaper) {
  // The turn under way may have begun before.
  uint64_t end = atomic_load(&reaper->turns) + 2;
  while (reaper->runs && !atomic_load(&reaper->ends) && atomic_load(&reaper->turns) < end) {
    wake(reaper);
    sched_yield();
  }
}

void http_reaper_end(struct http_reaper *reaper) {
  atomic_store(&reaper->ends, true);
  if (!reaper->runs) return;
  wake(reaper);
  pthread_join(reaper->thread, NULL);
}
