#include "request/refusal.h"

void http_refuse_on_socket(struct http_shared *shared, int descriptor, const http_exchange *exchange, const char *id,
                           bool is_head, http_refusal refusal) {
  struct http_kept_text text;
  http_id made_id;
  if (id == NULL) {
    http_id_make(&shared->ids, &shared->threads, made_id);
    id = made_id;
  }
  http_kept_answer_write(&shared->kept, refusal, id, !is_head, &text);
  shared->callbacks.refused(shared->context, exchange, refusal, id, text.body_bytes);
  http_kept_text_send(&text, descriptor);
}
