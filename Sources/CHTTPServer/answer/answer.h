#ifndef HTTP_ANSWER_H
#define HTTP_ANSWER_H

#include <microhttpd.h>

#include "CHTTPServer.h"
#include "process/log.h"

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

bool http_answer_fits(struct http_answer_room *room, size_t body_bytes);
/// False where there is no room for them.
bool http_answer_charge(struct http_answer_room *room, size_t bytes);
void http_answer_give_back(struct http_answer_room *room, size_t bytes);

/// Adds the header lines of a response to the library's.
void http_answer_add_headers(struct MHD_Response *made, struct http_log *log, const http_response *response);

/// Compresses the body, takes it over or copies it, and charges it to the room until it is freed. NULL when there is no
/// room; then the caller keeps it. `*sent_bytes` becomes its size as it is sent.
struct MHD_Response *http_answer_make(struct http_answer_room *room, struct http_log *log,
                                      const http_response *response, size_t *sent_bytes);

/// The gzip member for these bytes in malloc'ed memory, or NULL.
uint8_t *http_gzip(const uint8_t *bytes, size_t count, size_t *compressed_count);

#endif
