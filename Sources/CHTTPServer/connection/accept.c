// Listening and accepting. The library gets only connected sockets.

#include "connection/accept.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "answer/kept.h"
#include "connection/connection.h"
#include "connection/linger.h"
#include "library.h"
#include "server.h"

enum { BACKLOG = 1024, ACCEPTS_PER_TURN = 64, PAUSE_WITHOUT_DESCRIPTORS = 50 };

// MARK: Listening

static bool read_bound_address(struct http_acceptor *acceptor) {
  struct sockaddr_storage address;
  socklen_t length = sizeof address;
  char host[64], port[8];
  if (getsockname(acceptor->listener, (struct sockaddr *)&address, &length) != 0 ||
      getnameinfo((struct sockaddr *)&address, length, host, sizeof host, port, sizeof port,
                  NI_NUMERICHOST | NI_NUMERICSERV) != 0)
    return false;
  bool is_six = address.ss_family == AF_INET6;
  snprintf(acceptor->address, sizeof acceptor->address, is_six ? "[%s]:%s" : "%s:%s", host, port);
  acceptor->port = ntohs(is_six ? ((struct sockaddr_in6 *)&address)->sin6_port
                              : ((struct sockaddr_in *)&address)->sin_port);
  return true;
}

static int bind_and_listen(const struct addrinfo *info) {
  int descriptor = socket(info->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (descriptor < 0) return -1;
  int yes = 1, no = 0;
  setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  if (info->ai_family == AF_INET6) setsockopt(descriptor, IPPROTO_IPV6, IPV6_V6ONLY, &no, sizeof no);
  if (bind(descriptor, info->ai_addr, info->ai_addrlen) == 0 && listen(descriptor, BACKLOG) == 0)
    return descriptor;
  int reason = errno;
  close(descriptor);
  errno = reason;
  return -1;
}

http_server_result http_accept_listen(struct http_acceptor *acceptor, const char *host, uint16_t port, char *error,
                                      size_t error_bytes) {
  char port_text[8];
  snprintf(port_text, sizeof port_text, "%u", port);
  struct addrinfo hints = {.ai_family = AF_UNSPEC,
                           .ai_socktype = SOCK_STREAM,
                           .ai_flags = AI_PASSIVE | AI_NUMERICSERV},
                  *found = NULL;
  int lookup = getaddrinfo(host[0] == 0 ? "0.0.0.0" : host, port_text, &hints, &found);
  if (lookup != 0) {
    snprintf(error, error_bytes, "%s", gai_strerror(lookup));
    return HTTP_SERVER_BAD_ADDRESS;
  }
  acceptor->listener = bind_and_listen(found);
  int reason = errno;
  freeaddrinfo(found);
  if (acceptor->listener >= 0 && read_bound_address(acceptor)) return HTTP_SERVER_STARTED;
  snprintf(error, error_bytes, "%s", strerror(reason));
  if (reason == EADDRINUSE) return HTTP_SERVER_ADDRESS_IN_USE;
  return reason == EADDRNOTAVAIL || reason == EACCES ? HTTP_SERVER_BAD_ADDRESS : HTTP_SERVER_SYSTEM_ERROR;
}

// MARK: Accepting

static void refuse_over_cap(http_server *server, int descriptor) {
  atomic_fetch_add(&server->acceptor.over_cap, 1);
  http_refuse_on_socket(server, descriptor, NULL, HTTP_REFUSED_CONNECTIONS);
  http_linger(&server->lingering, descriptor);
}

// Closes the reserved descriptor to answer one client, and opens it again.
static void refuse_without_descriptors(http_server *server) {
  struct http_acceptor *acceptor = &server->acceptor;
  if (acceptor->reserve >= 0) {
    close(acceptor->reserve);
    int descriptor = accept4(acceptor->listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (descriptor >= 0) {
      atomic_fetch_add(&acceptor->without_descriptor, 1);
      http_refuse_on_socket(server, descriptor, NULL, HTTP_REFUSED_DESCRIPTORS);
      shutdown(descriptor, SHUT_WR);
      uint8_t discarded[4096];
      while (recv(descriptor, discarded, sizeof discarded, MSG_DONTWAIT) > 0) continue;
      close(descriptor);
    }
  }
  acceptor->reserve = open("/dev/null", O_RDONLY | O_CLOEXEC);
  http_log(&server->log, "no descriptor is left for a new connection");
  if (acceptor->reserve < 0) poll(NULL, 0, PAUSE_WITHOUT_DESCRIPTORS);
}

static void hand_over(http_server *server, int descriptor, const struct sockaddr *address, socklen_t length) {
  int yes = 1;
  setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  atomic_fetch_add(&server->acceptor.accepted, 1);
  // On failure the library has closed the descriptor, and does not notify.
  if (!http_library_add(server, descriptor, address, length)) {
    http_connections_leave(&server->connections, HTTP_PHASE_HEAD);
    http_log(&server->log, "the library did not take a connection");
  }
}

// False when no connection waits to be accepted.
static bool accept_one(http_server *server) {
  struct sockaddr_storage address;
  socklen_t length = sizeof address;
  int descriptor =
      accept4(server->acceptor.listener, (struct sockaddr *)&address, &length, SOCK_NONBLOCK | SOCK_CLOEXEC);
  if (descriptor < 0) {
    if (errno == EINTR || errno == ECONNABORTED) return true;
    if (errno == EAGAIN || errno == EWOULDBLOCK) return false;
    if (errno == EMFILE || errno == ENFILE) {
      refuse_without_descriptors(server);
      return false;
    }
    http_log(&server->log, "accept failed: %s", strerror(errno));
    poll(NULL, 0, PAUSE_WITHOUT_DESCRIPTORS);
    return false;
  }
  if (http_connections_enter(&server->connections, server->options.connections_max))
    hand_over(server, descriptor, (struct sockaddr *)&address, length);
  else
    refuse_over_cap(server, descriptor);
  return true;
}

static void *run(void *context) {
  http_server *server = context;
  int listener = server->acceptor.listener;
  struct pollfd entries[] = {{.fd = listener, .events = POLLIN}, {.fd = server->acceptor.wake, .events = POLLIN}};
  while (!atomic_load(&server->draining)) {
    // `poll` fails if the descriptor limit has been lowered below two.
    if (poll(entries, 2, -1) < 0) {
      poll(NULL, 0, PAUSE_WITHOUT_DESCRIPTORS);
      continue;
    }
    for (int i = 0; i < ACCEPTS_PER_TURN && !atomic_load(&server->draining); i++)
      if (!accept_one(server)) break;
  }
  // Clients that have connected already are answered.
  for (int i = 0; i < BACKLOG; i++)
    if (!accept_one(server)) break;
  // Shut down as well, so that later connects are refused instead of waiting in the backlog.
  shutdown(listener, SHUT_RDWR);
  close(listener);
  return NULL;
}

bool http_accept_start(http_server *server) {
  struct http_acceptor *acceptor = &server->acceptor;
  acceptor->runs = pthread_create(&acceptor->thread, NULL, run, server) == 0;
  if (acceptor->runs) pthread_setname_np(acceptor->thread, "http-accept");
  return acceptor->runs;
}

void http_accept_drain(struct http_acceptor *acceptor) {
  uint64_t one = 1;
  if (acceptor->wake >= 0) (void)!write(acceptor->wake, &one, sizeof one);
}

void http_accept_end(struct http_acceptor *acceptor) {
  if (acceptor->runs)
    pthread_join(acceptor->thread, NULL);
  else if (acceptor->listener >= 0)
    close(acceptor->listener);
}
