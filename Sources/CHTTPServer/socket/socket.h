#ifndef HTTP_SOCKET_H
#define HTTP_SOCKET_H

#include <stdbool.h>
#include <stdint.h>

// The kernel's data about a connected socket.

struct http_socket_state {
  uint64_t bytes_received;   // since the connect
  int64_t silence;           // since the last of them
  bool client_has_finished;  // it sends nothing more
};

bool http_socket_read(int descriptor, struct http_socket_state *state);
bool http_socket_has_unread_bytes(int descriptor);

/// Makes the system hold only few unsent bytes, and reset the connection if the client takes none of its bytes for this
/// time. 0 means the system's default.
void http_socket_limit_unsent(int descriptor, unsigned timeout);
/// Whether the system has given up the connection after that time. True only once.
bool http_socket_has_timed_out(int descriptor);

struct sockaddr;
/// Identifies a client: its IPv4 address, or the first 64 bits of its IPv6 address.
uint64_t http_address_number(const struct sockaddr *address);

#endif
