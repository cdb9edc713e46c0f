#ifndef HTTP_ID_H
#define HTTP_ID_H

#include "CHTTPServer.h"
#include "process/threads.h"

/// The seed of a server's request ids.
struct http_ids {
  uint64_t seed[2];
};

typedef char http_id[HTTP_REQUEST_ID_BYTES_MAX + 1];

void http_ids_set_up(struct http_ids *ids);

/// Makes an id of 32 hexadecimal digits, unlike any other.
void http_id_make(const struct http_ids *ids, struct http_threads *threads, http_id id);

/// Uses a client's id if it is well-formed.
void http_id_take(http_id id, const char *value);

#endif
