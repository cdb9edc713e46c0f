// Start, drain and stop (docs/rules.md#ending).

#include "http_private.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

enum {
  // A request head with its parsed lines, a window of the body, the head of the answer. The library clears
  // all of it after every request, so a connection that was used once holds all of it: no more than needed.
  LIBRARY_MEMORY_MIN = 32 * 1024,
  LIBRARY_MEMORY_INCREMENT = 16 * 1024,
  LIBRARY_STACK_BYTES = 2 * 1024 * 1024,
  // Its inactivity timer is a net below the deadlines, and knows nothing of a process that stood still.
  LIBRARY_TIMEOUT_MARGIN_SECONDS = 3600,
  DESCRIPTORS_KEPT = 64,
  LINGERING_MIN = 16,  // beside as many as there may be connections
  LOG_INTERVAL = 1000,
  STOP_POLL_INTERVAL = 5,
};

int64_t http_now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

// MARK: Log

static void log_limited(http_server *server, const char *format, va_list arguments) {
  int64_t now = http_now();
  pthread_mutex_lock(&server->log_lock);
  // Held over the callback, which therefore never runs once the log is closed.
  if (server->log_is_closed || now < server->log_next) {
    server->log_suppressed++;
    pthread_mutex_unlock(&server->log_lock);
    return;
  }
  server->log_next = now + LOG_INTERVAL;
  char line[512];
  if (vsnprintf(line, sizeof line, format, arguments) >= 0) {
    size_t length = strlen(line);
    while (length > 0 && (line[length - 1] == '\n' || line[length - 1] == ' ')) line[--length] = 0;
    // The library quotes what clients sent.
    for (size_t i = 0; i < length; i++)
      if (line[i] < 0x20 || line[i] > 0x7e) line[i] = '?';
    if (server->log_suppressed > 0)
      snprintf(line + length, sizeof line - length, " (and %llu lines before)",
               (unsigned long long)server->log_suppressed);
    server->log_suppressed = 0;
    server->callbacks.log(server->context, line);
  }
  pthread_mutex_unlock(&server->log_lock);
}

void http_log(http_server *server, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  log_limited(server, format, arguments);
  va_end(arguments);
}

static void log_of_library(void *server, const char *format, va_list arguments) {
  http_look_at_log(format);
  log_limited(server, format, arguments);
}

static void library_panicked(void *context, const char *file, unsigned line, const char *reason) {
  (void)context;
  fprintf(stderr, "libmicrohttpd stopped the process: %s (%s:%u)\n", reason != NULL ? reason : "",
          file != NULL ? file : "", line);
  _exit(70);
}

// MARK: Start

static bool library_is_supported(void) {
  const char *version = MHD_get_version();
#if HTTP_LIBRARY_IS_STRICT
  return atoi(version) >= 1;
#else
  // The head check rests on how this version lays out its buffer.
  return strcmp(version, "0.9.75") == 0;
#endif
}

static void raise_descriptor_limit(http_server *server) {
  server->lingering_max = HTTP_LINGERING_MAX;
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  rlim_t reserved = server->options.descriptors_reserved;
  rlim_t wanted = server->options.connections_max + HTTP_LINGERING_MAX + DESCRIPTORS_KEPT + reserved;
  if (limit.rlim_cur < wanted) {
    rlim_t soft = limit.rlim_cur;
    limit.rlim_cur = wanted < limit.rlim_max ? wanted : limit.rlim_max;
    if (setrlimit(RLIMIT_NOFILE, &limit) != 0) limit.rlim_cur = soft;
  }
  rlim_t usable = limit.rlim_cur >= 2 * reserved ? limit.rlim_cur - reserved : limit.rlim_cur / 2;
  rlim_t kept = usable >= 2 * DESCRIPTORS_KEPT ? DESCRIPTORS_KEPT : usable / 2;
  if (server->options.connections_max > usable - kept) server->options.connections_max = (uint32_t)(usable - kept);
  // Lingering ones must not take what is kept: the process needs descriptors for itself, some of them as late as its end.
  rlim_t room = usable - server->options.connections_max - kept / 2;
  if (room > server->options.connections_max + LINGERING_MIN) room = server->options.connections_max + LINGERING_MIN;
  server->lingering_max = room < HTTP_LINGERING_MAX ? (size_t)room : HTTP_LINGERING_MAX;
}

static size_t return_unchanged(void *context, struct MHD_Connection *connection, char *text) {
  (void)context, (void)connection;
  return strlen(text);
}

static struct MHD_Daemon *start_library(http_server *server) {
  const http_server_options *options = &server->options;
  uint32_t longest = options->idle_timeout;
  if (longest < options->head_timeout) longest = options->head_timeout;
  if (longest < options->body_timeout) longest = options->body_timeout;
  if (longest < options->answer_timeout) longest = options->answer_timeout;
  server->library_memory_bytes = options->head_bytes_max * 2;
  if (server->library_memory_bytes < LIBRARY_MEMORY_MIN) server->library_memory_bytes = LIBRARY_MEMORY_MIN;
  // Each thread has its share of the library's limit, and a connection is bound to one thread.
  unsigned library_connections_max = (options->connections_max + DESCRIPTORS_KEPT) * options->threads;
  struct MHD_OptionItem pool[] = {
      {options->threads > 1 ? MHD_OPTION_THREAD_POOL_SIZE : MHD_OPTION_END, options->threads, NULL},
      {MHD_OPTION_END, 0, NULL}};
  return MHD_start_daemon(
      MHD_USE_EPOLL_INTERNAL_THREAD | MHD_USE_ITC | MHD_USE_NO_LISTEN_SOCKET | MHD_ALLOW_SUSPEND_RESUME |
          MHD_USE_ERROR_LOG,
      0, NULL, NULL, http_exchange_advance, server,  //
      MHD_OPTION_EXTERNAL_LOGGER, log_of_library, (void *)server,
      MHD_OPTION_CONNECTION_LIMIT, library_connections_max,
      MHD_OPTION_PER_IP_CONNECTION_LIMIT, 0u,
      MHD_OPTION_CONNECTION_TIMEOUT, longest / 1000 + LIBRARY_TIMEOUT_MARGIN_SECONDS,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, server->library_memory_bytes,
      MHD_OPTION_CONNECTION_MEMORY_INCREMENT, (size_t)LIBRARY_MEMORY_INCREMENT,
#if HTTP_LIBRARY_IS_STRICT
      MHD_OPTION_CLIENT_DISCIPLINE_LVL, 1,
#else
      MHD_OPTION_STRICT_FOR_CLIENT, 0,
#endif
      MHD_OPTION_UNESCAPE_CALLBACK, return_unchanged, NULL,
      MHD_OPTION_URI_LOG_CALLBACK, http_exchange_begin, (void *)server,
      MHD_OPTION_NOTIFY_COMPLETED, http_exchange_completed, (void *)server,
      MHD_OPTION_NOTIFY_CONNECTION, http_connection_notify, (void *)server,
      MHD_OPTION_THREAD_STACK_SIZE, (size_t)LIBRARY_STACK_BYTES,
      MHD_OPTION_ARRAY, pool, MHD_OPTION_END);
}

static http_server_result fail(char *error, size_t error_bytes, const char *what) {
  snprintf(error, error_bytes, "%s: %s", what, strerror(errno));
  return HTTP_SERVER_SYSTEM_ERROR;
}

static http_server_result start(http_server *server, const http_server_options *options, char *error,
                                size_t error_bytes) {
  if (!library_is_supported()) {
    snprintf(error, error_bytes, "%s", MHD_get_version());
    return HTTP_SERVER_UNSUPPORTED_LIBRARY;
  }
  for (http_refusal refusal = HTTP_NOT_REFUSED + 1; refusal < HTTP_REFUSAL_COUNT; refusal++)
    server->callbacks.keep(server->context, server, refusal, http_refusal_detail(refusal));
  if (!http_answers_are_kept(server)) return fail(error, error_bytes, "memory");
  raise_descriptor_limit(server);
  server->accept_wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  server->reaper_wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  server->reserve = open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (server->accept_wake < 0 || server->reaper_wake < 0 || server->reserve < 0)
    return fail(error, error_bytes, "descriptors");
  http_server_result result = http_listen(server, options->host, options->port, error, error_bytes);
  if (result != HTTP_SERVER_STARTED) return result;
  server->daemon = start_library(server);
  if (server->daemon == NULL) return fail(error, error_bytes, "libmicrohttpd");
  server->reaper_runs = pthread_create(&server->reaper_thread, NULL, http_reaper_loop, server) == 0;
  if (!server->reaper_runs) return fail(error, error_bytes, "thread");
  server->accept_runs = pthread_create(&server->accept_thread, NULL, http_accept_loop, server) == 0;
  if (!server->accept_runs) return fail(error, error_bytes, "thread");
  pthread_setname_np(server->reaper_thread, "http-reaper");
  pthread_setname_np(server->accept_thread, "http-accept");
  return HTTP_SERVER_STARTED;
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
  server->options = *options;
  server->options.host = NULL;
  if (server->options.body_bytes_per_second_min == 0) server->options.body_bytes_per_second_min = 1;
  if (server->options.threads == 0) server->options.threads = core_count();
  server->callbacks = *callbacks;
  server->context = context;
  server->listener = server->accept_wake = server->reaper_wake = server->reserve = -1;
  atomic_init(&server->references, 1);
  pthread_mutex_init(&server->connections_lock, NULL);
  pthread_mutex_init(&server->lingering_lock, NULL);
  pthread_mutex_init(&server->addresses_lock, NULL);
  pthread_mutex_init(&server->workers_lock, NULL);
  pthread_mutex_init(&server->log_lock, NULL);
  http_request_ids_start(server);
  http_bodies_set_up(server);
  MHD_set_panic_func(library_panicked, NULL);
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

static void wake(int descriptor) {
  if (descriptor < 0) return;
  uint64_t one = 1;
  (void)!write(descriptor, &one, sizeof one);
}

void http_server_begin_drain(http_server *server) {
  if (!atomic_exchange(&server->draining, true)) wake(server->accept_wake);
}

static void close_if_open(int descriptor) {
  if (descriptor >= 0) close(descriptor);
}

void http_server_stop(http_server *server, uint32_t timeout) {
  if (server->is_stopped) return;
  server->is_stopped = true;
  http_server_begin_drain(server);
  if (server->accept_runs)
    pthread_join(server->accept_thread, NULL);
  else
    close_if_open(server->listener);
  int64_t deadline = http_now() + timeout;
  while (server->daemon != NULL && http_now() < deadline &&
         (atomic_load(&server->connections_open) > 0 || http_lingers(server)))
    poll(NULL, 0, STOP_POLL_INTERVAL);
  atomic_store(&server->stopping, true);
  http_cut_suspended(server);
  if (server->daemon != NULL) MHD_stop_daemon(server->daemon);
  atomic_store(&server->reaper_ends, true);
  wake(server->reaper_wake);
  if (server->reaper_runs) pthread_join(server->reaper_thread, NULL);
  close_if_open(server->accept_wake);
  close_if_open(server->reaper_wake);
  close_if_open(server->reserve);
  pthread_mutex_lock(&server->log_lock);
  server->log_is_closed = true;
  pthread_mutex_unlock(&server->log_lock);
}

void http_server_retain(http_server *server) { atomic_fetch_add(&server->references, 1); }

void http_server_release(http_server *server) {
  if (atomic_fetch_sub(&server->references, 1) != 1) return;
  pthread_mutex_destroy(&server->connections_lock);
  pthread_mutex_destroy(&server->lingering_lock);
  pthread_mutex_destroy(&server->addresses_lock);
  pthread_mutex_destroy(&server->workers_lock);
  pthread_mutex_destroy(&server->log_lock);
  http_kept_answers_free(server);
  http_workers_free(server);
  free(server);
}

const char *http_server_address(const http_server *server) { return server->address; }

uint16_t http_server_port(const http_server *server) { return server->port; }

static http_connection_counts read_counts(const _Atomic uint64_t by_phase[HTTP_PHASES]) {
  return (http_connection_counts){
      .head = atomic_load(&by_phase[HTTP_PHASE_HEAD]),
      .body = atomic_load(&by_phase[HTTP_PHASE_BODY]),
      .handling = atomic_load(&by_phase[HTTP_PHASE_HANDLING]),
      .answer = atomic_load(&by_phase[HTTP_PHASE_ANSWER]),
      .idle = atomic_load(&by_phase[HTTP_PHASE_IDLE]),
  };
}

uint32_t http_server_connections_max(const http_server *server) { return server->options.connections_max; }

const char *http_library_version(void) { return MHD_get_version(); }

http_server_counters http_server_read_counters(const http_server *server) {
  return (http_server_counters){
      .connections_open = atomic_load(&server->connections_open),
      .connections_accepted = atomic_load(&server->connections_accepted),
      .connections = read_counts(server->connections_in_phase),
      .connections_over_cap = atomic_load(&server->connections_over_cap),
      .connections_without_descriptor = atomic_load(&server->connections_without_descriptor),
      .connections_timed_out = read_counts(server->connections_timed_out),
      .requests_in_flight = atomic_load(&server->requests_in_flight),
      .requests_received = atomic_load(&server->requests_received),
      .bodies_in_flight = atomic_load(&server->bodies_in_flight),
      .body_bytes_in_flight = http_body_bytes_in_flight(server),
      .answer_bytes_in_flight = atomic_load(&server->answer_bytes_in_flight),
      .exchanges_held = atomic_load(&server->exchanges_held),
  };
}
