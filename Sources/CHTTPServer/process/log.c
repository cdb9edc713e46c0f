#include "process/log.h"

#include <stdio.h>
#include <string.h>

#include "process/clock.h"

enum { LOG_INTERVAL = 1000 };

void http_log_open(struct http_log *log, void (*write)(void *context, const char *line), void *context) {
  log->write = write;
  log->context = context;
  pthread_mutex_init(&log->lock, NULL);
}

void http_log_close(struct http_log *log) {
  pthread_mutex_lock(&log->lock);
  log->is_closed = true;
  pthread_mutex_unlock(&log->lock);
}

void http_log_free(struct http_log *log) { pthread_mutex_destroy(&log->lock); }

// With the log's lock held.
static void write_line(struct http_log *log, const char *format, va_list arguments) {
  char line[512];
  if (vsnprintf(line, sizeof line, format, arguments) < 0) return;
  size_t length = strlen(line);
  while (length > 0 && (line[length - 1] == '\n' || line[length - 1] == ' ')) line[--length] = 0;
  // The library quotes text of clients.
  for (size_t i = 0; i < length; i++)
    if (line[i] < 0x20 || line[i] > 0x7e) line[i] = '?';
  if (log->left_out > 0)
    snprintf(line + length, sizeof line - length, " (and %llu lines before)", (unsigned long long)log->left_out);
  log->left_out = 0;
  log->write(log->context, line);
}

void http_log_list(struct http_log *log, const char *format, va_list arguments) {
  int64_t now = http_system_now();
  pthread_mutex_lock(&log->lock);
  if (log->is_closed || now < log->next) {
    log->left_out++;
  } else {
    log->next = now + LOG_INTERVAL;
    write_line(log, format, arguments);
  }
  pthread_mutex_unlock(&log->lock);
}

void http_log(struct http_log *log, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  http_log_list(log, format, arguments);
  va_end(arguments);
}
