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

#include "library.h"
#include "request/refusal.h"

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

// A request may have come with its connection.
static bool has_sent_head(int descriptor) {
  static const char start[] = "HEAD ";
  enum { BYTES = sizeof start - 1 };
  char bytes[BYTES];
  return recv(descriptor, bytes, BYTES, MSG_PEEK | MSG_DONTWAIT) == BYTES && memcmp(bytes, start, BYTES) == 0;
}

static void refuse(struct http_acceptor *acceptor, int descriptor, http_refusal refusal) {
  http_refuse_on_socket(acceptor->shared, descriptor, NULL, NULL, has_sent_head(descriptor), refusal);
}

static void refuse_over_cap(struct http_acceptor *acceptor, int descriptor) {
  atomic_fetch_add(&acceptor->over_cap, 1);
  refuse(acceptor, descriptor, HTTP_REFUSED_CONNECTIONS);
  http_linger(&acceptor->shared->lingering, descriptor);
}

// Closes the reserved descriptor to answer one client, and opens it again.
static void refuse_without_descriptors(struct http_acceptor *acceptor) {
  if (acceptor->reserve >= 0) {
    close(acceptor->reserve);
    int descriptor = accept4(acceptor->listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (descriptor >= 0) {
      atomic_fetch_add(&acceptor->without_descriptor, 1);
      refuse(acceptor, descriptor, HTTP_REFUSED_DESCRIPTORS);
      shutdown(descriptor, SHUT_WR);
      uint8_t discarded[4096];
      while (recv(descriptor, discarded, sizeof discarded, MSG_DONTWAIT) > 0) continue;
      close(descriptor);
    }
  }
  acceptor->reserve = open("/dev/null", O_RDONLY | O_CLOEXEC);
  http_log(&acceptor->shared->log, "no descriptor is left for a new connection");
  if (acceptor->reserve < 0) poll(NULL, 0, PAUSE_WITHOUT_DESCRIPTORS);
}

static void hand_over(struct http_acceptor *acceptor, int descriptor, const struct sockaddr *address,
                      socklen_t length) {
  int yes = 1;
  setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  atomic_fetch_add(&acceptor->accepted, 1);
  // On failure the library has closed the descriptor, and does not notify.
  if (!http_library_add(acceptor->library, descriptor, address, length)) {
    http_connections_leave(&acceptor->shared->connections, HTTP_PHASE_HEAD);
    http_log(&acceptor->shared->log, "the library did not take a connection");
  }
}

// False when no connection waits to be accepted.
static bool accept_one(struct http_acceptor *acceptor) {
  struct sockaddr_storage address;
  socklen_t length = sizeof address;
  int descriptor = accept4(acceptor->listener, (struct sockaddr *)&address, &length, SOCK_NONBLOCK | SOCK_CLOEXEC);
  if (descriptor < 0) {
    if (errno == EINTR || errno == ECONNABORTED) return true;
    if (errno == EAGAIN || errno == EWOULDBLOCK) return false;
    if (errno == EMFILE || errno == ENFILE) {
      refuse_without_descriptors(acceptor);
      return false;
    }
    http_log(&acceptor->shared->log, "accept failed: %s", strerror(errno));
    poll(NULL, 0, PAUSE_WITHOUT_DESCRIPTORS);
    return false;
  }
  struct http_shared *shared = acceptor->shared;
  if (http_connections_enter(&shared->connections, shared->options.connections_max))
    hand_over(acceptor, descriptor, (struct sockaddr *)&address, length);
  else
    refuse_over_cap(acceptor, descriptor);
  return true;
}

static void *run(void *context) {
  struct http_acceptor *acceptor = context;
  const _Atomic bool *draining = &acceptor->shared->draining;
  int listener = acceptor->listener;
  struct pollfd entries[] = {{.fd = listener, .events = POLLIN}, {.fd = acceptor->wake, .events = POLLIN}};
  while (!atomic_load(draining)) {
    // `poll` fails if the descriptor limit has been lowered below two.
    if (poll(entries, 2, -1) < 0) {
      poll(NULL, 0, PAUSE_WITHOUT_DESCRIPTORS);
      continue;
    }
    for (int i = 0; i < ACCEPTS_PER_TURN && !atomic_load(draining); i++)
      if (!accept_one(acceptor)) break;
  }
  // Clients that have connected already are answered.
  for (int i = 0; i < BACKLOG; i++)
    if (!accept_one(acceptor)) break;
  // Shut down as well, so that later connects are refused instead of waiting in the backlog.
  shutdown(listener, SHUT_RDWR);
  close(listener);
  atomic_store(&acceptor->has_ended, true);
  return NULL;
}

bool http_accept_start(struct http_acceptor *acceptor, struct http_shared *shared, struct http_library *library) {
  acceptor->shared = shared;
  acceptor->library = library;
  acceptor->runs = pthread_create(&acceptor->thread, NULL, run, acceptor) == 0;
  if (acceptor->runs) pthread_setname_np(acceptor->thread, "http-accept");
  return acceptor->runs;
}

void http_accept_drain(struct http_acceptor *acceptor) {
  uint64_t one = 1;
  if (acceptor->wake >= 0) (void)!write(acceptor->wake, &one, sizeof one);
  while (acceptor->runs && !atomic_load(&acceptor->has_ended)) poll(NULL, 0, 1);
}

void http_accept_end(struct http_acceptor *acceptor) {
  if (acceptor->runs)
    pthread_join(acceptor->thread, NULL);
  else if (acceptor->listener >= 0)
    close(acceptor->listener);
}
