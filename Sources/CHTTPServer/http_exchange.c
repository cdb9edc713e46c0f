// The life of one request.
//
// The library calls `http_exchange_begin` at the request line, then `http_exchange_advance` once for the
// head, for every piece of the body and once for the end (again after each suspension), and
// `http_exchange_completed` when the answer has left or the connection is lost. An answer that is queued at
// the head costs the connection, so what is fine is answered at the end.

#include "http_private.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const uint8_t empty_body[HTTP_BODY_SLACK_BYTES];

// MARK: Lifetime

void *http_exchange_begin(void *context, const char *target, struct MHD_Connection *library_connection) {
  http_server *server = context;
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(library_connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  struct http_connection *connection = info != NULL ? info->socket_context : NULL;
  if (connection == NULL || target == NULL) return NULL;
  size_t target_bytes = strlen(target);
  http_exchange *exchange = calloc(1, sizeof *exchange + target_bytes + 1);
  if (exchange == NULL) return NULL;
  atomic_init(&exchange->references, 1);
  atomic_init(&exchange->is_abandoned, false);
  atomic_init(&exchange->is_claimed, false);
  pthread_mutex_init(&exchange->lock, NULL);
  http_server_retain(server);
  atomic_fetch_add(&server->exchanges_held, 1);
  exchange->server = server;
  exchange->connection = connection;
  exchange->library_connection = library_connection;
  exchange->raw_target = target;
  exchange->target = memcpy(exchange + 1, target, target_bytes + 1);
  exchange->target_bytes = target_bytes;
  // The library spends its memory on every argument, and refuses a request with many of them without an end. What it
  // reads here has one; everybody else reads the copy.
  char *query = strchr((char *)target, '?');
  exchange->path_bytes = query != NULL ? (size_t)(query - target) : target_bytes;
  for (char *byte = query; byte != NULL && *byte != 0; byte++)
    if (*byte == '&') *byte = '_';

  http_request_id_make(server, exchange->id);
  http_head_begins(exchange);
  pthread_mutex_lock(&connection->lock);
  connection->exchange = exchange;
  connection->requests++;
  bool was_idle = connection->phase == HTTP_PHASE_IDLE;
  pthread_mutex_unlock(&connection->lock);
  // Otherwise the head is being timed already, from the connect on or since the reaper saw it begin.
  if (was_idle)
    http_connection_enter(connection, HTTP_PHASE_HEAD, http_now() + server->options.head_timeout);
  return exchange;
}

static void drop_reference(http_exchange *exchange) {
  if (atomic_fetch_sub(&exchange->references, 1) != 1) return;
  http_body_free(exchange);
  pthread_mutex_destroy(&exchange->lock);
  free(exchange->texts);
  free(exchange->lines);
  http_server *server = exchange->server;
  atomic_fetch_sub(&server->exchanges_held, 1);
  free(exchange);
  http_server_release(server);
}

// The handler's object is needed until `handle` has returned; whoever answers later holds it himself, and the
// body is freed as soon as nobody does.
static void let_go(http_exchange *exchange) {
  void *context = exchange->context;
  exchange->context = NULL;
  if (context != NULL) exchange->server->callbacks.let_go(context);
}

void http_exchange_completed(void *context, struct MHD_Connection *library_connection, void **slot,
                             enum MHD_RequestTerminationCode code) {
  http_server *server = context;
  (void)library_connection;
  http_exchange *exchange = *slot;
  *slot = NULL;
  if (exchange == NULL) return;
  http_head_ends(exchange);
  struct http_connection *connection = exchange->connection;
  pthread_mutex_lock(&connection->lock);
  connection->exchange = NULL;
  connection->taken_bytes += exchange->head_bytes + exchange->declared_bytes;
  pthread_mutex_unlock(&connection->lock);
  http_connection_enter(connection, HTTP_PHASE_IDLE, http_now() + server->options.idle_timeout);

  if (code != MHD_REQUEST_TERMINATED_COMPLETED_OK) atomic_store(&exchange->is_abandoned, true);
  pthread_mutex_lock(&exchange->lock);
  exchange->is_completed = true;
  exchange->library_connection = NULL;
  struct MHD_Response *unused = exchange->response;
  exchange->response = NULL;
  pthread_mutex_unlock(&exchange->lock);
  if (unused != NULL) MHD_destroy_response(unused);
  if (exchange->head_is_complete) atomic_fetch_sub(&server->requests_in_flight, 1);
  let_go(exchange);
  drop_reference(exchange);
}

void http_exchange_adopt(http_exchange *exchange, void *context) {
  atomic_fetch_add(&exchange->references, 1);
  exchange->context = context;
}

void *http_exchange_context(const http_exchange *exchange) { return exchange->context; }

void http_exchange_release(http_exchange *exchange) {
  http_exchange_cut(exchange);
  http_body_free(exchange);
  drop_reference(exchange);
}

// MARK: Answers

// With the exchange's lock held: while it is suspended and not completed the library's connection is valid.
static void resume(http_exchange *exchange) {
  if (!exchange->is_suspended || exchange->is_resumed || exchange->is_completed) return;
  exchange->is_resumed = true;
  MHD_resume_connection(exchange->library_connection);
}

void http_exchange_suspend(http_exchange *exchange) {
  pthread_mutex_lock(&exchange->lock);
  // While the server stops, nothing is suspended any more: `handle` returns and the connection is closed.
  bool may_wait = !atomic_load(&exchange->is_claimed) && !atomic_load(&exchange->server->stopping);
  if (may_wait && !exchange->is_suspended) {
    exchange->is_suspended = true;
    MHD_suspend_connection(exchange->library_connection);
  }
  pthread_mutex_unlock(&exchange->lock);
}

void http_exchange_cut(http_exchange *exchange) {
  pthread_mutex_lock(&exchange->lock);
  // An answer that is being made wakes the exchange itself.
  bool is_first = !atomic_exchange(&exchange->is_claimed, true);
  if (is_first || atomic_load(&exchange->server->stopping)) resume(exchange);
  pthread_mutex_unlock(&exchange->lock);
}

http_respond_result http_exchange_respond(http_exchange *exchange, const http_response *response,
                                          size_t *sent_bytes) {
  if (atomic_exchange(&exchange->is_claimed, true)) return HTTP_RESPONDED_BEFORE;
  struct MHD_Response *made = http_response_make(exchange->server, response, sent_bytes);
  if (made == NULL) {
    atomic_store(&exchange->is_claimed, false);
    return HTTP_RESPOND_HAS_NO_ROOM;
  }
  pthread_mutex_lock(&exchange->lock);
  if (exchange->is_completed) {
    MHD_destroy_response(made);
  } else {
    exchange->response = made;
    exchange->response_status = response->status;
    exchange->response_closes = response->closes;
  }
  pthread_mutex_unlock(&exchange->lock);
  return HTTP_RESPONDED;
}

// Not suspended, it is sent when the callback returns.
void http_exchange_send(http_exchange *exchange) {
  pthread_mutex_lock(&exchange->lock);
  resume(exchange);
  pthread_mutex_unlock(&exchange->lock);
}

bool http_exchange_is_abandoned(const http_exchange *exchange) {
  return atomic_load(&exchange->is_abandoned);
}

// MARK: Steps of a request, on the library's thread

// Hands the stored answer to the library, or closes the connection when there is none.
static enum MHD_Result send_answer(http_exchange *exchange) {
  pthread_mutex_lock(&exchange->lock);
  atomic_store(&exchange->is_claimed, true);
  struct MHD_Response *response = exchange->response;
  exchange->response = NULL;
  pthread_mutex_unlock(&exchange->lock);
  http_server *server = exchange->server;
  if (response == NULL) {
    if (!atomic_load(&server->stopping)) http_log(server, "a request was left without an answer");
    return MHD_NO;
  }
  struct http_connection *connection = exchange->connection;
  if (exchange->response_closes || atomic_load(&server->draining) ||
      connection->requests >= server->options.requests_per_connection_max)
    MHD_add_response_header(response, "Connection", "close");
  MHD_add_response_header(response, "X-Request-Id", exchange->id);
  http_connection_enter(connection, HTTP_PHASE_ANSWER, http_now() + server->options.answer_timeout);
  enum MHD_Result result =
      MHD_queue_response(exchange->library_connection, exchange->response_status, response);
  MHD_destroy_response(response);
  return result;
}

static enum MHD_Result send_refusal(http_exchange *exchange) {
  exchange->server->callbacks.refuse(exchange->server->context, exchange, exchange->refusal, exchange->refusal_detail);
  exchange->response_closes = true;
  return send_answer(exchange);
}

// An answer at the head closes the connection, and a client that is still sending may lose it. So little
// bodies are read first.
static bool reads_body_before_refusing(const http_exchange *exchange) {
  return exchange->declared_bytes <= HTTP_DISCARDED_BYTES_MAX && !exchange->expects_continue;
}

static void note_refusal(http_exchange *exchange, http_refusal refusal, const char *detail) {
  exchange->refusal = refusal;
  exchange->refusal_detail = detail != NULL ? detail : http_refusal_detail(refusal);
}

// Between the head and the handler's turn: for a body, or to take the library's 100 Continue.
static bool waits_for_client(const http_exchange *exchange) {
  return exchange->declared_bytes > 0 || exchange->expects_continue;
}

static enum MHD_Result take_head(http_exchange *exchange, const char *method, const char *version) {
  http_server *server = exchange->server;
  exchange->head_is_complete = true;
  exchange->is_head = strcmp(method, "HEAD") == 0;
  http_head_ends(exchange);
  atomic_fetch_add(&server->requests_received, 1);
  atomic_fetch_add(&server->requests_in_flight, 1);
  http_head_take_id(exchange);
  bool has_room = http_head_leaves_room(exchange);
  const char *detail = NULL;
  http_refusal refusal =
      has_room ? http_head_take(exchange, method, version, &detail) : HTTP_REFUSED_HEAD_SIZE;
  // From here on the reaper may look at the exchange.
  if (waits_for_client(exchange) || !has_room || refusal != HTTP_NOT_REFUSED)
    http_connection_enter_body(exchange->connection);
  else
    http_connection_enter(exchange->connection, HTTP_PHASE_HANDLING, INT64_MAX);
  if (!has_room) {
    http_connection_refuse(exchange->connection, exchange, refusal);
    return MHD_NO;
  }
  if (refusal != HTTP_NOT_REFUSED) {
    // Where the body would end is in doubt.
    note_refusal(exchange, refusal, detail);
    http_connection_lingers(exchange->connection);
    return send_refusal(exchange);
  }
  if (exchange->declared_bytes == 0) return MHD_YES;
  // First, since who may not ask has no business with limits.
  server->callbacks.admit(server->context, exchange);
  if (atomic_load(&exchange->is_claimed)) {
    http_connection_lingers(exchange->connection);
    return send_answer(exchange);
  }
  if (exchange->declared_bytes <= server->options.body_bytes_max) return MHD_YES;
  note_refusal(exchange, HTTP_REFUSED_BODY_SIZE, NULL);
  if (reads_body_before_refusing(exchange)) return MHD_YES;
  http_connection_lingers(exchange->connection);
  return send_refusal(exchange);
}

// No answer can be queued between head and end: what is left of the body is either read and dropped, or, when
// that is much, the prepared answer goes out beside the library and the connection is closed.
static enum MHD_Result refuse_within_body(http_exchange *exchange) {
  note_refusal(exchange, HTTP_REFUSED_BODIES, NULL);
  uint64_t arrived = exchange->body_bytes + exchange->discarded_bytes;
  http_body_free(exchange);
  exchange->discarded_bytes = arrived;
  if (exchange->declared_bytes - arrived <= HTTP_DISCARDED_BYTES_MAX) return MHD_YES;
  http_connection_refuse(exchange->connection, exchange, exchange->refusal);
  return MHD_NO;
}

static enum MHD_Result take_body(http_exchange *exchange, const char *bytes, size_t *count) {
  size_t arrived = *count;
  *count = 0;
  // Of a body of no bytes the library tells where 100 Continue was expected for it and the next request is there.
  if (arrived == 0) return MHD_YES;
  bool is_refused = exchange->refusal != HTTP_NOT_REFUSED || atomic_load(&exchange->is_claimed);
  if (is_refused) {
    exchange->discarded_bytes += arrived;
  } else if (!http_body_append(exchange, bytes, arrived)) {
    exchange->discarded_bytes += arrived;
    return refuse_within_body(exchange);
  }
  http_connection_receives(exchange->connection, exchange->body_bytes + exchange->discarded_bytes);
  return MHD_YES;
}

// The library calls again after a suspension.
static bool is_resumed(http_exchange *exchange) {
  pthread_mutex_lock(&exchange->lock);
  bool is_resumed = exchange->is_resumed;
  pthread_mutex_unlock(&exchange->lock);
  return is_resumed;
}

static enum MHD_Result take_end(http_exchange *exchange) {
  http_server *server = exchange->server;
  if (exchange->refusal != HTTP_NOT_REFUSED) return send_refusal(exchange);
  if (is_resumed(exchange)) return send_answer(exchange);
  if (exchange->body != NULL) memset(exchange->body + exchange->body_bytes, 0, HTTP_BODY_SLACK_BYTES);
  if (waits_for_client(exchange)) http_connection_enter(exchange->connection, HTTP_PHASE_HANDLING, INT64_MAX);
  server->callbacks.handle(server->context, exchange);
  let_go(exchange);
  // Once suspended, another thread may answer at any moment, and the library then calls again.
  if (exchange->is_suspended) return MHD_YES;
  return send_answer(exchange);
}

enum MHD_Result http_exchange_advance(void *server, struct MHD_Connection *connection, const char *url,
                                      const char *method, const char *version, const char *upload,
                                      size_t *upload_bytes, void **slot) {
  (void)server, (void)connection, (void)url;
  http_exchange *exchange = *slot;
  if (exchange == NULL) return MHD_NO;
  if (!exchange->head_is_complete) return take_head(exchange, method, version);
  if (upload != NULL) return take_body(exchange, upload, upload_bytes);
  return take_end(exchange);
}

// MARK: What the handler reads

bool http_exchange_has_head(const http_exchange *exchange) { return exchange->texts != NULL; }

http_method http_exchange_method(const http_exchange *exchange) { return exchange->method; }

const uint8_t *http_exchange_path(const http_exchange *exchange, size_t *bytes) {
  *bytes = exchange->path_bytes;
  return (const uint8_t *)exchange->target;
}

const uint8_t *http_exchange_query(const http_exchange *exchange, size_t *bytes) {
  if (exchange->path_bytes == exchange->target_bytes) return NULL;
  size_t start = exchange->path_bytes + 1;
  *bytes = exchange->target_bytes - start;
  return (const uint8_t *)exchange->target + start;
}

const char *http_exchange_id(const http_exchange *exchange) { return exchange->id; }

const uint8_t *http_exchange_header(const http_exchange *exchange, const uint8_t *name, size_t name_bytes,
                                    size_t *place, size_t *value_bytes) {
  while (*place < exchange->line_count) {
    const struct http_header_line *line = &exchange->lines[(*place)++];
    if (line->name_bytes != name_bytes || strncasecmp(line->name, (const char *)name, name_bytes) != 0) continue;
    *value_bytes = line->value_bytes;
    return (const uint8_t *)line->value;
  }
  return NULL;
}

size_t http_exchange_body_bytes_max(const http_exchange *exchange) { return exchange->server->options.body_bytes_max; }

uint64_t http_exchange_declared_bytes(const http_exchange *exchange) { return exchange->declared_bytes; }

const uint8_t *http_exchange_body(const http_exchange *exchange, size_t *body_bytes) {
  *body_bytes = exchange->body_bytes;
  return exchange->body != NULL ? exchange->body : empty_body;
}
