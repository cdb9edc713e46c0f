// libmicrohttpd 0.9.75: its options, its callbacks, and all workarounds for it but that for the lines of answers
// (answer/answer.c). Each workaround has its reason and the test that fails without it.

#include "library.h"

#include <dlfcn.h>
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "connection/socket.h"
#include "connection/wait.h"
#include "request/exchange.h"
#include "request/names.h"
#include "server.h"

// MARK: Events
//
// The library takes 128 events of a network thread at a time. When it gets 128, it asks for more before it handles any,
// with the time-out of an idle server: those 128 clients wait until another client sends something. The program's
// `epoll_wait` replaces the system's, and does not wait after a full batch.
// EventBatchTests: "Requests that arrive while their thread is busy are all answered".

static _Thread_local bool has_been_called, batch_was_full;
static _Atomic bool library_calls_epoll_wait;

// Whether an address lies in the library.
static bool is_of_library(const void *address) {
  Dl_info found, library;
  return dladdr(address, &found) != 0 && dladdr((const void *)MHD_get_version, &library) != 0 &&
         found.dli_fbase == library.dli_fbase;
}

int epoll_wait(int descriptor, struct epoll_event *events, int events_max, int timeout) {
  if (!has_been_called) {
    has_been_called = true;
    if (is_of_library(__builtin_return_address(0))) atomic_store(&library_calls_epoll_wait, true);
  }
  int count = http_wait(descriptor, events, events_max, batch_was_full ? 0 : timeout);
  batch_was_full = http_thread_is_network() && count == events_max;
  return count;
}

// Waits for the library's threads to call it, which they do as soon as they run. InterpositionTests: "A server whose
// epoll_wait is hidden from the library refuses to start".
static bool takes_our_epoll_wait(void) {
  enum { TURN = 1, TURNS = 5000 };
  for (int i = 0; i < TURNS && !atomic_load(&library_calls_epoll_wait); i++) poll(NULL, 0, TURN);
  return atomic_load(&library_calls_epoll_wait);
}

// MARK: Requests that it answers twice
//
// The library itself refuses a Content-Length that it cannot read, and cookies that its memory has no room for. It
// sends its status line and headers twice before one body: a proxy that believes the first head would take the second
// for the answer to the next request. Before that it writes a line to its log, on the thread that owns the connection,
// but does not name the connection. So each thread keeps a list of the requests whose heads are arriving; the one whose
// head is whole is the one in question. That request is answered here, and the connection's sending side is shut down,
// so nothing that the library then writes is sent.
// HeadTests: "A malformed or oversized head gets one answer at most, and only its connection is closed", "A length that
// nobody can read is refused once, also among many unfinished heads", "Cookies have room or are refused, once".

static void head_begins(http_exchange *exchange) {
  struct http_thread *thread = http_thread_of(&exchange->server->threads);
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

// 0 as long as the head is not whole.
static size_t head_bytes(const http_exchange *exchange) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(exchange->library_connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
  return info != NULL ? info->header_size : 0;
}

static bool begins_with(const char *text, const char *beginning) {
  return strncmp(text, beginning, strlen(beginning)) == 0;
}

// Why the library is about to refuse a request twice, where it is.
static http_refusal refusal_for(const char *log_format) {
  if (begins_with(log_format, "Failed to parse `Content-Length' header.")) return HTTP_REFUSED_BAD_LENGTH;
  if (begins_with(log_format, "Too large value of 'Content-Length' header.")) return HTTP_REFUSED_BODY_SIZE;
  if (begins_with(log_format, "Not enough memory in pool to ")) return HTTP_REFUSED_HEAD_SIZE;
  return HTTP_NOT_REFUSED;
}

static void look_at_log(http_server *server, const char *log_format);

// MARK: Streams
//
// A client leaves a stream by hanging up, and the library writes a line about each that does. AnswerStreamTests: "A
// client that hangs up while nothing is sent is noticed, once", "A piece for a client that has just gone is lost, and
// nothing is logged".
static bool is_of_lost_stream(const char *log_format) {
  return begins_with(log_format, "Failed to send the chunked response body ") ||
         begins_with(log_format, "Failed to send the footers ");
}

// For HEAD the library would send the last chunk of the empty body. If it treats the client as one of HTTP/1.0, it
// sends none, and closes the connection. AnswerStreamTests: "HEAD gets the head, and its stream has ended".
void http_library_send_no_chunks(struct MHD_Response *response) {
  MHD_set_response_options(response, MHD_RF_HTTP_1_0_COMPATIBLE_STRICT, MHD_RO_END);
}

// MARK: Answers without a length
//
// The library ends every head except that of 204 with the length of the body. A 304 has no body, and `Content-Length:
// 0` is not the length of the 200 (RFC 9110 section 8.6); but the library cannot leave it out. So such a head gets a
// mark as its last line. The program's `send` replaces the system's, as `epoll_wait` does, and leaves out the mark and
// everything after it. It looks for the mark at the end of the bytes to send, so it also finds it if the client has
// taken only a part before. NotModifiedTests: "304 and 204 have no length, and the connection stays open".

#define NO_LENGTH "No-Length"
static const char length_left_out[] = NO_LENGTH ": 1\r\nContent-Length: 0\r\n\r\n";
static const char head_end[] = "\r\n";

bool http_library_send_no_length(struct MHD_Response *response) {
  return MHD_add_response_header(response, NO_LENGTH, "1") == MHD_YES;
}

ssize_t send(int descriptor, const void *bytes, size_t count, int flags) {
  enum { LEFT_OUT = sizeof length_left_out - 1, END = sizeof head_end - 1 };
  bool is_cut = count >= LEFT_OUT && http_thread_is_network() &&
                memcmp((const char *)bytes + count - LEFT_OUT, length_left_out, LEFT_OUT) == 0;
  if (!is_cut) return sendto(descriptor, bytes, count, flags, NULL, 0);
  struct iovec parts[] = {{(void *)bytes, count - LEFT_OUT}, {(void *)head_end, END}};
  struct msghdr message = {.msg_iov = parts, .msg_iovlen = 2};
  ssize_t sent = sendmsg(descriptor, &message, flags);
  if (sent < 0 || (size_t)sent <= count - LEFT_OUT) return sent;
  // The client may have only the first byte of the end of the head. What is left is then the last byte of the library's
  // head, too.
  return sent + LEFT_OUT - END;
}

// MARK: Its log

static void take_log(void *context, const char *format, va_list arguments) {
  http_server *server = context;
  look_at_log(server, format);
  if (!is_of_lost_stream(format)) http_log_list(&server->log, format, arguments);
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

// Walks the lines of a head, and takes those that there is room for.
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
  return taken <= exchange->server->library.connection_bytes;
}

static bool take_head(http_exchange *exchange, const char *method, const char *version) {
  head_ends(exchange);
  struct http_raw_head raw = {.method = method, .version = version, .bytes = head_bytes(exchange)};
  raw.has_sound_start = method + strlen(method) + 1 == exchange->raw_target &&
                        exchange->raw_target + exchange->head.target_bytes + 1 == version;
  int lines = MHD_get_connection_values_n(exchange->library_connection, MHD_HEADER_KIND, NULL, NULL);
  struct walk walk = {.raw = &raw, .previous_end = version + VERSION_BYTES, .is_sound = true};
  // One more than allowed tells that there are too many.
  size_t most = (size_t)exchange->server->options.header_lines_max + 1;
  walk.lines_max = (size_t)lines < most ? (size_t)lines : most;
  raw.is_short_of_memory = !http_head_reserve(&exchange->head, walk.lines_max, raw.bytes);
  if (raw.is_short_of_memory) walk.lines_max = 0;
  walk_lines(exchange, &walk);
  raw.has_sound_end = walk.previous_end + 4 == method + raw.bytes;
  return http_exchange_take_head(exchange, &raw, leaves_room(exchange, &raw, walk.first_cookie));
}

static void look_at_log(http_server *server, const char *log_format) {
  struct http_thread *thread = http_thread_of(&server->threads);
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

// MARK: Arguments
//
// The library stores every argument of a query in its memory, and refuses a request with many of them without
// completing it. So the library's copy of the target gets only one argument; everything else reads the exchange's copy.
// ConnectionTests: "Nothing stays of a request with more arguments than the library has room for".
static void hide_arguments(char *target) {
  for (char *byte = strchr(target, '?'); byte != NULL && *byte != 0; byte++)
    if (*byte == '&') *byte = '_';
}

// The library would end a path at `%00`, and decode `%2F` to a slash.
// HeadTests: "Lawful heads are accepted".
static size_t leave_escaped(void *context, struct MHD_Connection *connection, char *text) {
  (void)context, (void)connection;
  return strlen(text);
}

// MARK: What it calls: the steps of an exchange

static void *begin(void *context, const char *target, struct MHD_Connection *library_connection) {
  (void)context;
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(library_connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  if (info == NULL || info->socket_context == NULL || target == NULL) return NULL;
  http_exchange *exchange = http_exchange_begin(info->socket_context, library_connection, target);
  if (exchange == NULL) return NULL;
  exchange->raw_target = target;
  hide_arguments((char *)target);
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

static struct http_connection *open_connection(http_server *server, struct MHD_Connection *library_connection) {
  http_thread_enter(&server->threads);
  http_wait_as_network_thread();
  int descriptor = MHD_get_connection_info(library_connection, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(library_connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  // Without an entry its first request is refused, and it is closed.
  return http_connection_open(server, descriptor, info != NULL ? info->client_addr : NULL);
}

// The library closes its descriptor after this; a reset would destroy an answer that is still on its way.
static void linger_where_needed(http_server *server, struct http_connection *connection) {
  bool may_lose_answer = atomic_load(&connection->lingers) || (!http_connection_read(connection).is_cut &&
                                                               http_socket_has_unread_bytes(connection->descriptor));
  if (!may_lose_answer || atomic_load(&server->stopping)) return;
  int copy = dup(connection->descriptor);
  if (copy >= 0) http_linger(&server->lingering, copy);
}

static enum http_phase close_connection(http_server *server, struct http_connection *connection) {
  // The library does not complete a request that it answers twice, or that has too many arguments.
  // ConnectionTests: "Nothing stays of a request with more arguments than the library has room for".
  http_exchange *unfinished = atomic_load(&connection->exchange);
  if (unfinished != NULL) {
    head_ends(unfinished);
    http_exchange_complete(unfinished, false);
  }
  linger_where_needed(server, connection);
  return http_connection_close(connection);
}

static void notify(void *context, struct MHD_Connection *library_connection, void **slot,
                   enum MHD_ConnectionNotificationCode code) {
  http_server *server = context;
  if (code == MHD_CONNECTION_NOTIFY_STARTED) {
    *slot = open_connection(server, library_connection);
  } else {
    http_connections_leave(&server->connections, *slot != NULL ? close_connection(server, *slot) : HTTP_PHASE_HEAD);
    *slot = NULL;
  }
}

// The library watches for data only. It misses a hang-up that arrives with the last bytes, and every hang-up while an
// exchange is suspended: descriptors of such clients would stay open for ever. After the reading side is shut down it
// reads the end of the stream.
// AbortTests: "Hundreds of clients that leave in the middle leave nothing behind"; SuspensionTests: "A client that
// hangs up is noticed, and an answer to it is harmless".
void http_library_tell_hang_up(int descriptor) { shutdown(descriptor, SHUT_RD); }

// MARK: Start

static void panic(void *context, const char *file, unsigned line, const char *reason) {
  (void)context;
  fprintf(stderr, "libmicrohttpd stopped the process: %s (%s:%u)\n", reason != NULL ? reason : "",
          file != NULL ? file : "", line);
  _exit(70);
}

static unsigned longest_timeout(const http_server_options *options) {
  uint32_t longest = options->idle_timeout;
  if (longest < options->head_timeout) longest = options->head_timeout;
  if (longest < options->body_timeout) longest = options->body_timeout;
  return longest < options->answer_timeout ? options->answer_timeout : longest;
}

// The library's own accepting spins when descriptors run out, leaves clients without an answer at its limit of
// connections, and cannot be drained. So it gets only connected sockets (ConnectionTests: "Over the cap a connection
// gets 503 at once, and room comes back", "A drain refuses connects, closes idle connections, and finishes what is in
// flight"). Its one timer knows silence only, so it is but a net below the reaper's deadlines (DeadlineTests: "A byte
// now and then does not prolong a request"). Strict, it would answer a missing Host twice (HeadTests: "A malformed or
// oversized head gets one answer at most, and only its connection is closed").
static struct MHD_Daemon *start(http_server *server) {
  enum {
    // A request head with its parsed lines, a window of the body, the head of the answer. The library clears all of it
    // after every request, so a connection that was used once holds all of it: no more than needed.
    MEMORY_MIN = 32 * 1024,
    MEMORY_INCREMENT = 16 * 1024,
    STACK_BYTES = 2 * 1024 * 1024,
    TIMEOUT_MARGIN_SECONDS = 3600,  // the net knows nothing of a process that stood still
    CONNECTIONS_MARGIN = 64,
  };
  const http_server_options *options = &server->options;
  size_t bytes = options->head_bytes_max * 2;
  server->library.connection_bytes = bytes < MEMORY_MIN ? MEMORY_MIN : bytes;
  // Each thread has its share of the library's limit, and a connection is bound to one thread.
  unsigned connections_max = (options->connections_max + CONNECTIONS_MARGIN) * options->threads;
  struct MHD_OptionItem pool[] = {
      {options->threads > 1 ? MHD_OPTION_THREAD_POOL_SIZE : MHD_OPTION_END, options->threads, NULL},
      {MHD_OPTION_END, 0, NULL}};
  return MHD_start_daemon(
      MHD_USE_EPOLL_INTERNAL_THREAD | MHD_USE_ITC | MHD_USE_NO_LISTEN_SOCKET | MHD_ALLOW_SUSPEND_RESUME |
          MHD_USE_ERROR_LOG,
      0, NULL, NULL, advance, server,  //
      MHD_OPTION_EXTERNAL_LOGGER, take_log, (void *)server,
      MHD_OPTION_CONNECTION_LIMIT, connections_max,
      MHD_OPTION_PER_IP_CONNECTION_LIMIT, 0u,
      MHD_OPTION_CONNECTION_TIMEOUT, longest_timeout(options) / 1000 + TIMEOUT_MARGIN_SECONDS,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, server->library.connection_bytes,
      MHD_OPTION_CONNECTION_MEMORY_INCREMENT, (size_t)MEMORY_INCREMENT,
      MHD_OPTION_STRICT_FOR_CLIENT, 0,
      MHD_OPTION_UNESCAPE_CALLBACK, leave_escaped, NULL,
      MHD_OPTION_URI_LOG_CALLBACK, begin, (void *)server,
      MHD_OPTION_NOTIFY_COMPLETED, complete, (void *)server,
      MHD_OPTION_NOTIFY_CONNECTION, notify, (void *)server,
      MHD_OPTION_THREAD_STACK_SIZE, (size_t)STACK_BYTES,
      MHD_OPTION_ARRAY, pool, MHD_OPTION_END);
}

http_server_result http_library_start(http_server *server, char *error, size_t error_bytes) {
  // All of this file rests on what this version does. ConnectionTests: "The library is the version that
  // the server knows".
  if (strcmp(MHD_get_version(), "0.9.75") != 0) {
    snprintf(error, error_bytes, "%s", MHD_get_version());
    return HTTP_SERVER_UNSUPPORTED_LIBRARY;
  }
  MHD_set_panic_func(panic, NULL);
  server->library.daemon = start(server);
  if (server->library.daemon == NULL) {
    snprintf(error, error_bytes, "libmicrohttpd: %s", strerror(errno));
    return HTTP_SERVER_SYSTEM_ERROR;
  }
  if (takes_our_epoll_wait()) return HTTP_SERVER_STARTED;
  snprintf(error, error_bytes, "libmicrohttpd calls another epoll_wait than the program's");
  return HTTP_SERVER_SYSTEM_ERROR;
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

void http_library_stop(http_server *server) {
  enum { TURN = 2, TURNS = 2500 };
  if (server->library.daemon == NULL) return;
  // Again in each turn, since a connection may have been accepted and not be in the table yet.
  for (int i = 0; i < TURNS && atomic_load(&server->connections.open) > 0; i++) {
    http_connections_visit(&server->connections, close_some, NULL);
    poll(NULL, 0, TURN);
  }
  MHD_stop_daemon(server->library.daemon);
}

bool http_library_add(http_server *server, int descriptor, const struct sockaddr *address, socklen_t length) {
  return MHD_add_connection(server->library.daemon, descriptor, address, length) == MHD_YES;
}

const char *http_library_version(void) { return MHD_get_version(); }
