// From the caller's answer to the library's, or to bytes that go out without it.

#include "http_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// MARK: The budget of answers

// A body that the library sends, charged until the library frees it.
struct charged_body {
  http_server *server;
  uint8_t *bytes;
  size_t charged_bytes;
};

static bool fits(const http_server *server, uint64_t before, size_t count) {
  return count <= HTTP_SMALL_ANSWER_BYTES || before + count <= server->options.answers_in_flight_bytes_max;
}

bool http_exchange_has_room(const http_exchange *exchange, size_t body_bytes) {
  return fits(exchange->server, atomic_load(&exchange->server->answer_bytes_in_flight), body_bytes);
}

static bool charge(struct charged_body *body, size_t count) {
  http_server *server = body->server;
  uint64_t before = atomic_fetch_add(&server->answer_bytes_in_flight, count);
  body->charged_bytes = count;
  return fits(server, before, count);
}

static void free_body(void *context) {
  struct charged_body *body = context;
  atomic_fetch_sub(&body->server->answer_bytes_in_flight, body->charged_bytes);
  free(body->bytes);
  free(body);
}

// Compression comes first: what an answer takes is known then, and until then it is one for each thread.
static bool take_bytes(struct charged_body *body, const http_response *response, size_t *count) {
  if (response->gzips) {
    body->bytes = http_gzip(response->body, response->body_bytes, count);
    return body->bytes != NULL && charge(body, *count);
  }
  *count = response->body_bytes;
  if (!charge(body, *count)) return false;
  body->bytes = malloc(*count);
  if (body->bytes == NULL) return false;
  memcpy(body->bytes, response->body, *count);
  return true;
}

static struct MHD_Response *make_with_body(http_server *server, const http_response *response) {
  struct charged_body *body = calloc(1, sizeof *body);
  if (body == NULL) return NULL;
  body->server = server;
  size_t count = 0;
  struct MHD_Response *made = NULL;
  if (take_bytes(body, response, &count))
    made = MHD_create_response_from_buffer_with_free_callback_cls(count, body->bytes, free_body, body);
  if (made == NULL) free_body(body);
  return made;
}

// MARK: Answers

struct MHD_Response *http_response_make(http_server *server, const http_response *response) {
  struct MHD_Response *made =
      response->body_bytes > 0
          ? make_with_body(server, response)
          : MHD_create_response_from_buffer(0, (void *)"", MHD_RESPMEM_PERSISTENT);
  if (made == NULL) return NULL;
  const char *text = response->headers;
  for (size_t i = 0; i < response->header_count; i++) {
    const char *name = text, *value = name + strlen(name) + 1;
    // The library refuses line breaks and empty values: such a line is left out, never split.
    if (MHD_add_response_header(made, name, value) == MHD_NO)
      http_log(server, "a response header was left out: %.64s", name);
    text = value + strlen(value) + 1;
  }
  if (response->gzips) MHD_add_response_header(made, "Content-Encoding", "gzip");
  return made;
}

bool http_response_copy(const http_response *response, http_response *copy) {
  const char *end = response->headers;
  for (size_t i = 0; i < 2 * response->header_count; i++) end += strlen(end) + 1;
  size_t text_bytes = (size_t)(end - response->headers);
  char *block = malloc(text_bytes + response->body_bytes + 1);
  if (block == NULL) return false;
  if (text_bytes > 0) memcpy(block, response->headers, text_bytes);
  if (response->body_bytes > 0) memcpy(block + text_bytes, response->body, response->body_bytes);
  *copy = *response;
  copy->headers = block;
  copy->body = (const uint8_t *)block + text_bytes;
  return true;
}

bool http_response_raw(const http_response *response, struct http_bytes *raw) {
  char *text = NULL;
  size_t count = 0;
  FILE *stream = open_memstream(&text, &count);
  if (stream == NULL) return false;
  fprintf(stream, "HTTP/1.1 %u %s\r\n", response->status, MHD_get_reason_phrase_for(response->status));
  const char *line = response->headers;
  for (size_t i = 0; i < response->header_count; i++) {
    const char *name = line, *value = name + strlen(name) + 1;
    fprintf(stream, "%s: %s\r\n", name, value);
    line = value + strlen(value) + 1;
  }
  fprintf(stream, "Content-Length: %zu\r\nConnection: close\r\n\r\n", response->body_bytes);
  if (response->body_bytes > 0) fwrite(response->body, 1, response->body_bytes, stream);
  bool is_complete = !ferror(stream);
  if (fclose(stream) != 0 || !is_complete) {
    free(text);
    return false;
  }
  raw->bytes = (uint8_t *)text;
  raw->count = count;
  return true;
}
