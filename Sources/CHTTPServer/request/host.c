// The value of a Host line: `uri-host [":" port]` (RFC 9110 section 7.2), in the grammar of RFC 3986 section 3.2.2.

#include "request/host.h"

#include <arpa/inet.h>
#include <string.h>

// The parts that a byte may belong to: numbers, names (unreserved characters and sub-delimiters), future addresses
// (IPvFuture).
enum { DIGIT = 1, HEXADECIMAL = 2, NAME = 4, FUTURE = 8 };

static const unsigned char kinds[256] = {
    ['0' ... '9'] = DIGIT | HEXADECIMAL | NAME | FUTURE,
    ['a' ... 'f'] = HEXADECIMAL | NAME | FUTURE,
    ['g' ... 'z'] = NAME | FUTURE,
    ['A' ... 'F'] = HEXADECIMAL | NAME | FUTURE,
    ['G' ... 'Z'] = NAME | FUTURE,
    ['-'] = NAME | FUTURE, ['.'] = NAME | FUTURE, ['_'] = NAME | FUTURE, ['~'] = NAME | FUTURE,
    ['!'] = NAME | FUTURE, ['$'] = NAME | FUTURE, ['&'] = NAME | FUTURE, ['\''] = NAME | FUTURE,
    ['('] = NAME | FUTURE, [')'] = NAME | FUTURE, ['*'] = NAME | FUTURE, ['+'] = NAME | FUTURE,
    [','] = NAME | FUTURE, [';'] = NAME | FUTURE, ['='] = NAME | FUTURE, [':'] = FUTURE,
};

// The number of bytes of a kind at the start, at most `count`.
static size_t span(const char *text, size_t count, unsigned char kind) {
  size_t bytes = 0;
  while (bytes < count && (kinds[(unsigned char)text[bytes]] & kind) != 0) bytes++;
  return bytes;
}

// The number of bytes at the start that form a name. An IPv4 address is a name, too.
static size_t name_bytes(const char *text, size_t count) {
  size_t bytes = span(text, count, NAME);
  while (bytes + 3 <= count && text[bytes] == '%' && span(text + bytes + 1, 2, HEXADECIMAL) == 2) {
    bytes += 3;
    bytes += span(text + bytes, count - bytes, NAME);
  }
  return bytes;
}

static bool is_address_of_six(const char *text, size_t count) {
  char copy[INET6_ADDRSTRLEN];
  struct in6_addr address;
  if (count >= sizeof copy) return false;
  memcpy(copy, text, count);
  copy[count] = 0;
  return inet_pton(AF_INET6, copy, &address) == 1;
}

// IPvFuture of the grammar, such as "v1.…".
static bool is_address_of_the_future(const char *text, size_t count) {
  if (count == 0 || (text[0] | 0x20) != 'v') return false;
  size_t version_bytes = span(text + 1, count - 1, HEXADECIMAL), rest = 1 + version_bytes + 1;
  return version_bytes > 0 && rest < count && text[rest - 1] == '.' &&
         span(text + rest, count - rest, FUTURE) == count - rest;
}

bool http_host_is_valid(const char *text, size_t count) {
  size_t host_bytes;
  if (count > 0 && text[0] == '[') {
    const char *end = memchr(text, ']', count);
    if (end == NULL) return false;
    size_t inside = (size_t)(end - text) - 1;
    if (!is_address_of_six(text + 1, inside) && !is_address_of_the_future(text + 1, inside)) return false;
    host_bytes = inside + 2;
  } else {
    host_bytes = name_bytes(text, count);
  }
  if (host_bytes == count) return true;
  size_t port = host_bytes + 1;
  return text[host_bytes] == ':' && span(text + port, count - port, DIGIT) == count - port;
}
