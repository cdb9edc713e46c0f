// The functions that libmicrohttpd calls on its network threads when connections open and close, and when requests
// proceed. Each workaround has its reason and the test that fails without it.

#include "connection/network.h"

#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "library.h"
#include "request/exchange.h"
#include "request/names.h"
#include "socket/socket.h"
#include "socket/wait.h"

// MARK: Requests that it answers twice
//
// The library itself refuses a Content-Length that it cannot parse, and cookies that do not fit in its memory. It sends
// its status line and headers twice before one body: a proxy that believes the first head would take the second one for
// the answer to the next request. Before that it writes a line to its log, on the thread that owns the connection, but
// does not name the connection. So each thread keeps a list of the requests whose heads are arriving; the one whose
// head is complete is the one in question. That request is answered here, and the connection's sending side is shut
// down, so that nothing the library then writes is sent. HeadTests: "A malformed or oversized head gets one answer at
// most, and only its connection is closed", "A length that nobody can read is refused once, also among many unfinished
// heads", "Cookies have room or are refused, once".

static void head_begins(http_exchange *exchange) {
  struct http_thread *thread = http_thread_of(&exchange->shared->threads);
  if (thread == NULL) return;
  exchange->thread = thread;
  exchange->older_head = thread->newest_head;
  if (exchange->older_head != NULL) exchange->older_head->newer_head = exchange;
  thread->newest_head = exchange;
}

static void head_ends(http_exchange *exchange) {
  if (exchange->thread == NULL) return;
  if (exchange->older_head != NULL) exchange->older_head->newer_head = exchange->newer_head;
  if (exchange->newer_head != NULL)
    exchange->newer_head->older_head = exchange->older_head;
  else
    exchange->thread->newest_head = exchange->older_head;
  exchange->thread = NULL;
  exchange->older_head = exchange->newer_head = NULL;
}

// 0 until the head is complete.
static size_t head_bytes(const http_exchange *exchange) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(exchange->library_connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
  return info != NULL ? info->header_size : 0;
}

static bool begins_with(const char *text, const char *beginning) {
  return strncmp(text, beginning, strlen(beginning)) == 0;
}

// The reason why the library is about to refuse a request twice, if it is.
static http_refusal refusal_for(const char *log_format) {
  if (begins_with(log_format, "Failed to parse `Content-Length' header.")) return HTTP_REFUSED_BAD_LENGTH;
  if (begins_with(log_format, "Too large value of 'Content-Length' header.")) return HTTP_REFUSED_BODY_SIZE;
  if (begins_with(log_format, "Not enough memory in pool to ")) return HTTP_REFUSED_HEAD_SIZE;
  return HTTP_NOT_REFUSED;
}

static void look_at_log(struct http_shared *shared, const char *log_format);

// MARK: Streams
//
// A client leaves a stream by hanging up, and the library writes a line about each that does. AnswerStreamTests: "A
// client that hangs up while nothing is sent is noticed, once", "A piece for a client that has just gone is lost, and
// nothing is logged".
static bool is_of_lost_stream(const char *log_format) {
  return begins_with(log_format, "Failed to send the chunked response body ") ||
         begins_with(log_format, "Failed to send the footers ");
}

// MARK: Its log

static void take_log(void *context, const char *format, va_list arguments) {
  struct http_shared *shared = context;
  look_at_log(shared, format);
  if (!is_of_lost_stream(format)) http_log_list(&shared->log, format, arguments);
}

// MARK: Heads
//
// The library folds lines, ends lines at a bare line feed and strings at a zero byte, and skips spaces. So its reading
// may differ from that of a proxy in front: it reads `Transfer-: chunked`, CR LF, space, `Encoding` as a
// Transfer-Encoding. But all its strings point into one receive buffer. If method, target, version, names and values
// lie exactly one separator apart there, and the last one ends CR LF CR LF before the end of the head, the head is
// well-formed. This relies on the buffer layout of this version.
// HeadTests: "A malformed or oversized head gets one answer at most, and only its connection is closed".

enum { VALUE_PADDING_MAX = 256, VERSION_BYTES = 8 };

struct walk {
  struct http_head *head;
  struct http_raw_head *raw;
  size_t lines_max;
  const char *previous_end;
  bool is_sound;
  unsigned ids;
  const char *id;
  const char *first_cookie;
};

static bool lies_in_place(struct walk *walk, const char *name, size_t name_bytes, const char *value,
                          size_t value_bytes) {
  if (name != walk->previous_end + 2) return false;
  const char *padding = name + name_bytes + 1;
  if (value < padding || value - padding > VALUE_PADDING_MAX) return false;
  for (; padding < value; padding++)
    if (*padding != ' ' && *padding != '\t') return false;
  walk->previous_end = value + value_bytes;
  return true;
}

static enum MHD_Result take_line(void *context, enum MHD_ValueKind kind, const char *name, size_t name_bytes,
                                 const char *value, size_t value_bytes) {
  (void)kind;
  struct walk *walk = context;
  if (http_header_is_named(HTTP_HEADER_X_REQUEST_ID, name, name_bytes)) walk->ids++, walk->id = value;
  if (walk->first_cookie == NULL && http_header_is_named(HTTP_HEADER_COOKIE, name, name_bytes))
    walk->first_cookie = value;
  if (walk->head->line_count == walk->lines_max) return MHD_YES;
  walk->is_sound = walk->is_sound && value != NULL && lies_in_place(walk, name, name_bytes, value, value_bytes);
  if (walk->is_sound) walk->raw->sound_lines++;
  walk->head->lines[walk->head->line_count++] =
      (struct http_header_line){name, value != NULL ? value : "", name_bytes, value != NULL ? value_bytes : 0};
  return MHD_YES;
}

// Walks through the lines of a head, and takes those that fit.
static void walk_lines(http_exchange *exchange, struct walk *walk) {
  walk->head = &exchange->head;
  MHD_get_connection_values_n(exchange->library_connection, MHD_HEADER_KIND, take_line, walk);
  if (walk->ids == 1 && walk->id != NULL) http_id_take(exchange->head.id, walk->id);
}

// The library's memory of a connection holds the head, a record of each part of it, the first Cookie line once more,
// and the head of the answer. If there is no room for the answer's head, the library closes the connection without an
// answer; so such a request head is refused.
// HeadTests: "Cookies have room or are refused, once".
static bool leaves_room(const http_exchange *exchange, const struct http_raw_head *raw, const char *first_cookie) {
  enum { RECORD_BYTES = 64, ANSWER_HEAD_BYTES = 2048 };
  int records = MHD_get_connection_values(exchange->library_connection,
                                          MHD_HEADER_KIND | MHD_COOKIE_KIND | MHD_GET_ARGUMENT_KIND, NULL, NULL);
  size_t taken = raw->bytes + (size_t)records * RECORD_BYTES + ANSWER_HEAD_BYTES;
  if (first_cookie != NULL) taken += strlen(first_cookie) + 1;
  return taken <= http_library_connection_bytes(&exchange->shared->options);
}

static bool take_head(http_exchange *exchange, const char *method, const char *version) {
  head_ends(exchange);
  struct http_raw_head raw = {.method = method, .version = version, .bytes = head_bytes(exchange)};
  raw.has_sound_start = method + strlen(method) + 1 == exchange->raw_target &&
                        exchange->raw_target + exchange->head.target_bytes + 1 == version;
  int lines = MHD_get_connection_values_n(exchange->library_connection, MHD_HEADER_KIND, NULL, NULL);
  struct walk walk = {.raw = &raw, .previous_end = version + VERSION_BYTES, .is_sound = true};
  // One more than allowed tells that there are too many.
  size_t most = (size_t)exchange->shared->options.header_lines_max + 1;
  walk.lines_max = (size_t)lines < most ? (size_t)lines : most;
  raw.is_short_of_memory = !http_head_reserve(&exchange->head, walk.lines_max, raw.bytes);
  if (raw.is_short_of_memory) walk.lines_max = 0;
  walk_lines(exchange, &walk);
  raw.has_sound_end = walk.previous_end + 4 == method + raw.bytes;
  return http_exchange_take_head(exchange, &raw, leaves_room(exchange, &raw, walk.first_cookie));
}

static void look_at_log(struct http_shared *shared, const char *log_format) {
  struct http_thread *thread = http_thread_of(&shared->threads);
  http_refusal refusal = refusal_for(log_format);
  if (thread == NULL || refusal == HTTP_NOT_REFUSED) return;
  http_exchange *exchange = thread->newest_head;
  while (exchange != NULL && head_bytes(exchange) == 0) exchange = exchange->older_head;
  if (exchange == NULL) return;
  head_ends(exchange);
  walk_lines(exchange, &(struct walk){.lines_max = 0});
  http_exchange_refuse_on_socket(exchange, refusal);
  shutdown(exchange->connection->descriptor, SHUT_WR);
}

// MARK: Methods
//
// The library does not tell the method before the head is complete and it takes the head for well-formed. But an answer
// to HEAD has no body, whatever is wrong. The method lies before the target in the library's buffer, which begins at a
// multiple of 16: so no byte before the buffer is read. KeptAnswerTests: "HEAD has no body in it, other methods do".
static bool is_behind_head(const char *target) {
  static const char method[] = "HEAD";
  enum { BUFFER_ALIGNMENT = 16, BYTES = sizeof method };
  return ((uintptr_t)target - 1) % BUFFER_ALIGNMENT >= BYTES - 1 && memcmp(target - BYTES, method, BYTES) == 0;
}

// MARK: What it calls: the steps of an exchange

static void *begin(void *context, const char *target, struct MHD_Connection *library_connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(library_connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  if (info == NULL || info->socket_context == NULL || target == NULL) return NULL;
  http_exchange *exchange =
      http_exchange_begin(context, info->socket_context, library_connection, target, is_behind_head(target));
  if (exchange == NULL) return NULL;
  exchange->raw_target = target;
  http_library_hide_arguments((char *)target);
  head_begins(exchange);
  return exchange;
}

static bool advance_exchange(http_exchange *exchange, const char *method, const char *version, const char *upload,
                             size_t *upload_bytes) {
  if (exchange == NULL) return false;
  if (!exchange->head.is_complete) return take_head(exchange, method, version);
  if (upload == NULL) return http_exchange_take_end(exchange);
  size_t count = *upload_bytes;
  *upload_bytes = 0;
  // The library calls with no bytes if 100 Continue was expected for no body and the next request has arrived.
  // BodyTests: "A request that expects 100 Continue for no body is answered, and so is the one behind it".
  return count == 0 || http_exchange_take_body(exchange, upload, count);
}

static enum MHD_Result advance(void *context, struct MHD_Connection *library_connection, const char *url,
                               const char *method, const char *version, const char *upload, size_t *upload_bytes,
                               void **slot) {
  (void)context, (void)library_connection, (void)url;
  return advance_exchange(*slot, method, version, upload, upload_bytes) ? MHD_YES : MHD_NO;
}

static void complete(void *context, struct MHD_Connection *library_connection, void **slot,
                     enum MHD_RequestTerminationCode code) {
  (void)context, (void)library_connection;
  http_exchange *exchange = *slot;
  *slot = NULL;
  if (exchange == NULL) return;
  head_ends(exchange);
  http_exchange_complete(exchange, code == MHD_REQUEST_TERMINATED_COMPLETED_OK);
}

// MARK: What it calls: connections

static struct http_connection *open_connection(struct http_shared *shared, struct MHD_Connection *library_connection) {
  http_thread_enter(&shared->threads);
  http_wait_as_network_thread();
  int descriptor = MHD_get_connection_info(library_connection, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(library_connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  // Without an entry its first request is refused, and it is closed.
  return http_connection_open(&shared->connections, descriptor, info != NULL ? info->client_addr : NULL);
}

// The library closes its descriptor after this; a reset would destroy an answer that is still on its way.
static void linger_where_needed(struct http_shared *shared, struct http_connection *connection) {
  bool may_lose_answer = atomic_load(&connection->lingers) || (!http_connection_read(connection).is_cut &&
                                                               http_socket_has_unread_bytes(connection->descriptor));
  if (!may_lose_answer || atomic_load(&shared->stopping)) return;
  int copy = dup(connection->descriptor);
  if (copy >= 0) http_linger(&shared->lingering, copy);
}

static enum http_phase close_connection(struct http_shared *shared, struct http_connection *connection) {
  // The library does not complete a request that it answers twice, or that has too many arguments.
  // ConnectionTests: "Nothing stays of a request with more arguments than the library has room for".
  http_exchange *unfinished = atomic_load(&connection->exchange);
  if (unfinished != NULL) {
    head_ends(unfinished);
    http_exchange_complete(unfinished, false);
  }
  linger_where_needed(shared, connection);
  return http_connection_close(connection);
}

static void notify(void *context, struct MHD_Connection *library_connection, void **slot,
                   enum MHD_ConnectionNotificationCode code) {
  struct http_shared *shared = context;
  if (code == MHD_CONNECTION_NOTIFY_STARTED) {
    *slot = open_connection(shared, library_connection);
  } else {
    http_connections_leave(&shared->connections, *slot != NULL ? close_connection(shared, *slot) : HTTP_PHASE_HEAD);
    *slot = NULL;
  }
}

// MARK: Start

http_server_result http_network_start(struct http_library *library, struct http_shared *shared, char *error,
                                      size_t error_bytes) {
  struct http_library_calls calls = {shared, take_log, begin, advance, complete, notify};
  return http_library_start(library, &shared->options, &calls, error, error_bytes);
}

// MARK: Stop
//
// Once it is told to stop, the library drops its own answer to a request that it refuses, and then reads from it: the
// process crashes. So all connections are closed before it is told.
// AbortTests: "A server that is stopped while it refuses requests ends".

static void close_some(void *context, struct http_connection *const *some, size_t count) {
  (void)context;
  for (size_t i = 0; i < count; i++) {
    http_exchange *exchange = http_exchange_hold_of(some[i]);
    if (exchange != NULL) {
      http_exchange_cut(exchange);
      struct http_stream *stream = atomic_load(&exchange->stream);
      if (stream != NULL) http_stream_end(stream);
      http_exchange_drop(exchange);
    }
    shutdown(some[i]->descriptor, SHUT_RDWR);
  }
}

void http_network_stop(struct http_library *library, struct http_shared *shared) {
  enum { TURN = 2, TURNS = 2500 };
  if (library->daemon == NULL) return;
  // Again in each turn, since a connection may have been accepted and not be in the table yet.
  for (int i = 0; i < TURNS && atomic_load(&shared->connections.open) > 0; i++) {
    http_connections_visit(&shared->connections, close_some, NULL);
    poll(NULL, 0, TURN);
  }
  http_library_stop(library);
}
