#ifndef HTTP_LOG_H
#define HTTP_LOG_H

#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>

/// Lines for the program's log: at most one in a second, preceded by the number of those left out.
struct http_log {
  void (*write)(void *context, const char *line);
  void *context;
  pthread_mutex_t lock;  // held while `write` runs, so that it never runs once the log is closed
  int64_t next;
  uint64_t left_out;
  bool is_closed;
};

void http_log_open(struct http_log *log, void (*write)(void *context, const char *line), void *context);
void http_log_close(struct http_log *log);
void http_log_free(struct http_log *log);
void http_log(struct http_log *log, const char *format, ...) __attribute__((format(printf, 2, 3)));
void http_log_list(struct http_log *log, const char *format, va_list arguments);

#endif
