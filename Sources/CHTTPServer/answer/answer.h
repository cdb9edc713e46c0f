#ifndef HTTP_ANSWER_H
#define HTTP_ANSWER_H

#include <microhttpd.h>

#include "CHTTPServer.h"

/// The room for the bodies of answers.
struct http_answer_room {
  uint64_t bytes_max;
  _Atomic uint64_t bytes;
  void (*let_go)(void *body_owner);
};

/// An answer on its way to the library.
struct http_answer {
  struct MHD_Response *response;
  unsigned status;
  bool closes;
};

/// The first `reserved` bytes have been charged before.
bool http_answer_fits(struct http_answer_room *room, size_t body_bytes, size_t reserved);
/// False if there is no room for them; the reserved bytes then stay charged.
bool http_answer_charge(struct http_answer_room *room, size_t bytes, size_t reserved);
void http_answer_give_back(struct http_answer_room *room, size_t bytes);

/// Adds the request's id and the lines of a response to the library's response. False if memory is missing; then
/// nothing is added.
bool http_answer_add_lines(struct MHD_Response *response, const char *id, const http_response *given);

/// Compresses the body, takes it over or copies it, and charges it to the room until it is freed. NULL if there is no
/// room; then the caller keeps the body. `*sent_bytes` is set to its size as it is sent, and `*reserved_bytes` to 0 if
/// they are part of what was charged.
struct MHD_Response *http_answer_make(struct http_answer_room *room, const http_response *response, const char *id,
                                      size_t *reserved_bytes, size_t *sent_bytes);

#endif
