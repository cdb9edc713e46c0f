// Start, drain and stop (docs/rules.md#ending).

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <unistd.h>

#include "connection/accept.h"
#include "connection/network.h"
#include "connection/reaper.h"
#include "library.h"
#include "process/clock.h"
#include "process/memory.h"
#include "request/shared.h"

struct http_server {
  struct http_shared shared;  // the first
  struct http_library library;
  struct http_acceptor acceptor;
  struct http_reaper reaper;
  bool is_stopped;
};

_Static_assert(offsetof(struct http_server, shared) == 0, "the memory of a server begins with what is shared");

enum {
  DESCRIPTORS_KEPT = 64,
  LINGERING_MIN = 16,  // beside connections_max of them
  STOP_POLL_INTERVAL = 5,
};

// MARK: Start

static void raise_descriptor_limit(http_server *server) {
  http_server_options *options = &server->shared.options;
  server->shared.lingering.most = HTTP_LINGERING_MAX;
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  rlim_t reserved = options->descriptors_reserved;
  rlim_t wanted = options->connections_max + HTTP_LINGERING_MAX + DESCRIPTORS_KEPT + reserved;
  if (limit.rlim_cur < wanted) {
    rlim_t soft = limit.rlim_cur;
    limit.rlim_cur = wanted < limit.rlim_max ? wanted : limit.rlim_max;
    if (setrlimit(RLIMIT_NOFILE, &limit) != 0) limit.rlim_cur = soft;
  }
  rlim_t usable = limit.rlim_cur >= 2 * reserved ? limit.rlim_cur - reserved : limit.rlim_cur / 2;
  rlim_t kept = usable >= 2 * DESCRIPTORS_KEPT ? DESCRIPTORS_KEPT : usable / 2;
  if (options->connections_max > usable - kept) options->connections_max = (uint32_t)(usable - kept);
  // Lingering connections must not use the kept descriptors: the process needs them for itself, some until its end.
  rlim_t room = usable - options->connections_max - kept / 2;
  if (room > options->connections_max + LINGERING_MIN) room = options->connections_max + LINGERING_MIN;
  server->shared.lingering.most = room < HTTP_LINGERING_MAX ? (size_t)room : HTTP_LINGERING_MAX;
}

static http_server_result fail(char *error, size_t error_bytes, const char *what) {
  snprintf(error, error_bytes, "%s: %s", what, strerror(errno));
  return HTTP_SERVER_SYSTEM_ERROR;
}

bool http_keep_answer(http_server *server, http_refusal refusal, const http_response *response) {
  return http_kept_answer_make(&server->shared.kept.of[refusal], response);
}

// False when memory is short.
static bool keep_answers(http_server *server) {
  for (http_refusal refusal = HTTP_NOT_REFUSED + 1; refusal < HTTP_REFUSAL_COUNT; refusal++)
    if (!server->shared.callbacks.keep(server->shared.context, server, refusal, http_refusal_detail(refusal)))
      return false;
  return true;
}

static http_server_result start(http_server *server, const http_server_options *options, char *error,
                                size_t error_bytes) {
  struct http_acceptor *acceptor = &server->acceptor;
  if (!keep_answers(server)) return fail(error, error_bytes, "memory");
  raise_descriptor_limit(server);
  acceptor->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  server->reaper.wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  acceptor->reserve = open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (acceptor->wake < 0 || server->reaper.wake < 0 || acceptor->reserve < 0)
    return fail(error, error_bytes, "descriptors");
  http_server_result result = http_accept_listen(acceptor, options->host, options->port, error, error_bytes);
  if (result == HTTP_SERVER_STARTED) result = http_network_start(&server->library, &server->shared, error, error_bytes);
  if (result != HTTP_SERVER_STARTED) return result;
  bool runs = http_reaper_start(&server->reaper, &server->shared) &&
              http_accept_start(acceptor, &server->shared, &server->library);
  return runs ? HTTP_SERVER_STARTED : fail(error, error_bytes, "thread");
}

static uint32_t core_count(void) {
  cpu_set_t cores;
  if (sched_getaffinity(0, sizeof cores, &cores) != 0) return 1;
  return (uint32_t)CPU_COUNT(&cores);
}

http_server_result http_server_start(const http_server_options *options,
                                     const http_server_callbacks *callbacks, void *context,
                                     http_server **started, char *error, size_t error_bytes) {
  *started = NULL;
  http_server *server = calloc(1, sizeof *server);
  if (server == NULL) return fail(error, error_bytes, "memory");
  server->shared.options = *options;
  server->shared.options.host = NULL;
  if (server->shared.options.body_bytes_per_second_min == 0) server->shared.options.body_bytes_per_second_min = 1;
  if (server->shared.options.threads == 0) server->shared.options.threads = core_count();
  server->shared.callbacks = *callbacks;
  server->shared.clock.stands_still = options->time_stands_still;
  server->shared.context = context;
  server->acceptor.listener = server->acceptor.wake = server->acceptor.reserve = server->reaper.wake = -1;
  http_shared_set_up(&server->shared);
  http_memory_set_up();
  // A client that hangs up while it is answered must not end the process.
  struct sigaction action;
  if (sigaction(SIGPIPE, NULL, &action) == 0 && action.sa_handler == SIG_DFL) signal(SIGPIPE, SIG_IGN);

  http_server_result result = start(server, options, error, error_bytes);
  if (result == HTTP_SERVER_STARTED) {
    *started = server;
  } else {
    http_server_stop(server, 0);
    http_server_release(server);
  }
  return result;
}

// MARK: Stop

void http_server_begin_drain(http_server *server) {
  if (!atomic_exchange(&server->shared.draining, true)) http_accept_drain(&server->acceptor);
}

static void close_if_open(int descriptor) {
  if (descriptor >= 0) close(descriptor);
}

void http_server_stop(http_server *server, uint32_t timeout) {
  if (server->is_stopped) return;
  server->is_stopped = true;
  http_server_begin_drain(server);
  http_accept_end(&server->acceptor);
  int64_t deadline = http_system_now() + timeout;
  while (server->library.daemon != NULL && http_system_now() < deadline &&
         (atomic_load(&server->shared.connections.open) > 0 || http_lingers(&server->shared.lingering)))
    poll(NULL, 0, STOP_POLL_INTERVAL);
  atomic_store(&server->shared.stopping, true);
  http_network_stop(&server->library, &server->shared);
  http_reaper_end(&server->reaper);
  http_body_room_end(&server->shared.body_room);
  close_if_open(server->acceptor.wake);
  close_if_open(server->reaper.wake);
  close_if_open(server->acceptor.reserve);
  http_log_close(&server->shared.log);
}

void http_server_release(http_server *server) { http_shared_release(&server->shared); }

// MARK: Time

void http_server_pass_time(http_server *server, uint32_t time) {
  atomic_fetch_add(&server->shared.clock.time, time);
  http_reaper_take_turn(&server->reaper);
}

// MARK: Readings

const char *http_server_address(const http_server *server) { return server->acceptor.address; }

uint16_t http_server_port(const http_server *server) { return server->acceptor.port; }

size_t http_server_body_bytes_max(const http_server *server) { return server->shared.options.body_bytes_max; }

uint32_t http_server_connections_max(const http_server *server) { return server->shared.options.connections_max; }

static uint64_t in_phase(const http_server *server, enum http_phase phase) {
  return http_count_read(&server->shared.threads, HTTP_COUNT_IN_PHASE + phase);
}

http_server_counters http_server_read_counters(const http_server *server) {
  const _Atomic uint64_t *timed_out = server->shared.connections.timed_out;
  return (http_server_counters){
      .connections_open = atomic_load(&server->shared.connections.open),
      .connections = {.head = in_phase(server, HTTP_PHASE_HEAD),
                      .body = in_phase(server, HTTP_PHASE_BODY),
                      .handling = in_phase(server, HTTP_PHASE_HANDLING),
                      .answer = in_phase(server, HTTP_PHASE_ANSWER),
                      .stream = in_phase(server, HTTP_PHASE_STREAM),
                      .idle = in_phase(server, HTTP_PHASE_IDLE)},
      .connections_accepted = atomic_load(&server->acceptor.accepted),
      .connections_over_cap = atomic_load(&server->acceptor.over_cap),
      .connections_without_descriptor = atomic_load(&server->acceptor.without_descriptor),
      .connections_timed_out = {.head = atomic_load(&timed_out[HTTP_PHASE_HEAD]),
                                .body = atomic_load(&timed_out[HTTP_PHASE_BODY]),
                                .handling = atomic_load(&timed_out[HTTP_PHASE_HANDLING]),
                                .answer = atomic_load(&timed_out[HTTP_PHASE_ANSWER]),
                                .stream = atomic_load(&timed_out[HTTP_PHASE_STREAM]),
                                .idle = atomic_load(&timed_out[HTTP_PHASE_IDLE])},
      .requests_in_flight = http_count_read(&server->shared.threads, HTTP_COUNT_REQUESTS_IN_FLIGHT),
      .requests_received = http_count_read(&server->shared.threads, HTTP_COUNT_REQUESTS_RECEIVED),
      .bodies_in_flight = atomic_load(&server->shared.body_room.bodies),
      .body_bytes_in_flight = http_body_room_bytes(&server->shared.body_room),
      .body_bytes_spare = atomic_load(&server->shared.body_room.spares.bytes),
      .answer_bytes_in_flight = atomic_load(&server->shared.answer_room.bytes),
      .exchanges_held = atomic_load(&server->shared.references) - 1,
  };
}
