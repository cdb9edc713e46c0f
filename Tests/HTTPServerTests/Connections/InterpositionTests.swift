import Testing

/// Goal: a server whose `epoll_wait` the library does not call, and which would leave clients waiting, does not start.
@Suite("Whether the library calls the program's epoll_wait") struct InterpositionTests {
  private static let program = """
    #include "CHTTPServer.h"
    #include <stdio.h>
    static bool keep(void *context, http_server *server, http_refusal refusal, const char *detail) {
      static const http_response nothing = {.status = 503};
      (void)context, (void)detail;
      return http_keep_answer(server, refusal, &nothing);
    }
    static void write_line(void *context, const char *line) { (void)context, (void)line; }
    int main(void) {
      http_server_options options = {
        .host = "127.0.0.1", .threads = 2, .connections_max = 10, .head_bytes_max = 16384};
      http_server_callbacks callbacks = {.keep = keep, .log = write_line};
      http_server *server;
      char error[200] = "";
      http_server_result result =
        http_server_start(&options, &callbacks, NULL, &server, error, sizeof error);
      printf("%d %s", result == HTTP_SERVER_STARTED, error);
      if (server == NULL) return 0;
      http_server_stop(server, 0);
      http_server_release(server);
    }
    """

  @Test(
    "A server whose epoll_wait is hidden from the library refuses to start",
    arguments: [
      (["-fvisibility=hidden"], "0 libmicrohttpd calls another epoll_wait than the program's"),
      ([], "1 "),
    ])
  func start(flags: [String], output: String) throws {
    #expect(try CProgram.output(Self.program, flags: flags) == output)
  }
}
