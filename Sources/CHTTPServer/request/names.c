// The headers that the server reads (docs/rules.md#heads).

#include "request/names.h"

#include <string.h>
#include <strings.h>

static const char *const names[HTTP_HEADER_COUNT] = {
    [HTTP_HEADER_ACCEPT_ENCODING] = "Accept-Encoding",
    [HTTP_HEADER_ACCESS_CONTROL_REQUEST_METHOD] = "Access-Control-Request-Method",
    [HTTP_HEADER_AUTHORIZATION] = "Authorization",
    [HTTP_HEADER_CONNECTION] = "Connection",
    [HTTP_HEADER_CONTENT_ENCODING] = "Content-Encoding",
    [HTTP_HEADER_CONTENT_LENGTH] = "Content-Length",
    [HTTP_HEADER_CONTENT_TYPE] = "Content-Type",
    [HTTP_HEADER_COOKIE] = "Cookie",
    [HTTP_HEADER_EXPECT] = "Expect",
    [HTTP_HEADER_HOST] = "Host",
    [HTTP_HEADER_IF_MATCH] = "If-Match",
    [HTTP_HEADER_IF_NONE_MATCH] = "If-None-Match",
    [HTTP_HEADER_LAST_EVENT_ID] = "Last-Event-ID",
    [HTTP_HEADER_ORIGIN] = "Origin",
    [HTTP_HEADER_TRACEPARENT] = "traceparent",
    [HTTP_HEADER_TRANSFER_ENCODING] = "Transfer-Encoding",
    [HTTP_HEADER_X_API_KEY] = "X-API-Key",
    [HTTP_HEADER_X_REQUEST_ID] = "X-Request-Id",
};

const char *http_header_name(http_header header) { return names[header]; }

bool http_header_is_named(http_header header, const char *name, size_t name_bytes) {
  // Most names differ in the first letter.
  return name_bytes > 0 && (names[header][0] | 0x20) == (name[0] | 0x20) && strlen(names[header]) == name_bytes &&
         strncasecmp(names[header], name, name_bytes) == 0;
}

static unsigned char folded(unsigned char byte) {
  if (byte == '_') return '-';
  return byte >= 'A' && byte <= 'Z' ? byte | 0x20 : byte;
}

bool http_header_is_disguised(const char *name, size_t name_bytes) {
  if (memchr(name, '_', name_bytes) == NULL) return false;
  for (int header = 0; header < HTTP_HEADER_COUNT; header++) {
    const char *known = names[header];
    if (strlen(known) != name_bytes) continue;
    size_t equal = 0;
    while (equal < name_bytes && folded((unsigned char)name[equal]) == folded((unsigned char)known[equal])) equal++;
    if (equal == name_bytes) return true;
  }
  return false;
}
