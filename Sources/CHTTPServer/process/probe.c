#include "CHTTPProbe.h"

#include <errno.h>
#include <netdb.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

// "HTTP/1.1 200": the only part of the answer that matters.
enum { STATUS_LINE_BYTES = 12 };

static int64_t now_milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

// Waits until the descriptor can be read or written. Returns 0, or a negative error number.
static int wait_until(int descriptor, short events, int64_t deadline) {
  for (;;) {
    int64_t left = deadline - now_milliseconds();
    if (left <= 0) return -ETIMEDOUT;
    struct pollfd entry = {.fd = descriptor, .events = events};
    int count = poll(&entry, 1, (int)left);
    if (count > 0) return 0;
    if (count < 0 && errno != EINTR) return -errno;
  }
}

// Returns a connected descriptor, or a negative error number.
static int connect_to(const struct addrinfo *address, int64_t deadline) {
  int descriptor = socket(
    address->ai_family, address->ai_socktype | SOCK_NONBLOCK | SOCK_CLOEXEC, address->ai_protocol);
  if (descriptor < 0) return -errno;
  int failure = 0;
  if (connect(descriptor, address->ai_addr, address->ai_addrlen) != 0) {
    failure = -errno;
    if (failure == -EINPROGRESS) failure = wait_until(descriptor, POLLOUT, deadline);
    if (failure == 0) {
      int outcome = 0;
      socklen_t size = sizeof outcome;
      if (getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &outcome, &size) != 0) outcome = errno;
      failure = -outcome;
    }
  }
  if (failure == 0) return descriptor;
  close(descriptor);
  return failure;
}

// Returns 0, or a negative error number.
static int send_all(int descriptor, const char *bytes, size_t count, int64_t deadline) {
  while (count > 0) {
    ssize_t sent = send(descriptor, bytes, count, MSG_NOSIGNAL);
    if (sent >= 0) {
      bytes += sent;
      count -= (size_t)sent;
    } else if (errno == EAGAIN) {
      int failure = wait_until(descriptor, POLLOUT, deadline);
      if (failure != 0) return failure;
    } else if (errno != EINTR) {
      return -errno;
    }
  }
  return 0;
}

// Returns the status, or a negative error number.
static int receive_status(int descriptor, int64_t deadline) {
  char line[STATUS_LINE_BYTES];
  size_t count = 0;
  while (count < sizeof line) {
    ssize_t received = recv(descriptor, line + count, sizeof line - count, 0);
    if (received > 0) {
      count += (size_t)received;
    } else if (received == 0) {
      return -EPROTO;
    } else if (errno == EAGAIN) {
      int failure = wait_until(descriptor, POLLIN, deadline);
      if (failure != 0) return failure;
    } else if (errno != EINTR) {
      return -errno;
    }
  }
  if (memcmp(line, "HTTP/1.", 7) != 0 || line[8] != ' ') return -EPROTO;
  int status = 0;
  for (size_t index = 9; index < sizeof line; index++) {
    if (line[index] < '0' || line[index] > '9') return -EPROTO;
    status = status * 10 + (line[index] - '0');
  }
  return status >= 100 && status <= 599 ? status : -EPROTO;
}

int http_probe_status(
  const char *host, const char *port, const char *path, int timeout_milliseconds) {
  int64_t deadline = now_milliseconds() + timeout_milliseconds;
  char request[1024];
  const char *form = strchr(host, ':') != NULL
    ? "GET %s HTTP/1.1\r\nHost: [%s]:%s\r\nConnection: close\r\n\r\n"
    : "GET %s HTTP/1.1\r\nHost: %s:%s\r\nConnection: close\r\n\r\n";
  int length = snprintf(request, sizeof request, form, path, host, port);
  if (length < 0 || (size_t)length >= sizeof request) return -ENAMETOOLONG;

  struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICSERV};
  struct addrinfo *addresses = NULL;
  if (getaddrinfo(host, port, &hints, &addresses) != 0) return -EADDRNOTAVAIL;

  // A name may have several addresses, and the server may listen on only one of them.
  int outcome = -EADDRNOTAVAIL;
  for (const struct addrinfo *next = addresses; next != NULL; next = next->ai_next) {
    int descriptor = connect_to(next, deadline);
    if (descriptor < 0) {
      outcome = descriptor;
      continue;
    }
    outcome = send_all(descriptor, request, (size_t)length, deadline);
    if (outcome == 0) outcome = receive_status(descriptor, deadline);
    close(descriptor);
    break;
  }
  freeaddrinfo(addresses);
  return outcome;
}
