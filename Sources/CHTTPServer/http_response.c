// From the caller's answer to the library's.

#include "http_private.h"

#include <stdlib.h>
#include <string.h>

// MARK: The budget of answers

// A body that the library sends, charged until the library frees it.
struct charged_body {
  http_server *server;
  uint8_t *compressed;  // NULL where the bytes stand in `bytes`
  size_t charged_bytes;
  uint8_t bytes[];
};

static bool fits(const http_server *server, uint64_t before, size_t count) {
  return count <= HTTP_SMALL_ANSWER_BYTES || before + count <= server->options.answers_in_flight_bytes_max;
}

bool http_exchange_has_room(const http_exchange *exchange, size_t body_bytes) {
  return fits(exchange->server, atomic_load(&exchange->server->answer_bytes_in_flight), body_bytes);
}

static bool charge(http_server *server, size_t count) {
  uint64_t before = atomic_fetch_add(&server->answer_bytes_in_flight, count);
  if (fits(server, before, count)) return true;
  atomic_fetch_sub(&server->answer_bytes_in_flight, count);
  return false;
}

static void free_body(void *context) {
  struct charged_body *body = context;
  atomic_fetch_sub(&body->server->answer_bytes_in_flight, body->charged_bytes);
  free(body->compressed);
  free(body);
}

// Takes over `compressed`, or copies what is not.
static struct charged_body *make_body(http_server *server, const http_response *response, uint8_t *compressed,
                                      size_t count) {
  bool is_charged = charge(server, count);
  struct charged_body *body = is_charged ? malloc(sizeof *body + (compressed == NULL ? count : 0)) : NULL;
  if (body == NULL) {
    if (is_charged) atomic_fetch_sub(&server->answer_bytes_in_flight, count);
    free(compressed);
    return NULL;
  }
  body->server = server;
  body->compressed = compressed;
  body->charged_bytes = count;
  if (compressed == NULL) memcpy(body->bytes, response->body, count);
  return body;
}

static struct MHD_Response *make_with_body(http_server *server, const http_response *response, size_t *count) {
  uint8_t *compressed = NULL;
  *count = response->body_bytes;
  // Compression comes first: what an answer takes is known then, and until then it is one for each thread.
  if (response->gzips) {
    compressed = http_gzip(response->body, response->body_bytes, count);
    if (compressed == NULL) return NULL;
  }
  struct charged_body *body = make_body(server, response, compressed, *count);
  if (body == NULL) return NULL;
  struct MHD_Response *made = MHD_create_response_from_buffer_with_free_callback_cls(
      *count, compressed != NULL ? compressed : body->bytes, free_body, body);
  if (made == NULL) free_body(body);
  return made;
}

// MARK: Answers

struct MHD_Response *http_response_make(http_server *server, const http_response *response, size_t *sent_bytes) {
  *sent_bytes = 0;
  struct MHD_Response *made =
      response->body_bytes > 0
          ? make_with_body(server, response, sent_bytes)
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
