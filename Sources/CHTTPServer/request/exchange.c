// The life of a request: it begins with the request line; then its head, its body and its end arrive; and it is
// completed when the answer has been sent or the connection is lost. An answer that is queued after the head closes the
// connection, so only refusals are sent then.

#include "request/exchange.h"

#include <stdlib.h>
#include <string.h>

#include "answer/stream.h"
#include "socket/socket.h"
#include "library.h"
#include "process/clock.h"
#include "request/names.h"
#include "request/refusal.h"

/// The number of bytes of a refused body that are read and discarded: if the connection closes while the client is
/// still sending, a reset may destroy the answer.
enum { DISCARDED_BYTES_MAX = HTTP_SHORT_BODY_BYTES };

static const uint8_t empty_body[HTTP_BODY_SLACK_BYTES];

// MARK: Lifetime

http_exchange *http_exchange_begin(struct http_shared *shared, struct http_connection *connection,
                                   struct MHD_Connection *library_connection, const char *target, bool is_head) {
  size_t target_bytes = strlen(target);
  http_exchange *exchange = calloc(1, sizeof *exchange + target_bytes + 1);
  if (exchange == NULL) return NULL;
  atomic_init(&exchange->references, 1);
  pthread_mutex_init(&exchange->lock, NULL);
  http_shared_hold(shared);
  exchange->shared = shared;
  exchange->connection = connection;
  exchange->library_connection = library_connection;
  exchange->body.address_number = connection->address_number;
  exchange->head.target = memcpy(exchange + 1, target, target_bytes + 1);
  exchange->head.target_bytes = target_bytes;
  exchange->head.path_bytes = strcspn(target, "?");
  atomic_init(&exchange->head.is_head, is_head);
  http_id_make(&shared->ids, &shared->threads, exchange->head.id);
  atomic_store(&connection->exchange, exchange);
  atomic_store(&connection->requests, atomic_load(&connection->requests) + 1);
  // Otherwise the time for the head is running already, since the connect or since the reaper saw its first bytes.
  if (http_connection_read(connection).phase == HTTP_PHASE_IDLE)
    http_connection_enter(connection, HTTP_PHASE_HEAD, http_now(&shared->clock) + shared->options.head_timeout);
  return exchange;
}

void http_exchange_hold(http_exchange *exchange) { atomic_fetch_add(&exchange->references, 1); }

// Releases reserved bytes that are not part of an answer. Most answers reserve none, and so do not touch the count that
// all threads share.
static void give_back_room(http_exchange *exchange) {
  if (exchange->reserved_bytes == 0) return;
  http_answer_give_back(&exchange->shared->answer_room, exchange->reserved_bytes);
  exchange->reserved_bytes = 0;
}

void http_exchange_drop(http_exchange *exchange) {
  if (atomic_fetch_sub(&exchange->references, 1) != 1) return;
  struct http_shared *shared = exchange->shared;
  http_body_free(&exchange->body, &shared->body_room);
  give_back_room(exchange);
  http_head_free(&exchange->head);
  http_stream_free(atomic_load(&exchange->stream));
  pthread_mutex_destroy(&exchange->lock);
  free(exchange);
  http_shared_release(shared);
}

http_exchange *http_exchange_hold_of(struct http_connection *connection) {
  pthread_mutex_lock(&connection->lock);
  http_exchange *exchange = atomic_load(&connection->exchange);
  if (exchange != NULL) http_exchange_hold(exchange);
  pthread_mutex_unlock(&connection->lock);
  return exchange;
}

// Releases the handler's object, which the server needs until `handle` has returned. A thread that answers later holds
// a reference of its own; the body is freed with the last reference.
static void let_go(http_exchange *exchange) {
  void *context = exchange->context;
  exchange->context = NULL;
  if (context != NULL) exchange->shared->callbacks.let_go(context);
}

// Only a suspended exchange is used by several threads.
static void lock(http_exchange *exchange) {
  if (exchange->is_suspended) pthread_mutex_lock(&exchange->lock);
}

static void unlock(http_exchange *exchange) {
  if (exchange->is_suspended) pthread_mutex_unlock(&exchange->lock);
}

void http_exchange_complete(http_exchange *exchange, bool is_answered) {
  struct http_shared *shared = exchange->shared;
  struct http_connection *connection = exchange->connection;
  pthread_mutex_lock(&connection->lock);
  atomic_store(&connection->exchange, NULL);
  pthread_mutex_unlock(&connection->lock);
  uint64_t bytes = exchange->head.bytes + exchange->head.body_bytes;
  atomic_store(&connection->taken_bytes, atomic_load(&connection->taken_bytes) + bytes);
  http_connection_enter(connection, HTTP_PHASE_IDLE, http_now(&shared->clock) + shared->options.idle_timeout);

  if (!is_answered) http_exchange_abandon(exchange);
  lock(exchange);
  exchange->is_completed = true;
  exchange->library_connection = NULL;
  struct MHD_Response *unused = exchange->answer.response;
  exchange->answer.response = NULL;
  unlock(exchange);
  if (unused != NULL) MHD_destroy_response(unused);
  struct http_stream *stream = atomic_load(&exchange->stream);
  if (stream != NULL) {
    http_socket_limit_unsent(connection->descriptor, 0);
    http_stream_finish(stream);
  }
  if (exchange->head.is_complete) http_count(&shared->threads, HTTP_COUNT_REQUESTS_IN_FLIGHT, -1);
  let_go(exchange);
  http_exchange_drop(exchange);
}

void http_exchange_adopt(http_exchange *exchange, void *context) {
  http_exchange_hold(exchange);
  exchange->context = context;
}

void *http_exchange_context(const http_exchange *exchange) { return exchange->context; }

void http_exchange_release(http_exchange *exchange) {
  http_exchange_cut(exchange);
  http_body_free(&exchange->body, &exchange->shared->body_room);
  http_exchange_drop(exchange);
}

// MARK: Answers

// With the exchange's lock held: the library's connection is valid while it is suspended and not completed.
static void resume(http_exchange *exchange) {
  if (!exchange->is_suspended || exchange->is_resumed || exchange->is_completed) return;
  exchange->is_resumed = true;
  MHD_resume_connection(exchange->library_connection);
}

void http_exchange_suspend(http_exchange *exchange) {
  pthread_mutex_lock(&exchange->lock);
  // While the server stops, no exchange is suspended any more: `handle` returns and the connection is closed.
  bool may_wait = !atomic_load(&exchange->is_claimed) && !atomic_load(&exchange->shared->stopping);
  if (may_wait && !exchange->is_suspended) {
    exchange->is_suspended = true;
    MHD_suspend_connection(exchange->library_connection);
  }
  pthread_mutex_unlock(&exchange->lock);
}

void http_exchange_cut(http_exchange *exchange) {
  // A thread that is making an answer resumes the exchange on its own.
  bool is_first = !atomic_exchange(&exchange->is_claimed, true);
  if (!is_first && !atomic_load(&exchange->shared->stopping)) return;
  pthread_mutex_lock(&exchange->lock);
  resume(exchange);
  pthread_mutex_unlock(&exchange->lock);
}

http_respond_result http_exchange_respond(http_exchange *exchange, const http_response *response,
                                          size_t *sent_bytes) {
  if (atomic_exchange(&exchange->is_claimed, true)) return HTTP_RESPONDED_BEFORE;
  struct http_shared *shared = exchange->shared;
  struct MHD_Response *made = http_answer_make(&shared->answer_room, response, exchange->head.id,
                                               &exchange->reserved_bytes, sent_bytes);
  if (made == NULL) {
    atomic_store(&exchange->is_claimed, false);
    return HTTP_RESPOND_HAS_NO_ROOM;
  }
  give_back_room(exchange);
  lock(exchange);
  bool is_late = exchange->is_completed;
  if (!is_late) exchange->answer = (struct http_answer){made, response->status, response->closes};
  unlock(exchange);
  if (is_late) MHD_destroy_response(made);
  return HTTP_RESPONDED;
}

bool http_exchange_reserve_room(http_exchange *exchange, size_t body_bytes) {
  if (!http_answer_charge(&exchange->shared->answer_room, body_bytes, exchange->reserved_bytes)) return false;
  exchange->reserved_bytes = body_bytes;
  return true;
}

// The library's response of a stream holds the exchange.
static void let_response_go(void *stream) { http_exchange_drop(http_stream_exchange(stream)); }

static http_stream *make_stream(http_exchange *exchange, void *owner) {
  struct http_shared *shared = exchange->shared;
  struct http_stream_request request = {.exchange = exchange,
                                        .connection = exchange->connection,
                                        .library_connection = &exchange->library_connection,
                                        .is_head = exchange->head.is_head,
                                        .id = exchange->head.id,
                                        .room = &shared->answer_room,
                                        .clock = &shared->clock,
                                        .options = &shared->options,
                                        .callbacks = &shared->callbacks};
  return http_stream_make(&request, owner);
}

void http_stream_release(http_stream *stream) {
  http_stream_end(stream);
  http_exchange_drop(http_stream_exchange(stream));
}

http_stream *http_exchange_stream(http_exchange *exchange, const http_response *response, void *owner) {
  if (atomic_exchange(&exchange->is_claimed, true)) return NULL;
  http_stream *stream = make_stream(exchange, owner);
  if (stream != NULL) http_exchange_hold(exchange);
  struct MHD_Response *made =
      stream != NULL ? http_stream_make_response(stream, response, let_response_go) : NULL;
  if (made == NULL) {
    http_stream_free(stream);
    atomic_store(&exchange->is_claimed, false);
    return NULL;
  }
  http_exchange_hold(exchange);
  lock(exchange);
  bool is_late = exchange->is_completed;
  if (!is_late) {
    atomic_store(&exchange->stream, stream);
    exchange->answer = (struct http_answer){made, response->status, response->closes};
    resume(exchange);
  }
  unlock(exchange);
  if (!is_late) return stream;
  MHD_destroy_response(made);
  http_stream_free(stream);
  http_exchange_drop(exchange);
  return NULL;
}

// An exchange that is not suspended is answered when the callback returns.
void http_exchange_send(http_exchange *exchange) {
  lock(exchange);
  resume(exchange);
  unlock(exchange);
}

bool http_exchange_has_room(const http_exchange *exchange, size_t body_bytes) {
  return http_answer_fits(&exchange->shared->answer_room, body_bytes, exchange->reserved_bytes);
}

void http_exchange_abandon(http_exchange *exchange) {
  atomic_store(&exchange->is_abandoned, true);
  struct http_stream *stream = atomic_load(&exchange->stream);
  if (stream != NULL) http_stream_cut(stream);
}

bool http_exchange_is_abandoned(const http_exchange *exchange) {
  return atomic_load(&exchange->is_abandoned);
}

// MARK: Steps of a request, on its network thread

// Passes the answer to the library. False if there is none.
static bool send_answer(http_exchange *exchange) {
  lock(exchange);
  atomic_store(&exchange->is_claimed, true);
  struct http_answer answer = exchange->answer;
  exchange->answer.response = NULL;
  unlock(exchange);
  struct http_shared *shared = exchange->shared;
  if (answer.response == NULL) {
    if (!atomic_load(&shared->stopping)) http_log(&shared->log, "a request was left without an answer");
    return false;
  }
  struct http_connection *connection = exchange->connection;
  bool closes = answer.closes || atomic_load(&shared->draining) ||
                atomic_load(&connection->requests) >= shared->options.requests_per_connection_max;
  // If memory for a line is missing, the connection is closed.
  bool has_lines = (!closes || MHD_add_response_header(answer.response, "Connection", "close") == MHD_YES) &&
                   (answer.status != MHD_HTTP_NOT_MODIFIED || http_library_send_no_length(answer.response));
  bool is_stream = atomic_load(&exchange->stream) != NULL;
  if (is_stream) http_socket_limit_unsent(connection->descriptor, shared->options.answer_timeout);
  bool is_sent =
      has_lines &&
      http_connection_enter(connection, is_stream ? HTTP_PHASE_STREAM : HTTP_PHASE_ANSWER,
                            http_now(&shared->clock) + shared->options.answer_timeout) &&
      MHD_queue_response(exchange->library_connection, answer.status, answer.response) == MHD_YES;
  MHD_destroy_response(answer.response);
  return is_sent;
}

static void note_refusal(http_exchange *exchange, http_refusal refusal, const char *detail) {
  exchange->refusal = refusal;
  exchange->refusal_detail = detail != NULL ? detail : http_refusal_detail(refusal);
}

static bool send_refusal(http_exchange *exchange) {
  struct http_shared *shared = exchange->shared;
  shared->callbacks.refuse(shared->context, exchange, exchange->refusal, exchange->refusal_detail);
  exchange->answer.closes = true;
  return send_answer(exchange);
}

// Answers after the head: the client may still be sending.
static bool send_early(http_exchange *exchange, bool (*send)(http_exchange *exchange)) {
  atomic_store(&exchange->connection->lingers, true);
  return send(exchange);
}

void http_exchange_refuse_on_socket(http_exchange *exchange, http_refusal refusal) {
  struct http_connection *connection = exchange->connection;
  // The reaper may have refused it already.
  if (http_connection_is_refused_now(connection))
    http_refuse_on_socket(exchange->shared, connection->descriptor, exchange, exchange->head.id,
                          atomic_load(&exchange->head.is_head), refusal);
}

// An answer after the head closes the connection, and a client that is still sending may lose it. So short bodies are
// read first.
static bool reads_body_before_refusing(const http_exchange *exchange) {
  return exchange->head.body_bytes <= DISCARDED_BYTES_MAX && !exchange->head.expects_continue;
}

// Whether the server waits for the client: to send a body, or to receive the library's 100 Continue.
static bool waits_for_client(const http_exchange *exchange) {
  return exchange->head.body_bytes > 0 || exchange->head.expects_continue;
}

bool http_exchange_take_head(http_exchange *exchange, const struct http_raw_head *raw, bool has_room) {
  struct http_shared *shared = exchange->shared;
  struct http_connection *connection = exchange->connection;
  struct http_head *head = &exchange->head;
  head->is_complete = true;
  atomic_store(&head->is_head, strcmp(raw->method, "HEAD") == 0);
  head->bytes = raw->bytes;
  http_count(&shared->threads, HTTP_COUNT_REQUESTS_RECEIVED, 1);
  http_count(&shared->threads, HTTP_COUNT_REQUESTS_IN_FLIGHT, 1);
  const char *detail = NULL;
  http_refusal refusal =
      has_room ? http_head_check(head, raw, &shared->options, &detail) : HTTP_REFUSED_HEAD_SIZE;
  exchange->body.announced_bytes = head->body_bytes;
  // From here on the reaper may use the exchange.
  if (!(waits_for_client(exchange) || refusal != HTTP_NOT_REFUSED))
    return http_connection_enter(connection, HTTP_PHASE_HANDLING, HTTP_NO_DEADLINE);
  if (!http_connection_enter_body(connection, 0)) return false;
  if (!has_room) {
    http_exchange_refuse_on_socket(exchange, refusal);
    return false;
  }
  if (refusal != HTTP_NOT_REFUSED) {
    // The end of the body is unknown.
    note_refusal(exchange, refusal, detail);
    return send_early(exchange, send_refusal);
  }
  if (head->body_bytes == 0) return true;
  // Called first: a client without access learns nothing about limits.
  shared->callbacks.admit(shared->context, exchange);
  if (atomic_load(&exchange->is_claimed)) return send_early(exchange, send_answer);
  if (head->body_bytes <= shared->options.body_bytes_max) return true;
  note_refusal(exchange, HTTP_REFUSED_BODY_SIZE, NULL);
  return reads_body_before_refusing(exchange) || send_early(exchange, send_refusal);
}

// Refuses a request while its body arrives. The library cannot queue an answer before the end of a body. So if the rest
// is short, it is read and discarded, and this returns true. If it is long, the kept answer is written to the socket
// directly, and this returns false, which closes the connection.
static bool refuse_within_body(http_exchange *exchange, uint64_t arrived) {
  note_refusal(exchange, HTTP_REFUSED_BODIES, NULL);
  http_body_free(&exchange->body, &exchange->shared->body_room);
  exchange->discarded_bytes = arrived;
  if (exchange->head.body_bytes - arrived <= DISCARDED_BYTES_MAX) return true;
  http_exchange_refuse_on_socket(exchange, exchange->refusal);
  return false;
}

bool http_exchange_take_body(http_exchange *exchange, const char *bytes, size_t count) {
  bool is_refused = exchange->refusal != HTTP_NOT_REFUSED || atomic_load(&exchange->is_claimed);
  uint64_t arrived = exchange->body.count + exchange->discarded_bytes + count;
  if (is_refused)
    exchange->discarded_bytes += count;
  else if (!http_body_append(&exchange->body, &exchange->shared->body_room, bytes, count))
    return refuse_within_body(exchange, arrived);
  return http_connection_enter_body(exchange->connection, arrived);
}

bool http_exchange_take_end(http_exchange *exchange) {
  struct http_shared *shared = exchange->shared;
  if (exchange->refusal != HTTP_NOT_REFUSED) return send_refusal(exchange);
  lock(exchange);
  bool is_resumed = exchange->is_resumed;
  unlock(exchange);
  if (is_resumed) return send_answer(exchange);
  http_body_finish(&exchange->body);
  if (waits_for_client(exchange) && !http_connection_enter(exchange->connection, HTTP_PHASE_HANDLING, HTTP_NO_DEADLINE))
    return false;
  shared->callbacks.handle(shared->context, exchange);
  let_go(exchange);
  // Another thread may answer a suspended exchange at any moment; then the library calls again.
  return exchange->is_suspended || send_answer(exchange);
}

// MARK: What the handler reads

bool http_exchange_has_head(const http_exchange *exchange) { return exchange->head.is_known; }

http_method http_exchange_method(const http_exchange *exchange) { return exchange->head.method; }

const uint8_t *http_exchange_path(const http_exchange *exchange, size_t *bytes) {
  *bytes = exchange->head.path_bytes;
  return (const uint8_t *)exchange->head.target;
}

const uint8_t *http_exchange_query(const http_exchange *exchange, size_t *bytes) {
  const struct http_head *head = &exchange->head;
  if (head->path_bytes == head->target_bytes) return NULL;
  *bytes = head->target_bytes - head->path_bytes - 1;
  return (const uint8_t *)head->target + head->path_bytes + 1;
}

const char *http_exchange_id(const http_exchange *exchange) { return exchange->head.id; }

const uint8_t *http_exchange_header(const http_exchange *exchange, http_header header, size_t *place,
                                    size_t *value_bytes) {
  while (*place < exchange->head.line_count) {
    const struct http_header_line *line = &exchange->head.lines[(*place)++];
    if (!http_header_is_named(header, line->name, line->name_bytes)) continue;
    *value_bytes = line->value_bytes;
    return (const uint8_t *)line->value;
  }
  return NULL;
}

size_t http_exchange_body_bytes_max(const http_exchange *exchange) { return exchange->shared->options.body_bytes_max; }

uint64_t http_exchange_declared_bytes(const http_exchange *exchange) { return exchange->head.body_bytes; }

const uint8_t *http_exchange_body(const http_exchange *exchange, size_t *body_bytes) {
  *body_bytes = exchange->body.count;
  return exchange->body.bytes != NULL ? exchange->body.bytes : empty_body;
}
