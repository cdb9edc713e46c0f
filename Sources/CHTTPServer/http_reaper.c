// The table of connections, their deadlines (docs/rules.md#limits), and the thread that enforces them.
//
// libmicrohttpd knows one inactivity timer; a client that sends a byte now and then is never inactive. So
// every connection has a total deadline here. What is overdue is shut down, which wakes the library and makes
// it close the connection.

#include "http_private.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
  REAPER_INTERVAL = 100,
  HEAD_LOOK_INTERVAL = 1000,  // a system call for each idle connection
  POLLED_AT_ONCE = 64,  // a poll of more than the limit of descriptors fails
  CUT_AT_ONCE = 512,  // nobody who connects meanwhile shall wait for more; they have their turn a moment later
  LINGERING_TIME = 2000,
  LINGERING_BYTES_PER_TURN = 1 << 20,
  // A request may be on its way when the drain begins.
  DRAIN_GRACE_IDLE = 200,
  DRAIN_GRACE_NEW = 1000,
  STANDSTILL = 1000,        // a turn that begins this late tells that the process did not run
  UNREAD_TIME_MAX = 10000,  // how long beyond a deadline bytes may wait for their network thread
};

// MARK: The table

static void insert(struct http_connection *connection) {
  http_server *server = connection->server;
  pthread_mutex_lock(&server->connections_lock);
  connection->next = server->connections;
  if (connection->next != NULL) connection->next->previous = connection;
  server->connections = connection;
  pthread_mutex_unlock(&server->connections_lock);
}

static void remove_from_table(struct http_connection *connection) {
  http_server *server = connection->server;
  pthread_mutex_lock(&server->connections_lock);
  if (connection->next != NULL) connection->next->previous = connection->previous;
  if (connection->previous != NULL)
    connection->previous->next = connection->next;
  else
    server->connections = connection->next;
  pthread_mutex_unlock(&server->connections_lock);
}

static void open_connection(http_server *server, struct MHD_Connection *library_connection,
                            void **context) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(library_connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  http_thread_has_connections();
  struct http_connection *connection = calloc(1, sizeof *connection);
  // Without an entry its first request is refused, and it is closed.
  *context = connection;
  if (connection == NULL) return;
  connection->server = server;
  connection->descriptor = info->connect_fd;
  info = MHD_get_connection_info(library_connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  if (info != NULL && info->client_addr != NULL) connection->address_number = http_address_number(info->client_addr);
  pthread_mutex_init(&connection->lock, NULL);
  http_connection_enter(connection, HTTP_PHASE_HEAD, http_now() + server->options.head_timeout);
  insert(connection);
}

// Returns the phase that it was in last.
static enum http_phase close_connection(struct http_connection *connection) {
  http_server *server = connection->server;
  // Of a request that the library refuses twice, as one with too many arguments, it never says that it is completed.
  void *unfinished = connection->exchange;
  if (unfinished != NULL)
    http_exchange_completed(server, NULL, &unfinished, MHD_REQUEST_TERMINATED_WITH_ERROR);
  remove_from_table(connection);
  // The library closes its descriptor after this; a reset would destroy an answer that is still on its way.
  bool may_lose_answer =
      connection->lingers || (!connection->is_cut && http_socket_has_unread_bytes(connection->descriptor));
  if (may_lose_answer && !atomic_load(&server->stopping)) {
    int copy = dup(connection->descriptor);
    if (copy >= 0) http_linger(server, copy);
  }
  enum http_phase phase = connection->phase;
  pthread_mutex_destroy(&connection->lock);
  free(connection);
  return phase;
}

void http_connection_notify(void *server_context, struct MHD_Connection *library_connection,
                            void **context, enum MHD_ConnectionNotificationCode code) {
  http_server *server = server_context;
  if (code == MHD_CONNECTION_NOTIFY_STARTED) {
    open_connection(server, library_connection, context);
  } else {
    http_connection_leaves(server, *context != NULL ? close_connection(*context) : HTTP_PHASE_HEAD);
    *context = NULL;
  }
}

// With the connection's lock held.
static void set_phase(struct http_connection *connection, enum http_phase phase) {
  http_server *server = connection->server;
  atomic_fetch_add(&server->connections_in_phase[phase], 1);
  atomic_fetch_sub(&server->connections_in_phase[connection->phase], 1);
  connection->phase = phase;
}

void http_connection_enter(struct http_connection *connection, enum http_phase phase, int64_t deadline) {
  int64_t now = http_now();
  pthread_mutex_lock(&connection->lock);
  set_phase(connection, phase);
  connection->phase_start = now;
  connection->deadline = deadline;
  pthread_mutex_unlock(&connection->lock);
}

// With the connection's lock held.
static void set_body_deadline(struct http_connection *connection, uint64_t body_bytes, int64_t now) {
  const http_server_options *options = &connection->server->options;
  int64_t next_byte = now + options->body_silence;
  int64_t end = connection->phase_start + options->body_timeout +
                (int64_t)(body_bytes * 1000 / options->body_bytes_per_second_min);
  connection->ends_by_silence = next_byte < end;
  connection->deadline = connection->ends_by_silence ? next_byte : end;
}

void http_connection_enter_body(struct http_connection *connection) {
  int64_t now = http_now();
  pthread_mutex_lock(&connection->lock);
  set_phase(connection, HTTP_PHASE_BODY);
  connection->phase_start = now;
  set_body_deadline(connection, 0, now);
  pthread_mutex_unlock(&connection->lock);
}

void http_connection_receives(struct http_connection *connection, uint64_t body_bytes) {
  pthread_mutex_lock(&connection->lock);
  set_body_deadline(connection, body_bytes, http_now());
  pthread_mutex_unlock(&connection->lock);
}

void http_connection_lingers(struct http_connection *connection) {
  pthread_mutex_lock(&connection->lock);
  connection->lingers = true;
  pthread_mutex_unlock(&connection->lock);
}

void http_connection_refuse(struct http_connection *connection, http_exchange *exchange, http_refusal refusal) {
  pthread_mutex_lock(&connection->lock);
  // The reaper may have been faster.
  if (!connection->is_refused) http_refuse_on_socket(connection->server, connection->descriptor, exchange, refusal);
  connection->is_refused = true;
  connection->lingers = true;
  pthread_mutex_unlock(&connection->lock);
}

// MARK: Deadlines

// With the connection's lock held.
static void cut(struct http_connection *connection) {
  if (connection->is_cut) return;
  connection->is_cut = true;
  shutdown(connection->descriptor, SHUT_RDWR);
}

static void cut_late(struct http_connection *connection) {
  http_server *server = connection->server;
  if (connection->is_cut) return;
  bool is_sending = connection->phase == HTTP_PHASE_HEAD || connection->phase == HTTP_PHASE_BODY;
  if (is_sending && !connection->is_refused) {
    // While the head comes in, the network thread writes to the exchange.
    bool is_head = connection->phase == HTTP_PHASE_HEAD;
    http_refuse_on_socket(server, connection->descriptor, is_head ? NULL : connection->exchange,
                          is_head                       ? HTTP_REFUSED_HEAD_TIMEOUT
                          : connection->ends_by_silence ? HTTP_REFUSED_BODY_SILENCE
                                                        : HTTP_REFUSED_BODY_TIMEOUT);
    connection->is_refused = connection->lingers = true;
  }
  if (connection->phase == HTTP_PHASE_ANSWER) {
    // Else the system keeps what the client did not take, up to some megabytes, and goes on offering it.
    struct linger reset = {.l_onoff = 1, .l_linger = 0};
    setsockopt(connection->descriptor, SOL_SOCKET, SO_LINGER, &reset, sizeof reset);
  }
  atomic_fetch_add(&server->connections_timed_out[connection->phase], 1);
  cut(connection);
}

// Bytes that the server has yet to read came in time, and may be all that is missing.
//
// With the connection's lock held.
static bool is_for_server_to_read(const struct http_connection *connection, int64_t now) {
  bool may_send = connection->phase <= HTTP_PHASE_BODY || connection->phase == HTTP_PHASE_IDLE;
  return may_send && now - connection->deadline < UNREAD_TIME_MAX &&
         http_socket_has_unread_bytes(connection->descriptor);
}

static bool is_idle_long_enough_to_drain(const struct http_connection *connection, int64_t now) {
  if (connection->exchange != NULL) return false;
  bool is_new = connection->phase == HTTP_PHASE_HEAD;
  if (!is_new && connection->phase != HTTP_PHASE_IDLE) return false;
  return now - connection->phase_start >= (is_new ? DRAIN_GRACE_NEW : DRAIN_GRACE_IDLE) &&
         !http_socket_has_unread_bytes(connection->descriptor);
}

// The library watches for data only: it misses a hang-up that comes along with the last bytes, and all that
// happens while an exchange is suspended. Shutting down the reading side makes it look again. A client that has
// merely stopped sending counts as gone while its exchange is suspended; else its answer is not harmed.
//
// With the connection's lock held.
static void take_hang_up(struct http_connection *connection) {
  if (connection->phase == HTTP_PHASE_HANDLING) {
    if (connection->exchange != NULL) atomic_store(&connection->exchange->is_abandoned, true);
  } else if (connection->phase < HTTP_PHASE_HANDLING &&
             !http_socket_has_unread_bytes(connection->descriptor)) {
    connection->has_hung_up = true;
    shutdown(connection->descriptor, SHUT_RD);
  }
}

// Connections that may hang up, many asked about in one system call. In use while `connections_lock` is held: their
// descriptors are open.
struct watched {
  size_t count;
  struct pollfd entries[POLLED_AT_ONCE];
  struct http_connection *connections[POLLED_AT_ONCE];
};

static void look_for_hang_ups(struct watched *watched) {
  int found = poll(watched->entries, watched->count, 0);
  for (size_t i = 0; i < watched->count && found > 0; i++) {
    if (watched->entries[i].revents == 0) continue;
    found--;
    struct http_connection *connection = watched->connections[i];
    pthread_mutex_lock(&connection->lock);
    take_hang_up(connection);
    pthread_mutex_unlock(&connection->lock);
  }
  watched->count = 0;
}

static void watch(struct watched *watched, struct http_connection *connection) {
  if (watched->count == POLLED_AT_ONCE) look_for_hang_ups(watched);
  watched->entries[watched->count] = (struct pollfd){.fd = connection->descriptor, .events = POLLRDHUP};
  watched->connections[watched->count++] = connection;
}

// The library tells of a request when its first line is complete. Bytes beyond the requests that were answered, and an
// empty line with each, are the beginning of a head, which has less time than silence has.
static void look_for_head(struct http_connection *connection, int64_t now) {
  struct http_socket_state state;
  if (!http_socket_read(connection->descriptor, &state)) return;
  if (state.client_has_finished && !http_socket_has_unread_bytes(connection->descriptor)) {
    shutdown(connection->descriptor, SHUT_RD);
    return;
  }
  if (state.bytes_received <= connection->taken_bytes + 2 * (uint64_t)connection->requests) return;
  int64_t last = now - state.silence;
  if (connection->phase_start < last) connection->phase_start = last;
  set_phase(connection, HTTP_PHASE_HEAD);
  connection->deadline = connection->phase_start + connection->server->options.head_timeout;
}

static void look_at_connections(http_server *server, int64_t now) {
  bool is_draining = atomic_load(&server->draining);
  bool looks_for_heads = now >= server->next_head_look;
  if (looks_for_heads) server->next_head_look = now + HEAD_LOOK_INTERVAL;
  struct watched watched = {.count = 0};
  unsigned late = 0;
  pthread_mutex_lock(&server->connections_lock);
  for (struct http_connection *connection = server->connections; connection != NULL;
       connection = connection->next) {
    bool may_hang_up = false;
    pthread_mutex_lock(&connection->lock);
    if (connection->deadline <= now) {
      if (!connection->is_cut && late < CUT_AT_ONCE && !is_for_server_to_read(connection, now)) {
        late++;
        cut_late(connection);
      }
    } else if (is_draining && is_idle_long_enough_to_drain(connection, now)) {
      cut(connection);
    } else if (connection->phase <= HTTP_PHASE_HANDLING) {
      may_hang_up = !connection->has_hung_up;
    } else if (looks_for_heads && connection->phase == HTTP_PHASE_IDLE) {
      look_for_head(connection, now);
    }
    pthread_mutex_unlock(&connection->lock);
    // Without its lock, which is taken again where there is something to see.
    if (may_hang_up) watch(&watched, connection);
  }
  look_for_hang_ups(&watched);
  pthread_mutex_unlock(&server->connections_lock);
}

// The process has stood still for so long, as when it was stopped by a signal. What came meanwhile waits to be read.
static void extend_deadlines(http_server *server, int64_t now, int64_t standstill) {
  pthread_mutex_lock(&server->connections_lock);
  for (struct http_connection *connection = server->connections; connection != NULL;
       connection = connection->next) {
    pthread_mutex_lock(&connection->lock);
    int64_t age = now - connection->phase_start, delay = age < standstill ? age : standstill;
    if (delay > 0 && connection->deadline != INT64_MAX) {
      connection->phase_start += delay;
      connection->deadline += delay;
    }
    pthread_mutex_unlock(&connection->lock);
  }
  pthread_mutex_unlock(&server->connections_lock);
}

void http_cut_suspended(http_server *server) {
  pthread_mutex_lock(&server->connections_lock);
  for (struct http_connection *connection = server->connections; connection != NULL;
       connection = connection->next) {
    pthread_mutex_lock(&connection->lock);
    if (connection->exchange != NULL) http_exchange_cut(connection->exchange);
    pthread_mutex_unlock(&connection->lock);
  }
  pthread_mutex_unlock(&server->connections_lock);
}

// MARK: Lingering

void http_linger(http_server *server, int descriptor) {
  shutdown(descriptor, SHUT_WR);
  pthread_mutex_lock(&server->lingering_lock);
  bool has_room = server->lingering_count < server->lingering_max;
  if (has_room)
    server->lingering[server->lingering_count++] =
        (struct http_lingering){descriptor, http_now() + LINGERING_TIME};
  pthread_mutex_unlock(&server->lingering_lock);
  if (!has_room) close(descriptor);
}

bool http_lingers(http_server *server) {
  pthread_mutex_lock(&server->lingering_lock);
  bool lingers = server->lingering_count > 0;
  pthread_mutex_unlock(&server->lingering_lock);
  return lingers;
}

// Whether the client is done.
static bool read_empty(http_server *server, int descriptor) {
  for (size_t total = 0; total < LINGERING_BYTES_PER_TURN;) {
    ssize_t count = recv(descriptor, server->discarded, sizeof server->discarded, MSG_DONTWAIT);
    if (count < 0) return errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR;
    if (count == 0) return true;
    total += (size_t)count;
  }
  return false;
}

static void look_at_lingering(http_server *server, int64_t now) {
  struct http_lingering entries[HTTP_LINGERING_MAX];
  pthread_mutex_lock(&server->lingering_lock);
  size_t count = server->lingering_count;
  memcpy(entries, server->lingering, count * sizeof *entries);
  server->lingering_count = 0;
  pthread_mutex_unlock(&server->lingering_lock);
  // Others may add theirs while these are read.
  for (size_t i = 0; i < count; i++) {
    bool goes_on = !read_empty(server, entries[i].descriptor) && entries[i].deadline > now;
    pthread_mutex_lock(&server->lingering_lock);
    goes_on = goes_on && server->lingering_count < server->lingering_max;
    if (goes_on) server->lingering[server->lingering_count++] = entries[i];
    pthread_mutex_unlock(&server->lingering_lock);
    if (!goes_on) close(entries[i].descriptor);
  }
}

void *http_reaper_loop(void *context) {
  http_server *server = context;
  struct pollfd wake = {.fd = server->reaper_wake, .events = POLLIN};
  int64_t last = http_now();
  bool was_late = false;
  while (!atomic_load(&server->reaper_ends)) {
    poll(&wake, 1, REAPER_INTERVAL);
    int64_t now = http_now();
    // Late turn after turn, this thread has too much to do, and deadlines hold.
    bool is_late = now - last >= STANDSTILL;
    if (is_late && !was_late) extend_deadlines(server, now, now - last);
    was_late = is_late;
    last = now;
    look_at_connections(server, now);
    look_at_lingering(server, now);
    http_memory_look(server, now);
  }
  look_at_lingering(server, INT64_MAX);
  return NULL;
}
