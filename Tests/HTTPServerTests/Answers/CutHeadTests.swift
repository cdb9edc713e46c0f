import Testing

/// Goal: a client that is slow to take the head of a 304 gets all of it, wherever the socket has no more room.
@Suite("Heads without a length, taken bit by bit") struct CutHeadTests {
  /// Sends such a head as the library does: what a call has not taken is sent again. The socket takes `room` bytes, and
  /// then none once.
  private static let program = """
    #include "socket/wait.h"
    #include <errno.h>
    #include <stdio.h>
    #include <string.h>
    #include <sys/socket.h>
    static const char head[] = "HTTP/1.1 304 Not Modified\\r\\nETag: \\"a\\"\\r\\nNo-Length: 1\\r\\nContent-Length: 0\\r\\n\\r\\n";
    static char taken[sizeof head];
    static size_t taken_bytes, room;
    static ssize_t take(const struct iovec *parts, size_t count) {
      size_t before = taken_bytes;
      for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < parts[i].iov_len && room > 0; k++, room--)
          taken[taken_bytes++] = ((const char *)parts[i].iov_base)[k];
      if (taken_bytes > before) return (ssize_t)(taken_bytes - before);
      return errno = EAGAIN, -1;
    }
    ssize_t sendto(int descriptor, const void *bytes, size_t count, int flags, const struct sockaddr *to, socklen_t size) {
      (void)descriptor, (void)flags, (void)to, (void)size;
      return take(&(struct iovec){(void *)bytes, count}, 1);
    }
    ssize_t sendmsg(int descriptor, const struct msghdr *message, int flags) {
      (void)descriptor, (void)flags;
      return take(message->msg_iov, message->msg_iovlen);
    }
    int main(void) {
      http_wait_as_network_thread();
      for (size_t first = 1; first < sizeof head; first++) {
        taken_bytes = 0, room = first;
        for (size_t sent = 0; sent < sizeof head - 1;) {
          ssize_t count = send(0, head + sent, sizeof head - 1 - sent, 0);
          if (count < 0 && errno != EAGAIN) return printf("lost after %zu", first), 0;
          if (count < 0) room = sizeof head;
          else sent += (size_t)count;
        }
        if (taken_bytes != 40 || memcmp(taken, "HTTP/1.1 304 Not Modified\\r\\nETag: \\"a\\"\\r\\n\\r\\n", 40) != 0)
          return printf("another head after %zu: %.*s", first, (int)taken_bytes, taken), 0;
      }
      printf("whole");
    }
    """

  @Test("All of it comes, wherever the socket has no more room")
  func everywhere() throws {
    #expect(try CProgram.output(Self.program) == "whole")
  }
}
