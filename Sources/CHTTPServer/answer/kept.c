// The server's own refusals, and the answers that it sends without the library.
//
// Most refusals are answered through the library. Before it has read the head and in the middle of a body it cannot
// send, so the answer is written to the socket. Those answers are made at the start; only the request's id is filled
// in.

#include "answer/kept.h"

#include <microhttpd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

enum { MADE_ID_BYTES = sizeof HTTP_REQUEST_ID_PLACE - 1 };

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
    [HTTP_REFUSED_LENGTH_MISSING] = {
        411,
        "Send the body with Content-Length instead of Transfer-Encoding. curl: --data-binary @FILE instead of -T -. "
        "node: pass fetch a string or a Buffer instead of a stream, and the whole body to end() of http.request. "
        "Go: make the request with a bytes.Reader, or set its ContentLength."},
    [HTTP_REFUSED_BODY_SIZE] = {413, "The body is larger than the server takes."},
    [HTTP_REFUSED_TARGET_SIZE] = {414, "The request target is too long."},
    [HTTP_REFUSED_HEAD_SIZE] = {431, "The request head is too large."},
    [HTTP_REFUSED_HEADER_LINES] = {431, "The request has too many header lines."},
    [HTTP_REFUSED_METHOD] = {501, "The method is not known here."},
    [HTTP_REFUSED_VERSION] = {505, "Only HTTP/1.1 and HTTP/1.0 are spoken here."},
};

unsigned http_refusal_status(http_refusal refusal) { return refusals[refusal].status; }

const char *http_refusal_detail(http_refusal refusal) { return refusals[refusal].detail; }

bool http_kept_answer_make(struct http_kept_answer *kept, const http_response *response) {
  const char *lines = response->line_bytes > 0 ? response->lines : "";
  const char *body = response->body_bytes > 0 ? (const char *)response->body : "";
  *kept = (struct http_kept_answer){strndup(lines, response->line_bytes), strndup(body, response->body_bytes)};
  return kept->lines != NULL && kept->body != NULL;
}

void http_kept_answers_free(struct http_kept_answers *kept) {
  for (http_refusal refusal = HTTP_NOT_REFUSED; refusal < HTTP_REFUSAL_COUNT; refusal++) {
    free(kept->of[refusal].lines);
    free(kept->of[refusal].body);
  }
}

// Copies the text with the id at each HTTP_REQUEST_ID_PLACE. Returns the number of bytes, at most `room`.
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
  char body[HTTP_KEPT_BYTES_MAX / 2];
  *body_bytes = fill_in(body, sizeof body, kept->body, id);
  int count = snprintf(answer, HTTP_KEPT_BYTES_MAX,
                       "HTTP/1.1 %u %s\r\n%sX-Request-Id: %s\r\nContent-Length: %zu\r\nConnection: close\r\n\r\n%.*s",
                       status, MHD_get_reason_phrase_for(status), kept->lines, id, *body_bytes,
                       (int)*body_bytes, body);
  return count > 0 && count < HTTP_KEPT_BYTES_MAX ? (size_t)count : 0;
}

void http_kept_answer_write(const struct http_kept_answers *kept, http_refusal refusal, const char *id, bool has_body,
                            struct http_kept_text *text) {
  text->body_bytes = 0;
  text->count = compose(text->bytes, &kept->of[refusal], http_refusal_status(refusal), id, &text->body_bytes);
  if (has_body) return;
  text->count -= text->body_bytes;
  text->body_bytes = 0;
}

void http_kept_text_send(const struct http_kept_text *text, int descriptor) {
  // The answer is short and the socket's buffer nearly always empty, so one call sends all of it.
  (void)!send(descriptor, text->bytes, text->count, MSG_DONTWAIT | MSG_NOSIGNAL);
}
