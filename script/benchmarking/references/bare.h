// What the two reference servers have in common: libmicrohttpd, started as layoutd starts it, on a free port.

#ifndef BARE_H
#define BARE_H

#include <arpa/inet.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static inline void bare_fail(const char *what) {
  perror(what);
  exit(1);
}

// Answers requests by `handler` until the process is killed. Prints its address once it accepts connections.
static inline void bare_run(unsigned threads, MHD_AccessHandlerCallback handler,
                            MHD_RequestCompletedCallback completed) {
  signal(SIGPIPE, SIG_IGN);
  struct sockaddr_in address;
  memset(&address, 0, sizeof address);
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  struct MHD_Daemon *daemon = MHD_start_daemon(
      MHD_USE_EPOLL_INTERNAL_THREAD | MHD_USE_ITC | MHD_USE_ERROR_LOG, 0, NULL, NULL, handler, NULL,  //
      MHD_OPTION_SOCK_ADDR, (struct sockaddr *)&address,
      MHD_OPTION_THREAD_POOL_SIZE, threads,
      MHD_OPTION_CONNECTION_LIMIT, 10000u * threads,
      MHD_OPTION_CONNECTION_TIMEOUT, 105u,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)32 * 1024,
      MHD_OPTION_CONNECTION_MEMORY_INCREMENT, (size_t)16 * 1024,
      MHD_OPTION_STRICT_FOR_CLIENT, 0,
      MHD_OPTION_NOTIFY_COMPLETED, completed, NULL,
      MHD_OPTION_END);
  if (daemon == NULL) bare_fail("libmicrohttpd");
  printf("listening on http://127.0.0.1:%u\n", MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT)->port);
  fflush(stdout);
  for (;;) pause();
}

#endif
