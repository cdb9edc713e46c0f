#ifndef HTTP_HEAD_H
#define HTTP_HEAD_H

#include <stdatomic.h>

#include "CHTTPServer.h"
#include "request/id.h"

struct http_header_line {
  const char *name, *value;  // each followed by a zero byte, except for the host of a target in absolute form
  size_t name_bytes, value_bytes;
};

/// The head of a request. A copy: its exchange may outlive the connection.
struct http_head {
  http_id id;
  char *target;  // in memory of its exchange; without scheme and host once it is checked
  size_t target_bytes, path_bytes;
  http_method method;
  bool is_complete;
  bool is_known;         // complete, and not malformed
  _Atomic bool is_head;  // the method is HEAD; until it is complete, only where the library's buffer shows it
  bool expects_continue;
  struct http_header_line *lines;  // followed by their text, in one block
  size_t line_count;
  uint64_t bytes, body_bytes;  // of the whole head, and of the body as it announces it
};

/// A head as the library reports it.
struct http_raw_head {
  const char *method, *version;
  size_t bytes;
  /// Whether the parts of the request line, and the end, are where they must be in a well-formed head.
  bool has_sound_start, has_sound_end;
  size_t sound_lines;
  bool is_short_of_memory;
};

/// Makes room for a number of lines and their text. False if memory is missing.
bool http_head_reserve(struct http_head *head, size_t lines, size_t text_bytes);

/// Checks a head with the library's lines, at most one more than allowed, and copies their text. If it is refused,
/// `*detail` may be set to a more precise sentence.
http_refusal http_head_check(struct http_head *head, const struct http_raw_head *raw,
                             const http_server_options *limits, const char **detail);

void http_head_free(struct http_head *head);

#endif
