// The strict check of a request head (docs/rules.md#heads).

#include "request/head.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "request/host.h"
#include "request/names.h"

// The characters of a token (RFC 9110 section 5.6.2).
static const bool token_characters[256] = {
    ['0' ... '9'] = 1, ['A' ... 'Z'] = 1, ['a' ... 'z'] = 1,
    ['!'] = 1, ['#'] = 1, ['$'] = 1, ['%'] = 1, ['&'] = 1, ['\''] = 1, ['*'] = 1, ['+'] = 1,
    ['-'] = 1, ['.'] = 1, ['^'] = 1, ['_'] = 1, ['`'] = 1, ['|'] = 1, ['~'] = 1,
};

static bool is_token(const char *text, size_t count) {
  bool is_token = count > 0;
  for (size_t i = 0; i < count; i++) is_token &= token_characters[(unsigned char)text[i]];
  return is_token;
}

static bool is_field_value(const char *text, size_t count) {
  bool is_value = true;
  for (size_t i = 0; i < count; i++) {
    unsigned char byte = (unsigned char)text[i];
    is_value &= (byte >= 0x20 || byte == '\t') & (byte != 0x7f);
  }
  return is_value;
}

static bool is_target(const char *text, size_t count) {
  if (count == 0 || text[0] != '/') return false;
  // Without branches, so that the compiler compares several bytes at once.
  bool is_visible = true;
  for (size_t i = 0; i < count; i++) is_visible &= (text[i] >= 0x21) & (text[i] <= 0x7e);
  if (!is_visible) return false;
  const char *percent = memchr(text, '%', count);
  return percent == NULL || strstr(percent, "%00") == NULL;
}

static bool find_method(const char *method, http_method *number) {
  static const char *const known[HTTP_METHOD_COUNT] = {"GET",   "HEAD",    "POST",  "PUT",  "DELETE",
                                                       "PATCH", "OPTIONS", "TRACE", "QUERY"};
  for (int i = 0; i < HTTP_METHOD_COUNT; i++)
    if (strcmp(method, known[i]) == 0) return *number = (http_method)i, true;
  return false;
}

// The information in the head about the body's end and the host.
struct framing {
  unsigned hosts, lengths, encodings;
  const char *length;
  bool host_is_malformed;
  size_t authority_start, authority_bytes;  // of a target in absolute form, in the target
};

// Removes scheme and authority from a target in absolute form, and makes an empty path `/` (RFC 9112 section 3.2.2).
// False if the authority is not a host with an optional port.
static bool take_absolute_form(struct http_head *head, struct framing *framing) {
  static const char *const schemes[] = {"http://", "https://"};
  for (size_t i = 0; i < sizeof schemes / sizeof *schemes; i++) {
    size_t start = strlen(schemes[i]);
    if (strncasecmp(head->target, schemes[i], start) != 0) continue;
    char *authority = head->target + start;
    size_t bytes = strcspn(authority, "/?");
    if (bytes == 0 || *authority == ':' || !http_host_is_valid(authority, bytes)) return false;
    framing->authority_start = start;
    framing->authority_bytes = bytes;
    char *rest = authority + bytes;
    if (*rest != '/') *--rest = '/';
    head->target_bytes -= (size_t)(rest - head->target);
    head->target = rest;
    head->path_bytes = strcspn(rest, "?");
    return true;
  }
  return true;
}

static bool is_named(const struct http_header_line *line, http_header header) {
  return http_header_is_named(header, line->name, line->name_bytes);
}

static bool is_host(const char *value, size_t bytes) {
  while (bytes > 0 && (value[bytes - 1] == ' ' || value[bytes - 1] == '\t')) bytes--;
  return http_host_is_valid(value, bytes);
}

static void note_framing(struct framing *framing, struct http_head *head, const struct http_header_line *line) {
  if (is_named(line, HTTP_HEADER_HOST)) {
    framing->hosts++;
    if (!is_host(line->value, line->value_bytes)) framing->host_is_malformed = true;
  } else if (is_named(line, HTTP_HEADER_TRANSFER_ENCODING)) {
    framing->encodings++;
  } else if (is_named(line, HTTP_HEADER_CONTENT_LENGTH)) {
    framing->lengths++, framing->length = line->value;
  } else if (is_named(line, HTTP_HEADER_EXPECT) && strcasecmp(line->value, "100-continue") == 0) {
    head->expects_continue = true;
  }
}

static http_refusal malformed(const char **detail, const char *what) { return *detail = what, HTTP_REFUSED_MALFORMED; }

static http_refusal check_request_line(struct http_head *head, const struct http_raw_head *raw,
                                       const http_server_options *limits, struct framing *framing,
                                       const char **detail) {
  // Checked first, since the checks below rely on it.
  if (!raw->has_sound_start) return malformed(detail, "The request line is malformed.");
  if (!is_token(raw->method, strlen(raw->method))) return malformed(detail, "The method is malformed.");
  if (strcmp(raw->version, "HTTP/1.1") != 0 && strcmp(raw->version, "HTTP/1.0") != 0) return HTTP_REFUSED_VERSION;
  if (head->target_bytes > limits->target_bytes_max) return HTTP_REFUSED_TARGET_SIZE;
  if (raw->bytes > limits->head_bytes_max) return HTTP_REFUSED_HEAD_SIZE;
  if (!take_absolute_form(head, framing) || !is_target(head->target, head->target_bytes))
    return malformed(detail, "The request target is malformed.");
  return find_method(raw->method, &head->method) ? HTTP_NOT_REFUSED : HTTP_REFUSED_METHOD;
}

static http_refusal check_lines(struct http_head *head, const struct http_raw_head *raw,
                                const http_server_options *limits, struct framing *framing, const char **detail) {
  for (size_t i = 0; i < head->line_count; i++) {
    const struct http_header_line *line = &head->lines[i];
    if (i == limits->header_lines_max) return HTTP_REFUSED_HEADER_LINES;
    if (i >= raw->sound_lines || !is_token(line->name, line->name_bytes) ||
        !is_field_value(line->value, line->value_bytes))
      return malformed(detail, "A header line is malformed.");
    if (http_header_is_disguised(line->name, line->name_bytes))
      return malformed(detail, "A header name has an underscore in place of a hyphen.");
    note_framing(framing, head, line);
  }
  return raw->has_sound_end ? HTTP_NOT_REFUSED : malformed(detail, "The request head is malformed.");
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

static http_refusal check_framing(struct http_head *head, const struct framing *framing, bool is_version_1_1,
                                  const char **detail) {
  if (framing->encodings > 0 && framing->lengths > 0)
    return malformed(detail, "Transfer-Encoding and Content-Length exclude each other.");
  if (framing->hosts > 1 || (is_version_1_1 && framing->hosts == 0))
    return malformed(detail, "A request has exactly one Host line.");
  if (framing->host_is_malformed) return malformed(detail, "The Host line is malformed.");
  if (framing->lengths > 1) return malformed(detail, "A request has at most one Content-Length line.");
  if (framing->encodings > 0) return HTTP_REFUSED_LENGTH_MISSING;
  if (framing->length != NULL && !read_length(framing->length, &head->body_bytes)) return HTTP_REFUSED_BAD_LENGTH;
  return HTTP_NOT_REFUSED;
}

bool http_head_reserve(struct http_head *head, size_t lines, size_t text_bytes) {
  head->lines = malloc(lines * sizeof *head->lines + text_bytes);
  return head->lines != NULL;
}

// Copies the library's text from the method on, and makes the lines point into the copy. The host of a target in
// absolute form replaces that of the Host line.
static void copy_text(struct http_head *head, const struct http_raw_head *raw, const struct framing *framing) {
  const char *copy = memcpy(head->lines + head->line_count, raw->method, raw->bytes);
  for (size_t i = 0; i < head->line_count; i++) {
    struct http_header_line *line = &head->lines[i];
    line->name = copy + (line->name - raw->method);
    line->value = copy + (line->value - raw->method);
    if (framing->authority_bytes == 0 || !is_named(line, HTTP_HEADER_HOST)) continue;
    line->value = copy + strlen(raw->method) + 1 + framing->authority_start;
    line->value_bytes = framing->authority_bytes;
  }
}

http_refusal http_head_check(struct http_head *head, const struct http_raw_head *raw,
                             const http_server_options *limits, const char **detail) {
  struct framing framing = {0};
  http_refusal refusal = check_request_line(head, raw, limits, &framing, detail);
  if (refusal == HTTP_NOT_REFUSED && raw->is_short_of_memory) refusal = HTTP_REFUSED_MEMORY;
  if (refusal == HTTP_NOT_REFUSED) refusal = check_lines(head, raw, limits, &framing, detail);
  if (refusal != HTTP_NOT_REFUSED) return head->line_count = 0, refusal;
  refusal = check_framing(head, &framing, strcmp(raw->version, "HTTP/1.1") == 0, detail);
  copy_text(head, raw, &framing);
  head->is_known = true;
  return refusal;
}

void http_head_free(struct http_head *head) { free(head->lines); }
