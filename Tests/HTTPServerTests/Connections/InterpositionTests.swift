import Foundation
import HTTPServer
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
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "layoutd-interposition-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let main = folder.appending(path: "main.c")
    try Self.program.write(to: main, atomically: true, encoding: .utf8)
    let sources = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Sources/CHTTPServer")
    let files = try FileManager.default.subpathsOfDirectory(atPath: sources.path)
      .filter { $0.hasSuffix(".c") }.map { sources.appending(path: $0).path }
    let binary = folder.appending(path: "server").path
    let compiled = try run(
      "clang",
      ["-std=c17", "-D_GNU_SOURCE", "-I\(sources.path)", "-I\(sources.path)/include"] + flags
        + files + [main.path, "-o", binary, "-lmicrohttpd", "-ldeflate", "-lpthread"])
    try #require(compiled.status == 0, "\(compiled.output)")
    #expect(try run(binary, []).output == output)
  }

  private func run(_ program: String, _ arguments: [String]) throws -> (
    status: Int32, output: String
  ) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [program] + arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }
}
