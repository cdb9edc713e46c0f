#ifndef HTTP_KEPT_H
#define HTTP_KEPT_H

#include "CHTTPServer.h"

/// An answer that is sent without the library: its header lines and its body.
struct http_kept_answer {
  char *lines, *body;
};

struct http_kept_answers {
  struct http_kept_answer of[HTTP_REFUSAL_COUNT];
};

const char *http_refusal_detail(http_refusal refusal);

/// False if memory is missing.
bool http_kept_answer_make(struct http_kept_answer *kept, const http_response *response);
void http_kept_answers_free(struct http_kept_answers *kept);

enum { HTTP_KEPT_BYTES_MAX = 4096 };

/// A kept answer to one request.
struct http_kept_text {
  char bytes[HTTP_KEPT_BYTES_MAX];
  size_t count, body_bytes;
};

/// Fills in the request's id.
void http_kept_answer_write(const struct http_kept_answers *kept, http_refusal refusal, const char *id, bool has_body,
                            struct http_kept_text *text);

/// Sends it on a socket that the library is not writing to.
void http_kept_text_send(const struct http_kept_text *text, int descriptor);

#endif
