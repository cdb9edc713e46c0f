#ifndef HTTP_SOCKET_H
#define HTTP_SOCKET_H

#include <stdbool.h>
#include <stdint.h>

// What the kernel knows of a connected socket.

struct http_socket_state {
  uint64_t bytes_received;   // since the connect
  int64_t silence;           // since the last of them
  bool client_has_finished;  // it sends nothing more
};

bool http_socket_read(int descriptor, struct http_socket_state *state);
bool http_socket_has_unread_bytes(int descriptor);

/// Lets the system keep only few bytes that are not sent yet, and reset the connection where the client takes none of
/// its bytes for this time. 0: as the system does it for all.
void http_socket_limit_unsent(int descriptor, unsigned timeout);
/// Whether the system has given the connection up after that time. True only once.
bool http_socket_has_timed_out(int descriptor);

struct sockaddr;
/// Identifies a client: its IPv4 address, or the first 64 bits of its IPv6 address.
uint64_t http_address_number(const struct sockaddr *address);

#endif
