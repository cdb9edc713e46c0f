// The requests that the library answers twice.
//
// A Content-Length that it cannot read, and cookies that its memory has no room for, libmicrohttpd 0.9.75 refuses before
// anybody is asked, with its status line and headers twice before one body: a proxy that believes the first would take
// the second for what the next request is answered with. It says so in its log first, on the thread that owns the
// connection, but not of which connection. So each thread keeps a list of the requests that have begun and not been
// handed over; the one of them whose head is whole is the one. It is answered here and its sending side shut down, and
// what the library then writes goes nowhere.

#include "http_private.h"

#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

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

static bool head_is_whole(http_exchange *exchange) {
  return MHD_get_connection_info(exchange->library_connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE) != NULL;
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

void http_look_at_log(const char *log_format) {
  if (HTTP_LIBRARY_IS_STRICT || this_worker == NULL) return;
  http_refusal refusal = refusal_for(log_format);
  if (refusal == HTTP_NOT_REFUSED) return;
  http_exchange *exchange = this_worker->newest;
  while (exchange != NULL && !head_is_whole(exchange)) exchange = exchange->older_head;
  if (exchange == NULL) return;
  http_head_ends(exchange);
  http_head_take_id(exchange);
  http_connection_refuse(exchange->connection, exchange, refusal);
  shutdown(exchange->connection->descriptor, SHUT_WR);
}
