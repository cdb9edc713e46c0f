#include "request/shared.h"

#include <stdlib.h>

void http_shared_set_up(struct http_shared *shared) {
  atomic_init(&shared->references, 1);
  http_log_open(&shared->log, shared->callbacks.log, shared->context);
  http_threads_set_up(&shared->threads);
  http_connections_set_up(&shared->connections, &shared->threads, &shared->clock, &shared->options);
  http_lingering_set_up(&shared->lingering, &shared->clock);
  http_ids_set_up(&shared->ids);
  http_body_room_set_up(&shared->body_room, &shared->clock, shared->options.bodies_in_flight_bytes_max);
  shared->answer_room.bytes_max = shared->options.answers_in_flight_bytes_max;
  shared->answer_room.let_go = shared->callbacks.let_go;
}

void http_shared_hold(struct http_shared *shared) { atomic_fetch_add(&shared->references, 1); }

void http_shared_release(struct http_shared *shared) {
  if (atomic_fetch_sub(&shared->references, 1) != 1) return;
  http_connections_free(&shared->connections);
  http_lingering_free(&shared->lingering);
  http_body_room_free(&shared->body_room);
  http_threads_free(&shared->threads);
  http_log_free(&shared->log);
  http_kept_answers_free(&shared->kept);
  free(shared);
}
