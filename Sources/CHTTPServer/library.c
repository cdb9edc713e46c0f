// libmicrohttpd 0.9.75: its options, and the workarounds for it that know nothing of requests. Those in what it calls
// are in connection/network.c, that for the lines of answers in answer/answer.c. Each workaround has its reason and the
// test that fails without it.

#include "library.h"

#include <dlfcn.h>
#include <errno.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "socket/wait.h"

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

// MARK: Streams

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

// MARK: Arguments
//
// The library stores every argument of a query in its memory, and refuses a request with many of them without
// completing it. So the library's copy of the target gets only one argument; everything else reads the exchange's copy.
// ConnectionTests: "Nothing stays of a request with more arguments than the library has room for".
void http_library_hide_arguments(char *target) {
  for (char *byte = strchr(target, '?'); byte != NULL && *byte != 0; byte++)
    if (*byte == '&') *byte = '_';
}

// The library would end a path at `%00`, and decode `%2F` to a slash.
// HeadTests: "Lawful heads are accepted".
static size_t leave_escaped(void *context, struct MHD_Connection *connection, char *text) {
  (void)context, (void)connection;
  return strlen(text);
}

// MARK: Hang-ups

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

size_t http_library_connection_bytes(const http_server_options *options) {
  // A request head with its parsed lines, a window of the body, the head of the answer. The library clears all of it
  // after every request, so a connection that was used once holds all of it: no more than needed.
  enum { MEMORY_MIN = 32 * 1024 };
  size_t bytes = options->head_bytes_max * 2;
  return bytes < MEMORY_MIN ? MEMORY_MIN : bytes;
}

// The library's own accepting spins when descriptors run out, leaves clients without an answer at its limit of
// connections, and cannot be drained. So it gets only connected sockets (ConnectionTests: "Over the cap a connection
// gets 503 at once, and room comes back", "A drain refuses connects, closes idle connections, and finishes what is in
// flight"). Its one timer only measures silence, so it only backs the reaper's deadlines (DeadlineTests: "A byte
// now and then does not prolong a request"). Strict, it would answer a missing Host twice (HeadTests: "A malformed or
// oversized head gets one answer at most, and only its connection is closed").
static struct MHD_Daemon *start(const http_server_options *options, const struct http_library_calls *calls) {
  enum {
    MEMORY_INCREMENT = 16 * 1024,
    STACK_BYTES = 2 * 1024 * 1024,
    TIMEOUT_MARGIN_SECONDS = 3600,  // the timer does not notice that the process was stopped
    CONNECTIONS_MARGIN = 64,
  };
  // Each thread has its share of the library's limit, and a connection is bound to one thread.
  unsigned connections_max = (options->connections_max + CONNECTIONS_MARGIN) * options->threads;
  struct MHD_OptionItem pool[] = {
      {options->threads > 1 ? MHD_OPTION_THREAD_POOL_SIZE : MHD_OPTION_END, options->threads, NULL},
      {MHD_OPTION_END, 0, NULL}};
  return MHD_start_daemon(
      MHD_USE_EPOLL_INTERNAL_THREAD | MHD_USE_ITC | MHD_USE_NO_LISTEN_SOCKET | MHD_ALLOW_SUSPEND_RESUME |
          MHD_USE_ERROR_LOG,
      0, NULL, NULL, calls->advance, calls->context,  //
      MHD_OPTION_EXTERNAL_LOGGER, calls->take_log, calls->context,
      MHD_OPTION_CONNECTION_LIMIT, connections_max,
      MHD_OPTION_PER_IP_CONNECTION_LIMIT, 0u,
      MHD_OPTION_CONNECTION_TIMEOUT, longest_timeout(options) / 1000 + TIMEOUT_MARGIN_SECONDS,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, http_library_connection_bytes(options),
      MHD_OPTION_CONNECTION_MEMORY_INCREMENT, (size_t)MEMORY_INCREMENT,
      MHD_OPTION_STRICT_FOR_CLIENT, 0,
      MHD_OPTION_UNESCAPE_CALLBACK, leave_escaped, NULL,
      MHD_OPTION_URI_LOG_CALLBACK, calls->begin, calls->context,
      MHD_OPTION_NOTIFY_COMPLETED, calls->complete, calls->context,
      MHD_OPTION_NOTIFY_CONNECTION, calls->notify, calls->context,
      MHD_OPTION_THREAD_STACK_SIZE, (size_t)STACK_BYTES,
      MHD_OPTION_ARRAY, pool, MHD_OPTION_END);
}

http_server_result http_library_start(struct http_library *library, const http_server_options *options,
                                      const struct http_library_calls *calls, char *error, size_t error_bytes) {
  // All of this target rests on what this version does. ConnectionTests: "The library is the version that
  // the server knows".
  if (strcmp(MHD_get_version(), "0.9.75") != 0) {
    snprintf(error, error_bytes, "%s", MHD_get_version());
    return HTTP_SERVER_UNSUPPORTED_LIBRARY;
  }
  MHD_set_panic_func(panic, NULL);
  library->daemon = start(options, calls);
  if (library->daemon == NULL) {
    snprintf(error, error_bytes, "libmicrohttpd: %s", strerror(errno));
    return HTTP_SERVER_SYSTEM_ERROR;
  }
  if (takes_our_epoll_wait()) return HTTP_SERVER_STARTED;
  snprintf(error, error_bytes, "libmicrohttpd calls another epoll_wait than the program's");
  return HTTP_SERVER_SYSTEM_ERROR;
}

void http_library_stop(struct http_library *library) { MHD_stop_daemon(library->daemon); }

bool http_library_add(struct http_library *library, int descriptor, const struct sockaddr *address,
                      socklen_t length) {
  return MHD_add_connection(library->daemon, descriptor, address, length) == MHD_YES;
}

const char *http_library_version(void) { return MHD_get_version(); }
