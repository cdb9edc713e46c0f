// The strict check of a request head (docs/rules.md#heads).
//
// libmicrohttpd 0.9.75 folds lines, ends lines at a bare LF and strings at a NUL, and skips spaces, so what
// it reports may differ from what a proxy in front has read. But all it reports points into one receive
// buffer: when method, target, version, names and values lie exactly one separator apart there, and the last
// one lies CR LF CR LF before the end of the head, then the head was what it seems to be.

#include "http_private.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum {
  VALUE_PADDING_MAX = 256,
  VERSION_BYTES = 8,
  LIBRARY_RECORD_BYTES = 64,  // of a header line, a cookie or an argument
  ANSWER_HEAD_BYTES = 2048,
};

struct head_walk {
  http_exchange *exchange;
  const char *previous_end;
  http_refusal refusal;
  const char *detail;  // NULL where the refusal says enough
  size_t text_bytes;
  size_t line_capacity, lines_max;
  unsigned hosts, lengths, encodings;
  const char *length;
  bool host_is_malformed;
};

static bool is_token(const char *text, size_t count) {
  for (size_t i = 0; i < count; i++) {
    unsigned char byte = (unsigned char)text[i];
    bool is_letter_or_digit = (byte >= '0' && byte <= '9') || ((byte | 0x20) >= 'a' && (byte | 0x20) <= 'z');
    if (!is_letter_or_digit && (byte == 0 || strchr("!#$%&'*+-.^_`|~", byte) == NULL)) return false;
  }
  return count > 0;
}

static bool is_field_value(const char *text, size_t count) {
  for (size_t i = 0; i < count; i++) {
    unsigned char byte = (unsigned char)text[i];
    if ((byte < 0x20 && byte != '\t') || byte == 0x7f) return false;
  }
  return true;
}

static bool is_target(const char *text, size_t count) {
  if (count == 0 || text[0] != '/') return false;
  for (size_t i = 0; i < count; i++)
    if (text[i] < 0x21 || text[i] > 0x7e) return false;
  return strstr(text, "%00") == NULL;
}

static bool find_method(const char *method, http_method *number) {
  static const char *const known[HTTP_METHOD_COUNT] = {"GET",   "HEAD",    "POST",  "PUT",  "DELETE",
                                                       "PATCH", "OPTIONS", "TRACE", "QUERY"};
  for (int i = 0; i < HTTP_METHOD_COUNT; i++)
    if (strcmp(method, known[i]) == 0) return *number = (http_method)i, true;
  return false;
}

// Some servers in front read `Content_Length` as `Content-Length`; for the names that decide anything such a
// spelling is an attack.
static bool is_disguised(const char *name, size_t count) {
  static const char *const known[] = {
      "accept-encoding", "authorization", "connection",    "content-encoding",  "content-length",
      "content-type",    "expect",        "if-none-match", "transfer-encoding", "x-api-key"};
  if (memchr(name, '_', count) == NULL) return false;
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    if (strlen(known[i]) != count) continue;
    size_t equal = 0;
    while (equal < count && (name[equal] == '_' ? '-' : name[equal] | 0x20) == known[i][equal]) equal++;
    if (equal == count) return true;
  }
  return false;
}

static enum MHD_Result refuse(struct head_walk *walk, http_refusal refusal, const char *detail) {
  walk->refusal = refusal;
  walk->detail = detail;
  return MHD_NO;
}

#if HTTP_LIBRARY_IS_STRICT
static bool lies_in_place(struct head_walk *walk, const char *name, size_t name_bytes, const char *value,
                          size_t value_bytes) {
  (void)walk, (void)name, (void)name_bytes, (void)value, (void)value_bytes;
  return true;
}
#else
static bool lies_in_place(struct head_walk *walk, const char *name, size_t name_bytes, const char *value,
                          size_t value_bytes) {
  if (name != walk->previous_end + 2) return false;
  const char *padding = name + name_bytes + 1;
  if (value < padding || value - padding > VALUE_PADDING_MAX) return false;
  for (; padding < value; padding++)
    if (*padding != ' ' && *padding != '\t') return false;
  walk->previous_end = value + value_bytes;
  return true;
}
#endif

static bool is_name(const char *name, size_t count, const char *expected) {
  return strlen(expected) == count && strcasecmp(name, expected) == 0;
}

static void note_host(struct head_walk *walk, const char *value, size_t value_bytes) {
  walk->hosts++;
  while (value_bytes > 0 && (value[value_bytes - 1] == ' ' || value[value_bytes - 1] == '\t')) value_bytes--;
  if (!http_host_is_valid(value, value_bytes)) walk->host_is_malformed = true;
}

static void note_framing(struct head_walk *walk, const char *name, size_t name_bytes, const char *value,
                         size_t value_bytes) {
  if (is_name(name, name_bytes, "Host")) note_host(walk, value, value_bytes);
  if (is_name(name, name_bytes, "Transfer-Encoding")) walk->encodings++;
  if (is_name(name, name_bytes, "Content-Length")) walk->lengths++, walk->length = value;
  if (is_name(name, name_bytes, "Expect") && strcasecmp(value, "100-continue") == 0)
    walk->exchange->expects_continue = true;
}

static enum MHD_Result take_line(void *context, enum MHD_ValueKind kind, const char *name,
                                 size_t name_bytes, const char *value, size_t value_bytes) {
  (void)kind;
  struct head_walk *walk = context;
  if (walk->exchange->line_count == walk->lines_max)
    return refuse(walk, HTTP_REFUSED_HEADER_LINES, NULL);
  if (value == NULL) value = "", value_bytes = 0;
  if (!lies_in_place(walk, name, name_bytes, value, value_bytes) || !is_token(name, name_bytes) ||
      !is_field_value(value, value_bytes))
    return refuse(walk, HTTP_REFUSED_MALFORMED, "A header line is malformed.");
  if (is_disguised(name, name_bytes))
    return refuse(walk, HTTP_REFUSED_MALFORMED, "A header name has an underscore in place of a hyphen.");
  note_framing(walk, name, name_bytes, value, value_bytes);

  http_exchange *exchange = walk->exchange;
  if (exchange->line_count == walk->line_capacity) {
    size_t capacity = walk->line_capacity == 0 ? 16 : walk->line_capacity * 2;
    struct http_header_line *lines = realloc(exchange->lines, capacity * sizeof *lines);
    if (lines == NULL) return refuse(walk, HTTP_REFUSED_MEMORY, NULL);
    exchange->lines = lines;
    walk->line_capacity = capacity;
  }
  exchange->lines[exchange->line_count++] = (struct http_header_line){name, value, name_bytes, value_bytes};
  walk->text_bytes += name_bytes + value_bytes;
  return MHD_YES;
}

static const char *copy_text(char **free_space, const char *text, size_t bytes) {
  char *copy = memcpy(*free_space, text, bytes);
  *free_space += bytes;
  return copy;
}

static bool read_length(const char *text, uint64_t *length) {
  uint64_t value = 0;
  size_t digits = strspn(text, "0123456789");
  if (digits == 0 || text[digits] != 0) return false;
  for (size_t i = 0; i < digits; i++)
    if (__builtin_mul_overflow(value, 10, &value) ||
        __builtin_add_overflow(value, (uint64_t)(text[i] - '0'), &value))
      return false;
  *length = value;
  return true;
}

static http_refusal check_request_line(http_exchange *exchange, const char *method, const char *version,
                                   size_t head_bytes, const char **detail) {
  const http_server_options *options = &exchange->server->options;
  size_t method_bytes = strlen(method);
#if !HTTP_LIBRARY_IS_STRICT
  // The pointers first: only when they agree is the text between them known to be whole.
  if (method + method_bytes + 1 != exchange->raw_target ||
      exchange->raw_target + exchange->target_bytes + 1 != version)
    return *detail = "The request line is malformed.", HTTP_REFUSED_MALFORMED;
#endif
  if (!is_token(method, method_bytes)) return *detail = "The method is malformed.", HTTP_REFUSED_MALFORMED;
  if (strcmp(version, "HTTP/1.1") != 0 && strcmp(version, "HTTP/1.0") != 0)
    return HTTP_REFUSED_VERSION;
  if (exchange->target_bytes > options->target_bytes_max) return HTTP_REFUSED_TARGET_SIZE;
  if (head_bytes > options->head_bytes_max) return HTTP_REFUSED_HEAD_SIZE;
  if (!is_target(exchange->target, exchange->target_bytes))
    return *detail = "The request target is malformed.", HTTP_REFUSED_MALFORMED;
  return find_method(method, &exchange->method) ? HTTP_NOT_REFUSED : HTTP_REFUSED_METHOD;
}

static http_refusal check_framing(struct head_walk *walk, bool is_version_1_1, const char **detail) {
  if (walk->encodings > 0 && walk->lengths > 0)
    return *detail = "Transfer-Encoding and Content-Length exclude each other.", HTTP_REFUSED_MALFORMED;
  if (walk->hosts > 1 || (is_version_1_1 && walk->hosts == 0))
    return *detail = "A request has exactly one Host line.", HTTP_REFUSED_MALFORMED;
  if (walk->host_is_malformed) return *detail = "The Host line is malformed.", HTTP_REFUSED_MALFORMED;
  if (walk->lengths > 1) return *detail = "A request has at most one Content-Length line.", HTTP_REFUSED_MALFORMED;
  if (walk->encodings > 0) return HTTP_REFUSED_LENGTH_MISSING;
  if (walk->length != NULL && !read_length(walk->length, &walk->exchange->declared_bytes))
    return HTTP_REFUSED_BAD_LENGTH;
  return HTTP_NOT_REFUSED;
}

static bool keep_copy(http_exchange *exchange, size_t text_bytes) {
  exchange->texts = malloc(text_bytes + 1);
  if (exchange->texts == NULL) return false;
  char *free_space = exchange->texts;
  for (size_t i = 0; i < exchange->line_count; i++) {
    struct http_header_line *line = &exchange->lines[i];
    line->name = copy_text(&free_space, line->name, line->name_bytes);
    line->value = copy_text(&free_space, line->value, line->value_bytes);
  }
  return true;
}

static http_refusal check_and_copy(http_exchange *exchange, const char *method, const char *version,
                               const char **detail) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(exchange->library_connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
  size_t head_bytes = info != NULL ? info->header_size : SIZE_MAX;
  exchange->head_bytes = head_bytes;
  http_refusal refusal = check_request_line(exchange, method, version, head_bytes, detail);
  if (refusal != HTTP_NOT_REFUSED) return refusal;

  struct head_walk walk = {.exchange = exchange,
                           .previous_end = version + VERSION_BYTES,
                           .lines_max = exchange->server->options.header_lines_max};
  MHD_get_connection_values_n(exchange->library_connection, MHD_HEADER_KIND, take_line, &walk);
  if (walk.refusal != HTTP_NOT_REFUSED) return *detail = walk.detail, walk.refusal;
#if !HTTP_LIBRARY_IS_STRICT
  if (walk.previous_end + 4 != method + head_bytes)
    return *detail = "The request head is malformed.", HTTP_REFUSED_MALFORMED;
#endif
  bool is_version_1_1 = strcmp(version, "HTTP/1.1") == 0;
  if (!keep_copy(exchange, walk.text_bytes)) return HTTP_REFUSED_MEMORY;
  return check_framing(&walk, is_version_1_1, detail);
}

// In the library's memory of one connection lie the head, a record of everything in it, the first Cookie line once more,
// and at last the head of the answer. Where that finds no room the connection is closed without a word.
bool http_head_leaves_room(http_exchange *exchange) {
  struct MHD_Connection *connection = exchange->library_connection;
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
  const char *cookies = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, MHD_HTTP_HEADER_COOKIE);
  int records = MHD_get_connection_values(
      connection, MHD_HEADER_KIND | MHD_COOKIE_KIND | MHD_GET_ARGUMENT_KIND, NULL, NULL);
  size_t taken = info != NULL ? info->header_size : 0;
  if (cookies != NULL) taken += strlen(cookies) + 1;
  taken += (size_t)records * LIBRARY_RECORD_BYTES;
  return taken + ANSWER_HEAD_BYTES <= exchange->server->library_memory_bytes;
}

struct id_walk {
  unsigned count;
  const char *value;
};

static enum MHD_Result look_for_id(void *context, enum MHD_ValueKind kind, const char *name, const char *value) {
  (void)kind;
  struct id_walk *walk = context;
  if (strcasecmp(name, "X-Request-Id") == 0) walk->count++, walk->value = value;
  return MHD_YES;
}

void http_head_take_id(http_exchange *exchange) {
  struct id_walk walk = {0, NULL};
  MHD_get_connection_values(exchange->library_connection, MHD_HEADER_KIND, look_for_id, &walk);
  if (walk.count == 1 && walk.value != NULL) http_request_id_take(exchange->id, walk.value);
}

http_refusal http_head_take(http_exchange *exchange, const char *method, const char *version, const char **detail) {
  http_refusal refusal = check_and_copy(exchange, method, version, detail);
  // Where it was not copied its lines point into the library's buffer.
  if (exchange->texts == NULL) exchange->line_count = 0;
  return refusal;
}
