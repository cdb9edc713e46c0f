// The lengths that the library refuses by itself.
//
// libmicrohttpd 0.9.75 answers a Content-Length that it cannot read before anybody is asked, with its status line and
// headers twice before one body: a proxy that believes the first would take the second for what the next request is
// answered with. It says so in its log first, on the thread that owns the connection, but not of which connection. So
// each thread keeps a list of the heads that it has not yet got whole; the one with such a length is answered here and
// its sending side shut down, and what the library then writes goes nowhere.

#include "http_private.h"

#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

// A head nearly always comes in one piece, and is then the newest. The walk is bounded so that clients that leave
// many heads unfinished cannot make it long.
enum { HEADS_LOOKED_AT_MAX = 1000 };

// In the memory of the server, which outlives the thread.
struct http_worker {
  struct http_worker *next;
  http_exchange *newest;
};

static _Thread_local struct http_worker *this_worker;

void http_head_begins(http_exchange *exchange) {
  http_server *server = exchange->server;
  if (this_worker == NULL) {
    this_worker = calloc(1, sizeof *this_worker);
    if (this_worker == NULL) return;
    pthread_mutex_lock(&server->workers_lock);
    this_worker->next = server->workers;
    server->workers = this_worker;
    pthread_mutex_unlock(&server->workers_lock);
  }
  exchange->worker = this_worker;
  exchange->older_head = this_worker->newest;
  if (exchange->older_head != NULL) exchange->older_head->newer_head = exchange;
  this_worker->newest = exchange;
}

void http_head_ends(http_exchange *exchange) {
  if (exchange->worker == NULL) return;
  if (exchange->older_head != NULL) exchange->older_head->newer_head = exchange->newer_head;
  if (exchange->newer_head != NULL)
    exchange->newer_head->older_head = exchange->older_head;
  else
    exchange->worker->newest = exchange->older_head;
  exchange->worker = NULL;
  exchange->older_head = exchange->newer_head = NULL;
}

void http_workers_free(http_server *server) {
  while (server->workers != NULL) {
    struct http_worker *worker = server->workers;
    server->workers = worker->next;
    free(worker);
  }
}

enum http_length http_length_read(const char *text, uint64_t *length) {
  uint64_t value = 0;
  size_t digits = strspn(text, "0123456789");
  for (size_t i = 0; i < digits; i++)
    if (__builtin_mul_overflow(value, 10, &value) ||
        __builtin_add_overflow(value, (uint64_t)(text[i] - '0'), &value))
      return HTTP_LENGTH_TOO_LARGE;
  if (digits == 0 || text[digits] != 0) return HTTP_LENGTH_MALFORMED;
  *length = value;
  return HTTP_LENGTH_READ;
}

static void answer_beside_library(http_exchange *exchange, const struct http_bytes *answer) {
  http_head_ends(exchange);
  atomic_fetch_add(&exchange->server->requests_refused, 1);
  http_connection_send_raw(exchange->connection, answer);
  shutdown(exchange->connection->descriptor, SHUT_WR);
}

static bool begins_with(const char *text, const char *beginning) {
  return strncmp(text, beginning, strlen(beginning)) == 0;
}

void http_length_was_refused(http_server *server, const char *log_format) {
#if !HTTP_LIBRARY_IS_STRICT
  enum http_length kind;
  if (begins_with(log_format, "Failed to parse `Content-Length' header."))
    kind = HTTP_LENGTH_MALFORMED;
  else if (begins_with(log_format, "Too large value of 'Content-Length' header."))
    kind = HTTP_LENGTH_TOO_LARGE;
  else
    return;
  if (this_worker == NULL) return;
  http_exchange *exchange = this_worker->newest;
  for (int i = 0; i < HEADS_LOOKED_AT_MAX && exchange != NULL; i++, exchange = exchange->older_head) {
    const char *text = MHD_lookup_connection_value(exchange->library_connection, MHD_HEADER_KIND,
                                                   MHD_HTTP_HEADER_CONTENT_LENGTH);
    uint64_t length;
    if (text == NULL || http_length_read(text, &length) != kind) continue;
    answer_beside_library(exchange, kind == HTTP_LENGTH_MALFORMED ? &server->bad_length_answer
                                                                  : &server->too_large_answer);
    return;
  }
#else
  (void)server, (void)log_format;
#endif
}
