#ifndef HTTP_WAIT_H
#define HTTP_WAIT_H

#include <stdbool.h>

struct epoll_event;

/// Waits for events. A network thread looks again for a moment before it sleeps, where its last event came soon.
int http_wait(int descriptor, struct epoll_event *events, int events_max, int timeout);

/// The calling thread has connections.
void http_wait_as_network_thread(void);
bool http_thread_is_network(void);

#endif
