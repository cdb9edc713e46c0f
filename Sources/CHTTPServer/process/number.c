// The number of a thread.

#include "CHTTPServer.h"

#include <stdatomic.h>

static atomic_uint thread_count;
// 0 until the thread has requested its number.
static _Thread_local unsigned number;

unsigned http_thread_number(void) {
  if (number == 0) number = 1 + atomic_fetch_add(&thread_count, 1) % INT32_MAX;
  return number - 1;
}
