// The least that an HTTP server on libmicrohttpd can do for the answers that layoutd gives:
//
//   bare STATUS HEADERS BODY [--gzip] [--shared]
//
// answers every GET with that status, the header lines of one file and the bytes of another, both taken from an answer
// of layoutd. A response is made for each request, as it has to be where answers differ; with --shared it is made once
// and sent again and again. With --gzip the bytes are compressed for each request. With status 304 a request has to
// have If-None-Match.

#include <stdbool.h>
#include <zlib.h>

#include "bare.h"

enum { GZIP_LEVEL = 1, GZIP_WINDOW_BITS = 15 + 16, GZIP_MEMORY_LEVEL = 8, HEADERS_MAX = 32, THREADS = 2 };

struct header {
  const char *name, *value;
};

static unsigned status;
static bool compresses;
static struct header headers[HEADERS_MAX];
static size_t header_count, body_bytes;
static char *body;
static struct MHD_Response *shared;

static char *contents(const char *path, size_t *count) {
  FILE *file = fopen(path, "rb");
  if (file == NULL || fseek(file, 0, SEEK_END) != 0) bare_fail(path);
  *count = (size_t)ftell(file);
  rewind(file);
  char *bytes = malloc(*count + 1);
  if (bytes == NULL || fread(bytes, 1, *count, file) != *count) bare_fail(path);
  bytes[*count] = 0;
  fclose(file);
  return bytes;
}

// Lines of "Name: value".
static void read_headers(char *text) {
  char *rest = NULL;
  for (char *line = strtok_r(text, "\n", &rest); line != NULL; line = strtok_r(NULL, "\n", &rest)) {
    char *colon = strstr(line, ": ");
    if (colon == NULL || header_count == HEADERS_MAX) bare_fail("header lines");
    *colon = 0;
    headers[header_count++] = (struct header){.name = line, .value = colon + 2};
  }
}

static struct MHD_Response *compressed(void) {
  // One stream for each thread, for as long as the thread lives.
  static _Thread_local z_stream stream;
  static _Thread_local bool is_ready;
  if (is_ready ? deflateReset(&stream) != Z_OK
               : deflateInit2(&stream, GZIP_LEVEL, Z_DEFLATED, GZIP_WINDOW_BITS, GZIP_MEMORY_LEVEL,
                              Z_DEFAULT_STRATEGY) != Z_OK)
    return NULL;
  is_ready = true;
  size_t room = deflateBound(&stream, body_bytes);
  unsigned char *bytes = malloc(room);
  if (bytes == NULL) return NULL;
  stream.next_in = (unsigned char *)body;
  stream.avail_in = (unsigned)body_bytes;
  stream.next_out = bytes;
  stream.avail_out = (unsigned)room;
  if (deflate(&stream, Z_FINISH) != Z_STREAM_END) return NULL;
  return MHD_create_response_from_buffer(room - stream.avail_out, bytes, MHD_RESPMEM_MUST_FREE);
}

static struct MHD_Response *response(void) {
  struct MHD_Response *made =
      compresses ? compressed() : MHD_create_response_from_buffer(body_bytes, body, MHD_RESPMEM_MUST_COPY);
  if (made == NULL) return NULL;
  for (size_t i = 0; i < header_count; i++) MHD_add_response_header(made, headers[i].name, headers[i].value);
  return made;
}

static enum MHD_Result answer(void *context, struct MHD_Connection *connection, const char *url, const char *method,
                              const char *version, const char *bytes, size_t *count, void **slot) {
  (void)context, (void)url, (void)version, (void)bytes, (void)count;
  static int seen;
  if (strcmp(method, "GET") != 0) return MHD_NO;
  // The first call is for the head alone.
  if (*slot == NULL) {
    *slot = &seen;
    return MHD_YES;
  }
  if (status == MHD_HTTP_NOT_MODIFIED &&
      MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "If-None-Match") == NULL)
    return MHD_NO;
  if (shared != NULL) return MHD_queue_response(connection, status, shared);
  struct MHD_Response *made = response();
  if (made == NULL) return MHD_NO;
  enum MHD_Result result = MHD_queue_response(connection, status, made);
  MHD_destroy_response(made);
  return result;
}

int main(int count, char **arguments) {
  if (count < 4) return fprintf(stderr, "usage: bare STATUS HEADERS BODY [--gzip] [--shared]\n"), 2;
  status = (unsigned)atoi(arguments[1]);
  size_t bytes;
  read_headers(contents(arguments[2], &bytes));
  body = contents(arguments[3], &body_bytes);
  bool is_shared = false;
  for (int i = 4; i < count; i++) {
    compresses |= strcmp(arguments[i], "--gzip") == 0;
    is_shared |= strcmp(arguments[i], "--shared") == 0;
  }
  if (is_shared) shared = response();
  bare_run(THREADS, answer, NULL);
}
