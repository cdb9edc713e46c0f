// From the caller's answer to the library's, or to bytes that go out without it.

#include "http_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct MHD_Response *http_response_make(http_server *server, const http_response *response) {
  uint8_t *body = NULL;
  size_t count = response->body_bytes;
  if (response->gzips) {
    body = http_gzip(response->body, count, &count);
    if (body == NULL) return NULL;
  } else if (count > 0) {
    body = malloc(count);
    if (body == NULL) return NULL;
    memcpy(body, response->body, count);
  }
  struct MHD_Response *made = MHD_create_response_from_buffer(
      count, body != NULL ? (void *)body : (void *)"",
      body != NULL ? MHD_RESPMEM_MUST_FREE : MHD_RESPMEM_PERSISTENT);
  if (made == NULL) {
    free(body);
    return NULL;
  }
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
