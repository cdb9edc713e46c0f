// What the kernel knows of a connected socket. In a file of its own: the kernel's header has counters that the C
// library's does not, and the two exclude each other.

#include "http_private.h"

#include <linux/tcp.h>
#include <netinet/in.h>
#include <stddef.h>
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
