// What the server refuses by itself, and the answers that it sends beside the library.
//
// Most refusals are answered like everything else. Where the library cannot be asked to send, as before it has read the
// head or in the middle of a body, an answer goes straight to the socket. Those answers are kept from the start on; only
// the request's id is filled in.

#include "http_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <time.h>

enum { MADE_ID_BYTES = sizeof HTTP_REQUEST_ID_PLACE - 1, ANSWER_BYTES_MAX = 4096 };

static const struct {
  unsigned status;
  const char *detail;
} refusals[HTTP_REFUSAL_COUNT] = {
    [HTTP_REFUSED_CONNECTIONS] = {503, "The server has as many connections as it may."},
    [HTTP_REFUSED_DESCRIPTORS] = {503, "The server has no descriptor left for a connection."},
    [HTTP_REFUSED_BODIES] = {503, "The server holds as many bytes of bodies as it may, of all clients or of this address."},
    [HTTP_REFUSED_MEMORY] = {503, "The server is out of memory."},
    [HTTP_REFUSED_HEAD_TIMEOUT] = {408, "The request head took too long to arrive."},
    [HTTP_REFUSED_BODY_TIMEOUT] = {408, "The body took too long to arrive."},
    [HTTP_REFUSED_BODY_SILENCE] = {408, "No byte of the body came for too long."},
    [HTTP_REFUSED_MALFORMED] = {400, "The request is malformed."},
    [HTTP_REFUSED_BAD_LENGTH] = {400, "Content-Length is malformed."},
    [HTTP_REFUSED_LENGTH_MISSING] = {411, "Send the body with Content-Length instead of Transfer-Encoding: in one piece, as curl --data-binary @FILE does."},
    [HTTP_REFUSED_BODY_SIZE] = {413, "The body is larger than the server takes."},
    [HTTP_REFUSED_TARGET_SIZE] = {414, "The request target is too long."},
    [HTTP_REFUSED_HEAD_SIZE] = {431, "The request head is too large."},
    [HTTP_REFUSED_HEADER_LINES] = {431, "The request has too many header lines."},
    [HTTP_REFUSED_METHOD] = {501, "The method is not known here."},
    [HTTP_REFUSED_VERSION] = {505, "Only HTTP/1.1 and HTTP/1.0 are spoken here."},
};

unsigned http_refusal_status(http_refusal refusal) { return refusals[refusal].status; }

const char *http_refusal_detail(http_refusal refusal) { return refusals[refusal].detail; }

// MARK: Ids of requests

void http_request_ids_start(http_server *server) {
  if (getrandom(server->id_seed, sizeof server->id_seed, GRND_NONBLOCK) == (ssize_t)sizeof server->id_seed) return;
  struct timespec time;
  clock_gettime(CLOCK_REALTIME, &time);
  server->id_seed[0] = (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
  server->id_seed[1] = (uint64_t)(uintptr_t)server;
}

// A bijection that leaves no pattern to see (the finalizer of SplitMix64).
static uint64_t mix(uint64_t value) {
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9;
  value = (value ^ (value >> 27)) * 0x94d049bb133111eb;
  return value ^ (value >> 31);
}

void http_request_id_make(http_server *server, char id[HTTP_REQUEST_ID_BYTES_MAX + 1]) {
  static const char digits[] = "0123456789abcdef";
  uint64_t number = atomic_fetch_add(&server->ids_made, 1);
  uint64_t words[2] = {mix(server->id_seed[0] + number), mix(server->id_seed[1] ^ ~number)};
  for (size_t i = 0; i < MADE_ID_BYTES; i++) id[i] = digits[words[i / 16] >> (60 - i % 16 * 4) & 15];
  id[MADE_ID_BYTES] = 0;
}

void http_request_id_take(char id[HTTP_REQUEST_ID_BYTES_MAX + 1], const char *value) {
  size_t bytes = strspn(value, "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ._-");
  bool is_whole = value[bytes + strspn(value + bytes, " \t")] == 0;
  if (!is_whole || bytes == 0 || bytes > HTTP_REQUEST_ID_BYTES_MAX) return;
  memcpy(id, value, bytes);
  id[bytes] = 0;
}

// MARK: Kept answers

void http_keep_answer(http_server *server, http_refusal refusal, const http_response *response) {
  char *headers = NULL, *body = malloc(response->body_bytes + 1);
  size_t count = 0;
  FILE *stream = open_memstream(&headers, &count);
  if (stream != NULL) {
    const char *line = response->headers;
    for (size_t i = 0; i < response->header_count; i++) {
      const char *name = line, *value = name + strlen(name) + 1;
      fprintf(stream, "%s: %s\r\n", name, value);
      line = value + strlen(value) + 1;
    }
    fclose(stream);
  }
  if (body != NULL) {
    if (response->body_bytes > 0) memcpy(body, response->body, response->body_bytes);
    body[response->body_bytes] = 0;
  }
  server->kept_answers[refusal] = (struct http_kept_answer){headers, body};
}

bool http_answers_are_kept(const http_server *server) {
  for (http_refusal refusal = HTTP_NOT_REFUSED + 1; refusal < HTTP_REFUSAL_COUNT; refusal++)
    if (server->kept_answers[refusal].headers == NULL || server->kept_answers[refusal].body == NULL) return false;
  return true;
}

void http_kept_answers_free(http_server *server) {
  for (http_refusal refusal = HTTP_NOT_REFUSED; refusal < HTTP_REFUSAL_COUNT; refusal++) {
    free(server->kept_answers[refusal].headers);
    free(server->kept_answers[refusal].body);
  }
}

// The text with the id in its place, wherever that stands. Returns its bytes, at most `room`.
static size_t fill_in(char *filled, size_t room, const char *text, const char *id) {
  size_t count = 0;
  while (*text != 0 && count < room) {
    const char *place = strstr(text, HTTP_REQUEST_ID_PLACE);
    int plain_bytes = place != NULL ? (int)(place - text) : (int)strlen(text);
    int written = snprintf(filled + count, room - count, "%.*s%s", plain_bytes, text, place != NULL ? id : "");
    if (written < 0 || (size_t)written >= room - count) return 0;
    count += (size_t)written;
    text += plain_bytes + (place != NULL ? MADE_ID_BYTES : 0);
  }
  return count;
}

static size_t compose(char *answer, const struct http_kept_answer *kept, unsigned status, const char *id,
                      size_t *body_bytes) {
  char body[ANSWER_BYTES_MAX / 2];
  *body_bytes = fill_in(body, sizeof body, kept->body, id);
  int count = snprintf(answer, ANSWER_BYTES_MAX,
                       "HTTP/1.1 %u %s\r\n%sX-Request-Id: %s\r\nContent-Length: %zu\r\nConnection: close\r\n\r\n%.*s",
                       status, MHD_get_reason_phrase_for(status), kept->headers, id, *body_bytes,
                       (int)*body_bytes, body);
  return count > 0 && count < ANSWER_BYTES_MAX ? (size_t)count : 0;
}

void http_refuse_on_socket(http_server *server, int descriptor, http_exchange *exchange, http_refusal refusal) {
  char answer[ANSWER_BYTES_MAX], made_id[HTTP_REQUEST_ID_BYTES_MAX + 1];
  const char *id = made_id;
  if (exchange != NULL)
    id = exchange->id;
  else
    http_request_id_make(server, made_id);
  size_t body_bytes = 0;
  size_t count = compose(answer, &server->kept_answers[refusal], http_refusal_status(refusal), id, &body_bytes);
  if (exchange != NULL && exchange->is_head) {
    count -= body_bytes;
    body_bytes = 0;
  }
  server->callbacks.refused(server->context, exchange, refusal, id, body_bytes);
  // As much as the socket takes at once: it is nearly always empty, and the answer is short.
  (void)!send(descriptor, answer, count, MSG_DONTWAIT | MSG_NOSIGNAL);
}
