#ifndef HTTP_WAIT_H
#define HTTP_WAIT_H

#include <stdbool.h>

struct epoll_event;

/// Waits for events. A network thread whose last event came soon polls for a moment before it sleeps.
int http_wait(int descriptor, struct epoll_event *events, int events_max, int timeout);

/// Marks the calling thread as one that has connections.
void http_wait_as_network_thread(void);
bool http_thread_is_network(void);

#endif
