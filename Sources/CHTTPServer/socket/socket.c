// In a file of its own: the kernel's header has counters that the C
// library's does not, and the two exclude each other.

#include "socket/socket.h"

#include <errno.h>
#include <linux/tcp.h>
#include <netinet/in.h>
#include <stddef.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

enum { STATE_CLOSE_WAIT = 8 };  // include/net/tcp_states.h

bool http_socket_read(int descriptor, struct http_socket_state *state) {
  struct tcp_info info = {0};
  socklen_t length = sizeof info;
  if (getsockopt(descriptor, IPPROTO_TCP, TCP_INFO, &info, &length) != 0) return false;
  *state = (struct http_socket_state){.bytes_received = info.tcpi_bytes_received,
                                      .silence = info.tcpi_last_data_recv,
                                      .client_has_finished = info.tcpi_state == STATE_CLOSE_WAIT};
  return true;
}

bool http_socket_has_unread_bytes(int descriptor) {
  int count = 0;
  return ioctl(descriptor, FIONREAD, &count) == 0 && count > 0;
}

void http_socket_limit_unsent(int descriptor, unsigned timeout) {
  enum { UNSENT_BYTES_MAX = 16 * 1024 };
  int unsent = timeout > 0 ? UNSENT_BYTES_MAX : 0;
  setsockopt(descriptor, IPPROTO_TCP, TCP_NOTSENT_LOWAT, &unsent, sizeof unsent);
  setsockopt(descriptor, IPPROTO_TCP, TCP_USER_TIMEOUT, &timeout, sizeof timeout);
}

bool http_socket_has_timed_out(int descriptor) {
  int error = 0;
  socklen_t length = sizeof error;
  return getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &length) == 0 && error == ETIMEDOUT;
}

uint64_t http_address_number(const struct sockaddr *address) {
  uint64_t number = 0;
  if (address->sa_family == AF_INET) {
    number = ((const struct sockaddr_in *)address)->sin_addr.s_addr;
  } else if (address->sa_family == AF_INET6) {
    const struct in6_addr *six = &((const struct sockaddr_in6 *)address)->sin6_addr;
    // A client with one IPv6 address has all with the same first 64 bits. An IPv4 address in IPv6 form is the
    // last 32.
    bool is_four = IN6_IS_ADDR_V4MAPPED(six);
    memcpy(&number, six->s6_addr + (is_four ? 12 : 0), is_four ? 4 : 8);
  }
  return number;
}
