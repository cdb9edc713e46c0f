#ifndef HTTP_KEPT_H
#define HTTP_KEPT_H

#include "CHTTPServer.h"
#include "request/id.h"

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

/// Sends a kept answer on a socket that the library is not writing to, after telling the program of it. `exchange` is
/// NULL where no request is known.
void http_refuse_on_socket(http_server *server, int descriptor, const http_exchange *exchange, http_refusal refusal);

#endif
